import type { ExpressionText } from '../../src/model/action.ts';
import type * as model from '../../src/model/block.ts';
import type { Value } from '../../src/model/value.ts';
import { valueText } from '../../src/prompt/values/value-text.ts';
import type { Program } from '../../src/run/program/program.ts';
import type { Answers } from './answers.ts';
import { reported, endText, membersText } from './course.ts';
import { bind, comesTo, copyOf, Fault, playRoot, rootOf, say, Stop, valueOf } from './reference.ts';
import type { Block, End, Names, Nest, Values } from './reference.ts';
import { seeing } from './seeing.ts';

/** A branch, an item or a map. `comesTo` is what its block comes to, `end` that once the course says so. */
interface Part {
  readonly key: string;
  /** How the course calls it, and tells that it begins. */
  readonly name: string;
  readonly begins: string;
  readonly place: Partial<Block>;
  readonly value: Value;
  readonly after: readonly string[];
  /** What no other may use meanwhile: itself at least, or nothing for one that is alone. */
  readonly exclusive: readonly string[];
  comesTo?: End | Stop;
  end?: End;
}

/** The items of the last visit, by the task as the course would call it. */
type Kept = Map<string, readonly Part[]>;

/**
 * Holds the course of a run against the reference, for maps with blocks inside of tasks: each block by itself.
 * Errors: throws at the first line that cannot be.
 *
 * What timing decides is taken from the course, and must be allowed: which part of a task ends next, where a cancelled
 * block was cut off, which of several blocks a limit stopped.
 */
export function play(program: Program, answers: Answers, lines: readonly string[], fields: Values = {}) {
  const isLimit = (line: string): boolean => line.startsWith('limit ');
  const reached = lines.filter(isLimit);
  const root = rootOf(
    program,
    answers,
    lines.filter((line) => !isLimit(line)),
    fields,
  );
  const kept: Kept = new Map();
  const { bound, spent } = playRoot({ ...root, reached, perform: (...work) => perform(kept, ...work) });
  for (const line of reached) {
    const [, kind, used, , max] = line.split(' ') as [string, keyof typeof spent, string, string, string];
    const isSpent = Number(used) >= Number(max) && Number(used) <= spent[kind];
    if (Number(max) !== root.limits[kind] || !isSpent) throw new Error(`"${line}" is not so`);
  }
  return { bound, spent };
}

function perform(kept: Kept, block: Block, task: Nest, names: Names): Value {
  const parts = partsOf(kept, block, task, names);
  playParts(block, task, parts);
  const ends = parts.map(({ key, end }) => ({ key, outcome: end!.outcome, result: end!.result }));
  if (task.type === 'foreach') return ends;
  const entries = ends.map(({ key, ...end }) => [key, end] as const);
  return task.type === 'parallel' ? Object.fromEntries(entries) : entries[0]![1];
}

function partsOf(kept: Kept, block: Block, task: Nest, names: Names): readonly Part[] {
  if (task.type === 'workflow') return [mapOf(block, task, names)];
  if (task.type === 'parallel') return task.branches.map((branch) => branchOf(task, branch));
  const items = itemsOf(block, task, names);
  say(block, `items ${task.name}: ${items.map(({ key }) => key).join(', ')}`);
  const before = kept.get(`${block.inside}${task.name}`) ?? [];
  kept.set(`${block.inside}${task.name}`, items);
  for (const item of task.carry ? items : []) {
    const same = before.find(
      ({ key, value }) => key === item.key && reported(value) === reported(item.value),
    );
    const isWell = same?.end?.failed === false && same.end !== SKIPPED;
    if (isWell) finish(block, [item], ({ key }) => `keep ${task.name}/${key}`, same.end);
  }
  return items;
}

function branchOf({ name: at }: model.ParallelTask, { name: key, block: tasks }: model.Branch): Part {
  const name = `branch ${at}/${key}`;
  return { key, name, begins: name, place: { tasks }, value: null, after: [], exclusive: [key] };
}

/** Another map gets what `with` says, and none of the names here. */
function mapOf({ program: { maps }, answers }: Block, task: model.WorkflowTask, names: Names): Part {
  const program = maps.get(task.map)!;
  const given = new Map(task.with.map(({ name, expression }) => [name, valueOf(expression, names)]));
  const known = program.map.fields.flatMap(({ name, required, default: otherwise }) => {
    const value = given.get(name) ?? otherwise;
    if (required && value === undefined) throw new Fault('expression');
    return value === undefined ? [] : [[name, value] as const];
  });
  const fields = Object.fromEntries(known);
  const { tasks, outer, seen, sessions } = rootOf(program, answers, [], fields);
  const place = { program, fields, tasks, outer, seen, sessions };
  const name = `map ${task.name}`;
  const begins = `${name}${membersText('', fields)}`;
  return { key: 'map', name, begins, place, value: null, after: [], exclusive: ['map'] };
}

/** As they are on entry. */
function itemsOf(block: Block, task: model.ForeachTask, names: Names): readonly Part[] {
  const list = valueOf(task.items, names);
  if (!Array.isArray(list)) throw new Fault('expression');
  const items = list.map((value: Value, index): Part => {
    const own = bind(copyOf(names), task.item, value);
    const keysOf = (text: ExpressionText): string[] => ((valueOf(text, own) ?? []) as Value[]).map(valueText);
    const key = task.key ? valueText(valueOf(task.key, own)) : String(index);
    const after = task.after ? keysOf(task.after) : [];
    const exclusive = task.exclusive ? keysOf(task.exclusive) : [key];
    const place = { tasks: task.body, outer: bind(copyOf(block.names), task.item, value) };
    const name = `item ${task.name}/${key}`;
    return { key, name, begins: name, place, value, after, exclusive };
  });
  checkKeys(items);
  return items;
}

/** No key twice, none that is not there, none that waits for itself. */
function checkKeys(items: readonly Part[]): void {
  const keys = new Set(items.map(({ key }) => key));
  let rest = items;
  for (const _ of items) rest = rest.filter(({ after }) => rest.some(({ key }) => after.includes(key)));
  const isStrange = items.some(({ after }) => after.some((key) => !keys.has(key)));
  if (keys.size < items.length || isStrange || rest.length > 0) throw new Fault('expression');
}

const SKIPPED: End = { outcome: 'skipped', result: null, failed: false };
const CANCELLED: End = { outcome: 'cancelled', result: null, failed: false };

/** What must happen to parts happens at once; which of their blocks ends next is what the course says. */
function playParts(block: Block, task: Nest, parts: readonly Part[]): void {
  const { name: at, type } = task;
  for (;;) {
    const open = parts.filter(({ end }) => end === undefined);
    const running = open.filter(({ comesTo }) => comesTo !== undefined);
    const ended = running.filter(({ comesTo }) => !(comesTo instanceof Stop));
    const doomed = doomedOf(task, parts, open);
    const next = nextOf(block, task, { open, running, ended });
    if (open.length === 0) return;
    if (doomed.length > 0 && type === 'parallel')
      doomed.forEach((part) => finish(block, [part], ({ key }) => `cancel ${at}/${key}`, CANCELLED));
    else if (doomed.length > 0) finish(block, doomed, ({ key }) => `skip ${at}/${key}`, SKIPPED);
    else if (next !== undefined) next.comesTo = begin(seeing(block, type, next, parts), at, next);
    else if (ended.length > 0)
      finish(block, ended, ({ name, comesTo }) => `${name} -> ${endText(comesTo as End)}`);
    else throw new Stop(running.map(({ comesTo }) => (comesTo as Stop).message).join(', '));
  }
}

interface Parts {
  readonly open: readonly Part[];
  readonly running: readonly Part[];
  readonly ended: readonly Part[];
}

/** The part that begins now. */
function nextOf(block: Block, task: Nest, { open, running, ended }: Parts): Part | undefined {
  const inPlace = running.filter((part) => !givesPlace(task, part));
  const [line] = block.course[block.inside] ?? [];
  const first = open.find((part) => mayBegin(task, part, { open, running, inPlace: running }));
  const isLeft = isLeftToPlaces(block, task, ended);
  if (first !== undefined && (!isLeft || line === first.begins)) return first;
  // When it was known that another stopped, the course says; in the end it must be.
  return open.find(
    (part) =>
      ((ended.length === 0 && !isLeft) || line === part.begins) &&
      mayBegin(task, part, { open, running, inPlace }),
  );
}

/** An item begins when there is a place for it, which the course says; in the end it must, unless a limit was reached. */
function isLeftToPlaces(
  { reached = [], course, inside }: Block,
  { type }: Nest,
  ended: readonly Part[],
): boolean {
  const isAtEnd = (course[inside] ?? []).every((line) => line.startsWith('pause '));
  return type === 'foreach' && (ended.length > 0 || (isAtEnd && reached.length > 0));
}

/** All that are open once enough branches are well, or can no longer be; items that wait for one that was lost. */
function doomedOf(task: Nest, parts: readonly Part[], open: readonly Part[]): readonly Part[] {
  const lost = parts.filter(({ end }) => end?.failed === true || end === SKIPPED);
  if (task.type === 'parallel') {
    const missing = (task.atLeast ?? parts.length) - (parts.length - open.length - lost.length);
    return task.atLeast !== undefined && (missing <= 0 || missing > open.length) ? open : [];
  }
  const isAll = task.type === 'foreach' && task.onItemFailure === 'stop';
  const waiting = open.filter(({ comesTo }) => comesTo === undefined);
  return waiting.filter(({ after }) => lost.some(({ key }) => isAll || after.includes(key)));
}

/** Once there is a place, what it waits for is over, and nobody uses what it needs. */
function mayBegin(
  task: Nest,
  { comesTo, after, exclusive }: Part,
  { open, running, inPlace }: Readonly<Record<'open' | 'running' | 'inPlace', readonly Part[]>>,
): boolean {
  const places = (task.type === 'foreach' ? task.concurrency : undefined) ?? Infinity;
  if (comesTo !== undefined || inPlace.length >= places) return false;
  const isApart = ({ exclusive: used }: Part): boolean =>
    used.length > 0 && exclusive.length > 0 && !used.some((each) => exclusive.includes(each));
  return running.every(isApart) && !open.some(({ key }) => after.includes(key));
}

/** Where the others go on, an item gives its place to them while it cannot: a task in it failed, and all else there is over. */
function givesPlace(task: Nest, { comesTo }: Part): boolean {
  const isFailed = comesTo instanceof Stop && /^failed 6(?:, failed 6)*$/.test(comesTo.message);
  return isFailed && task.type === 'foreach' && task.onItemFailure === 'continue';
}

/** Of these parts the one is over whose line comes next. */
function finish(block: Block, parts: readonly Part[], lineOf: (part: Part) => string, end?: End): void {
  const part = parts.find((each) => lineOf(each) === block.course[block.inside]?.[0]) ?? parts[0]!;
  say(block, lineOf(part));
  part.end = end ?? (part.comesTo as End);
}

function begin(block: Block, at: string, { key, begins, place }: Part): End | Stop {
  say(block, begins);
  const rest = block.course[block.inside] ?? [];
  // Before anything else starts here.
  const here = rest.slice(0, rest.findIndex((line) => line.startsWith('start ')) >>> 0);
  const isCancelled = block.isCancelled || here.includes(`cancel ${at}/${key}`);
  const visit = block.visits.get(at)!;
  const inside = `${block.inside.replace(/: $/, ' ')}${at}${visit > 1 ? `#${visit}` : ''}/${key}: `;
  const isOwn = (name: string): boolean => place.tasks!.tasks.some((each) => each.name === name);
  const sessions = new Map([...block.sessions].filter(([name]) => !isOwn(name)));
  const outer = place.outer ?? block.names;
  const own = { inside, isCancelled, outer, names: copyOf(outer), visits: new Map(), counts: new Map() };
  return comesTo({ ...block, sessions, ...place, ...own });
}
