import { toldMembers, toldResult, told } from './course.ts';
import type { Json, JsonBlock } from './map-json.ts';
import {
  begin,
  drop,
  enter,
  goOn,
  say,
  type Block,
  type End,
  type Steps,
  type Visit,
} from './reference-run.ts';
import { boundIn, Fault, valueOf, type Values } from './reference-scope.ts';

// What the reference does with blocks inside of tasks (FORMAT 4).

/** A branch, an item or a map, from when it is known. */
interface Part {
  readonly key: string;
  readonly value: Json | undefined;
  readonly after: readonly string[];
  /** Resources that nobody else may use meanwhile; undefined where there are no such rules, empty for alone. */
  readonly exclusive: readonly string[] | undefined;
  block: Block | undefined;
  end: End | undefined;
}

interface Around {
  readonly visit: Visit;
  readonly steps: (block: Block) => Steps<End>;
  readonly parts: readonly Part[];
  /** Called after every end of a part. */
  readonly follow: () => void;
}

/** The result of a task with blocks inside, once they are all over or matter no more. */
export function* performParts(visit: Visit, steps: (block: Block) => Steps<End>): Steps<Json> {
  const { type } = visit.task;
  const parts =
    type === 'parallel' ? branchesOf(visit) : type === 'foreach' ? itemsOf(visit) : [partOf('map')];
  const own = strandOf(visit.block);
  const around: Around = {
    visit,
    steps,
    parts,
    follow: () => {
      if (type === 'parallel') cancelNeedless(around);
      if (type === 'foreach') startItems(around);
      if (parts.every(({ end }) => end !== undefined)) own();
    },
  };
  if (type === 'parallel') for (const part of parts) startPart(around, part, branchOf(visit, part.key));
  if (type === 'workflow') startMap(around);
  if (type === 'foreach') {
    say(visit.run, visit.block.inside, `items ${visit.at}: ${parts.map(({ key }) => key).join(', ')}`);
    keep(around);
    startItems(around);
  }
  while (parts.some(({ end }) => end === undefined)) yield { for: 'parts' };
  remember(around);
  return resultOf(around);
}

/** Lets the block of a task go on. */
function strandOf(block: Block): () => void {
  return () => {
    const own = [...block.run.strands].find((strand) => strand.block === block);
    if (own !== undefined) goOn(own);
  };
}

function partOf(key: string, more: Partial<Part> = {}): Part {
  return {
    key,
    value: undefined,
    after: [],
    exclusive: undefined,
    block: undefined,
    end: undefined,
    ...more,
  };
}

function branchesOf({ task: { branches = [] } }: Visit): Part[] {
  return branches.map(([name]) => partOf(name));
}

function branchOf({ task: { branches = [] } }: Visit, key: string): JsonBlock {
  return branches.find(([name]) => name === key)![1];
}

/** Items as they are on entry, or a fault: no list, a key twice, an unknown key, a cycle. */
function itemsOf({ task, names }: Visit): Part[] {
  const list = valueOf(task.items ?? '', names);
  if (!Array.isArray(list)) throw new Fault('expression');
  const parts = (list as readonly Json[]).map((value, index) => {
    const own = new Map(names).set(task.item ?? '', { value, type: 'any' });
    const key = task.key === undefined ? index : valueOf(task.key, own);
    if (typeof key !== 'string' && typeof key !== 'number') throw new Fault('expression');
    const after = task.after === undefined ? [] : namesIn(valueOf(task.after, own));
    const exclusive = task.exclusive === undefined ? undefined : namesIn(valueOf(task.exclusive, own));
    return partOf(String(key), { value, after, exclusive });
  });
  const keys = new Set(parts.map(({ key }) => key));
  if (keys.size < parts.length) throw new Fault('expression');
  if (parts.some(({ after }) => after.some((each) => !keys.has(each)))) throw new Fault('expression');
  const isInCycle = ({ key }: Part): boolean => waitsFor(parts, key, new Set()).has(key);
  if (parts.some(isInCycle)) throw new Fault('expression');
  return parts;
}

/** All that an item waits for, directly or not. */
function waitsFor(parts: readonly Part[], key: string, found: Set<string>): Set<string> {
  for (const each of parts.find((part) => part.key === key)?.after ?? []) {
    if (!found.has(each)) waitsFor(parts, each, found.add(each));
  }
  return found;
}

function namesIn(value: Json): string[] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw new Fault('expression');
  return (value as readonly Json[]).map((each) => {
    if (typeof each !== 'string' && typeof each !== 'number') throw new Fault('expression');
    return String(each);
  });
}

const WORDS = { parallel: 'branch', foreach: 'item', workflow: 'map' } as const;

function placeIn({ at, task }: Visit, key: string): string {
  const word = WORDS[task.type as keyof typeof WORDS];
  return task.type === 'workflow' ? `${word} ${at}` : `${word} ${at}/${key}`;
}

function startPart(around: Around, part: Part, tasks: JsonBlock, more: Partial<Block> = {}): void {
  const { visit, steps, follow } = around;
  const { run, block, task, at } = visit;
  const place = placeIn(visit, part.key);
  if (task.type !== 'workflow') say(run, block.inside, place);
  const round = visit.visit > 1 ? `#${visit.visit}` : '';
  const inside = `${block.inside.replace(/: $/, ' ')}${at}${round}/${part.key}: `;
  const outer = boundIn(block);
  if (part.value !== undefined) outer.set(task.item ?? '', { value: part.value, type: 'any' });
  const { map, fields } = block;
  part.block = enter({ run, map, tasks, inside, around: block, fields, outer, ...more });
  begin(part.block, steps(part.block), (end) => {
    part.end = end;
    const failed = end.failed ? ' failed' : '';
    say(run, block.inside, `${place} -> ${end.outcome}${toldResult(end.result)}${failed}`);
    if (task.type === 'foreach' && end.failed) skipAfter(around, part);
    follow();
  });
}

/** Another map gets what `with` says, defaults where it says nothing, and no names of this one. */
function startMap(around: Around): void {
  const { visit, parts } = around;
  const { run, block, task, at, names } = visit;
  const map = run.maps.get(task.map ?? '')!;
  const given = new Map((task.with ?? []).map(([name, text]) => [name, valueOf(text, names)]));
  const fields: [string, Json][] = [];
  for (const [name, field] of map.workslipFields ?? []) {
    const value = given.get(name) ?? field.default;
    if (value === undefined && field.required !== false) throw new Fault('expression');
    if (value !== undefined) fields.push([name, value]);
  }
  const values: Values = Object.fromEntries(fields);
  say(run, block.inside, `map ${at}${toldMembers('', values)}`);
  startPart(around, parts[0]!, map, { map, fields: values, outer: new Map() });
}

/** Once enough have ended well, or no longer can, the others matter no more. */
function cancelNeedless({ visit, parts }: Around): void {
  const { run, block, at, task } = visit;
  const atLeast = typeof task.join === 'object' ? task.join.atLeast : parts.length + 1;
  const well = parts.filter(({ end }) => end?.failed === false).length;
  const open = parts.filter(({ end }) => end === undefined);
  if (task.join === undefined || task.join === 'all') return;
  if (well < atLeast && well + open.length >= atLeast) return;
  for (const part of open) {
    say(run, block.inside, `cancel ${at}/${part.key}`);
    part.end = { outcome: 'cancelled', result: null, failed: false };
    drop(part.block!);
  }
}

/** An item with the same key and an equal value keeps its finished result. */
function keep({ visit, parts }: Around): void {
  const { run, block, at, task } = visit;
  for (const part of task.carry === true ? parts : []) {
    const before = block.kept.get(at)?.get(part.key);
    if (before === undefined || told(before.value) !== told(part.value ?? null)) continue;
    part.end = before.end;
    say(run, block.inside, `keep ${at}/${part.key}`);
  }
}

function remember({ visit, parts }: Around): void {
  const well = parts.filter(({ end }) => end?.failed === false && end.outcome !== 'skipped');
  const kept = well.map(({ key, value = null, end }) => [key, { value, end: end! }] as const);
  if (visit.task.type === 'foreach') visit.block.kept.set(visit.at, new Map(kept));
}

/** In item order, as many as may. */
function startItems(around: Around): void {
  const { visit, parts } = around;
  for (;;) {
    const next = parts.find((part) => mayStart(around, part));
    if (next === undefined) return;
    startPart(around, next, visit.task.body!);
  }
}

function mayStart({ visit, parts }: Around, part: Part): boolean {
  const running = parts.filter(({ block, end }) => block !== undefined && end === undefined);
  if (part.block !== undefined || part.end !== undefined) return false;
  if (running.length >= (visit.task.concurrency ?? Infinity)) return false;
  if (part.after.some((key) => parts.find((each) => each.key === key)?.end === undefined)) return false;
  const { exclusive } = part;
  if (exclusive === undefined) return true;
  const isAlone = ({ exclusive: others }: Part): boolean => others?.length === 0;
  if (running.some(isAlone) || (isAlone(part) && running.length > 0)) return false;
  return !running.some((other) => other.exclusive?.some((each) => exclusive.includes(each)));
}

/** What a failed item stands in the way of: all that has not begun, or what waits for it. */
function skipAfter({ visit, parts }: Around, failed: Part): void {
  const { run, block, at, task } = visit;
  for (const part of parts) {
    if (part.block !== undefined || part.end !== undefined) continue;
    const isInTheWay =
      task.onItemFailure !== 'continue' || waitsFor(parts, part.key, new Set()).has(failed.key);
    if (!isInTheWay) continue;
    part.end = { outcome: 'skipped', result: null, failed: false };
    say(run, block.inside, `skip ${at}/${part.key}`);
  }
}

function resultOf({ visit: { task }, parts }: Around): Json {
  const ends = parts.map(({ key, end }) => {
    const { outcome, result } = end!;
    return [key, { outcome, result }] as const;
  });
  if (task.type === 'parallel') return Object.fromEntries(ends);
  if (task.type === 'foreach') return ends.map(([key, end]) => ({ key, ...end }));
  return ends[0]![1];
}
