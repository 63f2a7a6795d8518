import { ExpressionError } from '../../src/expression/expression-error.ts';
import { expressionOf } from '../../src/expression/expression-of.ts';
import { resultTypeOf } from '../../src/expression/result-type.ts';
import type { Scope, ValueType } from '../../src/expression/value.ts';
import type { Action, ExpressionText } from '../../src/model/action.ts';
import type * as model from '../../src/model/block.ts';
import { UNKNOWN_PROJECT } from '../../src/model/project-insight.ts';
import type { Value } from '../../src/model/value.ts';
import { bindParameters } from '../../src/prompt/bind-parameters.ts';
import { planCommand } from '../../src/prompt/shell-command.ts';
import { valueText } from '../../src/prompt/value-text.ts';
import type { Program } from '../../src/run/program.ts';
import { compileSchema } from '../../src/schema/compile-schema.ts';
import type { Answer, Answers } from './answers.ts';
import { seeing } from './seeing.ts';
import { perBlock, placeOf, told, toldEnd, toldMembers, toldResult } from './course.ts';

type Values = Readonly<Record<string, Value>>;
type Names = { types: Map<string, ValueType>; values: Map<string, Value | undefined> };
type Nest = model.ParallelTask | model.ForeachTask | model.WorkflowTask;
type Worker = model.ClaudeTask | model.ShellTask;
type Kind = 'steps' | 'costUsd' | 'tokens';
type End = { readonly outcome: string; readonly result: Value; readonly failed: boolean; name?: string };
type Way = { readonly target: string; readonly args: Values; readonly of: string };
type Found = { readonly result: Value; readonly chosen?: Action | undefined };
/** One activation of a block. */
type Block = ReturnType<typeof rootOf>;
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

/** A task failed. */
class Fault extends Error {}
/** A block goes no further. The message has all causes: none where it was cancelled. */
class Stop extends Error {}

/**
 * Holds the course of a run against what FORMAT says that each block does by itself, in its own order, to its end or to
 * where it stops. Errors: throws at the first line that cannot be.
 *
 * What timing decides is taken from the course, and must be allowed: which part of a task ends next, where a cancelled
 * block was cut off, which of several blocks a limit stopped. Reserves of money are timing, and passed over.
 */
export function play(program: Program, answers: Answers, lines: readonly string[], fields: Values = {}) {
  const root = rootOf(program, answers, lines, fields);
  const { reached, limits, spent } = root;
  const end = comesTo(root);
  for (const line of reached) {
    const [, kind, used, , max] = line.split(' ') as [string, Kind, string, string, string];
    const isSpent = Number(used) >= Number(max) && Number(used) <= spent[kind];
    if (Number(max) !== limits[kind] || !isSpent) throw new Error(`"${line}" is not so`);
  }
  const cause = reached.length > 0 ? 'limit 5' : 'human 4';
  if (!(end instanceof Stop)) say(root, end.name ? `end ${end.name} outcome ${toldEnd(end)}` : 'end');
  else say(root, `pause ${end.message.includes('failed') ? 'failed 6' : cause}`);
  const [more] = Object.values(root.course).flat();
  if (more !== undefined) throw new Error(`the course has "${more}" beyond what comes`);
  return { bound: root.names.values, spent };
}

function rootOf(program: Program, answers: Answers, lines: readonly string[], fields: Values) {
  return {
    program,
    answers,
    fields,
    tasks: program.map.block,
    limits: program.map.limits,
    /** What is left of the course, by block, and what it says of limits. */
    course: perBlock(lines.filter((line) => !line.startsWith('limit ') && !RESERVED.test(line))),
    reached: lines.filter((line) => line.startsWith('limit ')),
    spent: { steps: 0, costUsd: 0, tokens: 0 },
    inside: '',
    isCancelled: false,
    /** The names that are known, and those of them that are known around the block. */
    names: copyOf(),
    outer: copyOf(),
    /** What the nearest item around sees of the others. */
    seen: {} as Values,
    visits: new Map<string, number>(),
    /** Entries of bounded tasks by name, limited actions by task and name. */
    counts: new Map<string, number>(),
    /** By task, named after the visit that began it. */
    sessions: new Map<string, string>(),
    kept: new Map<string, readonly Part[]>(),
  };
}

/** Tells of nothing but a reserve. */
const RESERVED = /(?:^|: )agent (?!.*(?: repair| retry| session .*) reserve ).* reserve [\d.]+$/;

function copyOf(names?: Scope): Names {
  return { types: new Map(names?.types), values: new Map(names?.values) };
}

function bind({ types, values }: Names, name: string, value: Value, type: ValueType = 'any'): Names {
  return { types: types.set(name, type), values: values.set(name, value) };
}

function valueOf(expression: ExpressionText | undefined, names: Names, otherwise: Value = null): Value {
  return expression ? expressionOf(expression).evaluate(names) : otherwise;
}

/** The next line of a block, if there is one to say. */
function say({ course, inside, isCancelled }: Block, line: string): void {
  if (line === '') return;
  const next = course[inside]?.shift()?.replace(/ reserve [\d.]+$/, '');
  if (next === undefined && isCancelled) throw new Stop();
  if (next !== line) throw new Error(`the course has "${next}" for "${inside}${line}"`);
}

/** All that was spent is known when the root block begins something; others are stopped from beside them, too. */
function requireRoom({ inside, limits, spent, reached, course }: Block, ...kinds: readonly Kind[]): void {
  const full = kinds.find((kind) => inside === '' && spent[kind] >= (limits[kind] ?? Infinity));
  const line = full && `limit ${full} ${spent[full]} of ${limits[full]}`;
  if (line !== undefined && !reached.includes(line)) throw new Error(`the course lacks "${line}"`);
  if (line !== undefined || (reached.length > 0 && !course[inside]?.length)) throw new Stop('limit');
}

/** Counts, unless that would be more than allowed. */
function hasCounted({ counts }: Block, key: string, max: number): boolean {
  const count = (counts.get(key) ?? 0) + 1;
  if (count <= max) counts.set(key, count);
  return count <= max;
}

function comesTo(block: Block): End | Stop {
  try {
    let way: End | Way = { target: block.tasks.start, args: {}, of: block.tasks.start };
    while ('target' in way) way = leave(block, way);
    return way;
  } catch (thrown) {
    if (thrown instanceof Stop) return thrown;
    throw thrown;
  }
}

/** Performs a task, and says where it leads. */
function leave(block: Block, way: Way): End | Way {
  const { task, args } = enter(block, way);
  const names = namesOf(block, task, args);
  let found: Found = { result: null };
  try {
    if (task.type === 'end') return { ...task, result: valueOf(task.result, names) };
    found = findOut(block, task, names);
    return wayOut(block, task, names, found);
  } catch (thrown) {
    if (!(thrown instanceof Fault || thrown instanceof ExpressionError)) throw thrown;
    const fault = thrown instanceof Fault ? thrown.message : 'expression';
    const onError = task.type === 'end' ? undefined : task.onError;
    const next = onError === undefined ? '' : ` -> ${onError}`;
    say(block, `fail ${task.name} ${fault}${next}${toldResult(found.result)}`);
    if (onError === undefined) throw new Stop('failed', { cause: thrown });
    return { target: onError, args: {}, of: onError };
  }
}

/** An entry counts where it lands, and arguments reach no other task than their own. */
function enter(
  block: Block,
  { target, args, of }: Way,
): { readonly task: model.Task; readonly args: Values } {
  const task = block.tasks.tasks.find(({ name }) => name === target)!;
  const { maxVisits, as = '' }: Partial<model.ActiveTask> = task.type === 'end' ? {} : task;
  if (maxVisits && !hasCounted(block, target, maxVisits.max)) {
    return enter(block, { target: maxVisits.then, args, of });
  }
  const isStep = task.type !== 'end' && task.type !== 'decide';
  if (isStep) requireRoom(block, 'steps', 'costUsd', 'tokens');
  if (isStep) block.spent.steps += 1;
  const visit = (block.visits.get(target) ?? 0) + 1;
  block.visits.set(target, visit);
  const given = target === of ? args : {};
  say(block, `start ${placeOf(target, visit)}${toldMembers('', given)}`);
  block.names.values.set(as, block.outer.values.get(as));
  return { task, args: given };
}

/** All that a task can read, but for its result. */
function namesOf({ program, fields, names, seen, visits }: Block, task: model.Task, args: Values): Names {
  const template = 'prompt' in task ? program.templates.get(task.prompt) : undefined;
  const { scope } = bindParameters({
    fields: program.map.fields,
    params: 'params' in task ? task.params : [],
    parameters: template?.parameters ?? [],
    values: fields,
    bound: names,
    args,
    schemaOf: (source) => program.schemas.get(source),
  });
  const all = bind(copyOf(scope), 'visits', visits.get(task.name)!, 'integer');
  // These give way to whatever a map says by the same name.
  for (const [name, value] of Object.entries({ project: { ...UNKNOWN_PROJECT }, ...seen })) {
    if (!scope.types.has(name)) bind(all, name, value);
  }
  return all;
}

function findOut(block: Block, task: model.ActiveTask, names: Names): Found {
  if (task.type === 'decide') return { result: null };
  if (task.type === 'human') return ask(block, task, names);
  if (task.type === 'claude' || task.type === 'shell') return work(block, task, names);
  const parts = task.type === 'foreach' ? itemsOf(block, task, names) : partsOf(block, task, names);
  playParts(block, task, parts);
  const ends = parts.map(({ key, end }) => ({ key, outcome: end!.outcome, result: end!.result }));
  if (task.type === 'foreach') return { result: ends };
  const entries = ends.map(({ key, ...end }) => [key, end] as const);
  return { result: task.type === 'parallel' ? Object.fromEntries(entries) : entries[0]![1] };
}

/** Where a task leads, once it has its result: nothing is bound where that is not clear. */
function wayOut(block: Block, task: model.ActiveTask, names: Names, { result, chosen }: Found): End | Way {
  const set = task.type === 'decide' ? valuesOf(task.set, names) : {};
  const type = resultTypeOf(task, (source) => block.program.schemas.get(source));
  ['result', 'branches', 'items'].forEach((name) => bind(names, name, result, type));
  const action = chosen ?? task.actions.find(({ when }) => valueOf(when, names, true) === true);
  if (action === undefined && task.actions.length > 0) throw new Fault('guards');
  const args = action && argsOf(action, names);
  const chooser = task.type === 'human' ? 'person' : 'agent';
  if (action !== undefined) say(block, `choose ${action.name} by ${chosen ? chooser : 'guard'}`);
  const found = `${toldResult(result)}${toldMembers(' set', set)}`;
  say(block, found && `finish ${task.name}${found}`);
  Object.entries(set).forEach(([name, value]) => bind(block.names, name, value));
  if (task.as !== undefined) bind(block.names, task.as, result, type);
  return action ? take(block, task.name, action, args) : { outcome: task.name, result: null, failed: false };
}

function argsOf({ args }: Action, names: Names): Values {
  const values = args.map((each) =>
    each.kind === 'expression' ? valueOf(each.expression, names) : each.value,
  );
  return Object.fromEntries(args.map(({ name }, index) => [name, values[index]!]));
}

/** Each sees those before it. */
function valuesOf(set: readonly model.Assignment[], names: Names): Values {
  return Object.fromEntries(
    set.map(({ name, expression }) => {
      const value = valueOf(expression, names);
      bind(names, name, value);
      return [name, value];
    }),
  );
}

/** An action beyond its limit is not taken: it re-arms nothing. */
function take(block: Block, at: string, { name, target, limit, resets }: Action, args: Values = {}): Way {
  if (limit && !hasCounted(block, `${at}\n${name}`, limit.max))
    return { target: limit.then, args, of: target };
  for (const key of block.counts.keys()) {
    if (resets.some((each) => key === each.name || key.endsWith(`\n${each.name}`))) block.counts.delete(key);
  }
  return { target, args, of: target };
}

function ask(block: Block, { name: at, actions, timeoutMs }: model.HumanTask, names: Names): Found {
  const offered = actions.filter(({ when }) => valueOf(when, names, true) === true);
  if (offered.length === 0) throw new Fault('guards');
  const within = timeoutMs === undefined ? '' : ` within ${timeoutMs / 1000}s`;
  say(block, `ask ${at}: ${offered.map(({ name }) => name).join(', ')}${within}`);
  const { fail, action, fields = {} } = block.answers(at, block.visits.get(at)!, 1, block.inside) ?? {};
  const chosen = offered.find(({ name }) => name === action);
  if (fail !== undefined || chosen === undefined) throw new Stop('human');
  say(block, `answer ${at} ${chosen.name}${toldMembers('', fields)}`);
  return { result: { action: chosen.name, fields }, chosen };
}

/** Turns of an agent, or runs of a command, until one has an answer. */
function work(block: Block, task: Worker, names: Names): Found {
  const { name: at, type } = task;
  const most = mostOf(task);
  const used = { transport: 0, reply: 0, permanent: 0 };
  let line = type === 'claude' ? sessionLine(block, task) : shellLine(task, names);
  for (let turn = 1; ; turn += 1) {
    say(block, line);
    const answer = answerOf(block, task, turn);
    const found = type === 'claude' ? foundIn(block, task, answer) : exitOf(answer);
    if (found !== undefined) return found;
    const fault = answer.fail ?? 'reply';
    if (fault === 'reply') say(block, `reject ${at}`);
    used[fault] += 1;
    const isLost = used[fault] > most[fault];
    // Whoever stopped where the run's money ended has not failed.
    if (!isLost || fault !== 'reply') requireRoom(block, 'costUsd', ...(isLost ? [] : TOKENS));
    if (isLost) throw new Fault(fault);
    if (type === 'claude') line = `agent ${at} ${PURPOSES[fault]}`;
  }
}

const TOKENS: readonly Kind[] = ['tokens'];
const PURPOSES = { transport: 'retry', reply: 'repair', permanent: '' };

/** A command is run again only where the map says that it may be. */
function mostOf(task: Worker) {
  const { max = 2, reply = 1 } = task.retry;
  return { transport: task.type === 'claude' || task.idempotent ? max : 0, reply, permanent: 0 };
}

function answerOf({ answers, visits, inside, spent }: Block, { name, type }: Worker, turn: number): Answer {
  const answer = answers(name, visits.get(name)!, turn, inside) ?? {};
  spent.costUsd += type === 'claude' ? (answer.costUsd ?? 0) : 0;
  spent.tokens += type === 'claude' ? (answer.tokens ?? 0) : 0;
  return answer;
}

/** In the session of a task of this block or one around; nothing is told of a session of its own. */
function sessionLine({ sessions, visits }: Block, { name: at, session }: model.ClaudeTask): string {
  const earlier = sessions.get('task' in session ? session.task : session.kind === 'continue' ? at : '');
  const own = placeOf(at, visits.get(at)!);
  sessions.set(at, session.kind === 'fork' ? own : (earlier ?? own));
  if (earlier === undefined) return '';
  return `agent ${at} ${session.kind === 'fork' ? 'forks' : 'in'} session ${earlier}`;
}

function shellLine({ name, command }: model.ShellTask, names: Names): string {
  const { argv } = planCommand(command, (each) => valueText(valueOf(each, names)));
  return `shell ${name}${command.kind === 'line' ? '' : ` ${told(argv)}`}`;
}

function exitOf({ fail, exitCode = 0, stdout = '' }: Answer): Found | undefined {
  const json = /^[[{]/.test(stdout) ? { json: JSON.parse(stdout) as Value } : {};
  return fail === undefined ? { result: { exitCode, stdout, ...json } } : undefined;
}

/** Undefined where it is no answer, because its choice or its output is not legal. */
function foundIn({ program }: Block, task: model.ClaudeTask, answer: Answer): Found | undefined {
  const { fail, reply, action, output, text = '' } = answer;
  const menu = task.actions.some(({ when }) => when !== undefined) ? [] : task.actions;
  const chosen = menu.find(({ name }) => name === action);
  if (fail !== undefined || reply !== undefined || (!chosen && menu.length > 0)) return undefined;
  if (task.output === undefined) return { result: { text }, chosen };
  const schema = compileSchema(program.schemas.get(task.output)!);
  const fits = output !== undefined && 'check' in schema && schema.check(output).length === 0;
  return fits ? { result: output, chosen } : undefined;
}

/** What must happen to parts happens at once; which of their blocks ends next is what the course says. */
function playParts(block: Block, task: Nest, parts: readonly Part[]): void {
  const { name: at, type } = task;
  const atLeast = type === 'parallel' ? task.atLeast : undefined;
  const most = type === 'foreach' ? task.concurrency : undefined;
  const isAll = type === 'foreach' && task.onItemFailure === 'stop';
  for (;;) {
    const open = parts.filter(({ end }) => end === undefined);
    const running = open.filter(({ comesTo }) => comesTo !== undefined);
    const waiting = open.filter(({ comesTo }) => comesTo === undefined);
    const ended = running.filter(({ comesTo }) => !(comesTo instanceof Stop));
    const lost = parts.filter(({ end }) => end?.failed === true || end === SKIPPED);
    const well = parts.length - open.length - lost.length;
    const isNeedless = atLeast !== undefined && (well >= atLeast || well + open.length < atLeast);
    const doomed = waiting.filter(({ after }) => lost.some(({ key }) => isAll || after.includes(key)));
    const free = waiting.find(({ after, exclusive }) => {
      if (running.length >= (most ?? Infinity) || open.some(({ key }) => after.includes(key))) return false;
      const isAlone = [...running.map((each) => each.exclusive), exclusive].some(
        ({ length }) => length === 0,
      );
      const used = running.flatMap((each) => each.exclusive);
      return running.length === 0 || !(isAlone || exclusive.some((each) => used.includes(each)));
    });
    if (open.length === 0) return;
    if (isNeedless)
      open.forEach((part) => finish(block, [part], () => `cancel ${at}/${part.key}`, CANCELLED));
    else if (doomed.length > 0) finish(block, doomed, ({ key }) => `skip ${at}/${key}`, SKIPPED);
    else if (free !== undefined) free.comesTo = begin(seeing(block, type, free, parts), at, free);
    else if (ended.length > 0)
      finish(block, ended, ({ name, comesTo }) => `${name} -> ${toldEnd(comesTo as End)}`);
    else throw new Stop(running.map(({ comesTo }) => (comesTo as Stop).message).join(' '));
  }
}

const SKIPPED: End = { outcome: 'skipped', result: null, failed: false };
const CANCELLED: End = { outcome: 'cancelled', result: null, failed: false };

/** Of these parts the one is over whose line comes next. */
function finish(block: Block, parts: readonly Part[], lineOf: (part: Part) => string, end?: End): void {
  const part = parts.find((each) => lineOf(each) === block.course[block.inside]?.[0]) ?? parts[0]!;
  say(block, lineOf(part));
  part.end = end ?? (part.comesTo as End);
}

function begin(block: Block, at: string, { key, begins, place }: Part): End | Stop {
  say(block, begins);
  const rest = block.course[block.inside] ?? [];
  const here = rest.slice(0, rest.findIndex((line) => line.startsWith('start ')) >>> 0);
  const isCancelled = block.isCancelled || here.includes(`cancel ${at}/${key}`);
  const visit = block.visits.get(at)!;
  const inside = `${block.inside.replace(/: $/, ' ')}${at}${visit > 1 ? `#${visit}` : ''}/${key}: `;
  const isOwn = (name: string): boolean => place.tasks!.tasks.some((each) => each.name === name);
  const sessions = new Map([...block.sessions].filter(([name]) => !isOwn(name)));
  const outer = place.outer ?? block.names;
  const memory = { sessions, visits: new Map(), counts: new Map(), kept: new Map() };
  return comesTo({ ...block, ...memory, ...place, inside, isCancelled, outer, names: copyOf(outer) });
}

/** Branches; or another map, which gets what `with` says and none of the names here. */
function partsOf(block: Block, task: model.ParallelTask | model.WorkflowTask, names: Names): readonly Part[] {
  const alike = { value: null, after: [] };
  if (task.type === 'parallel') {
    return task.branches.map(({ name: key, block: tasks }) => {
      const name = `branch ${task.name}/${key}`;
      return { ...alike, key, name, begins: name, place: { tasks }, exclusive: [key] };
    });
  }
  const program = block.program.maps.get(task.map)!;
  const given = new Map(task.with.map(({ name, expression }) => [name, valueOf(expression, names)]));
  const values = program.map.fields.map((field) => [field, given.get(field.name) ?? field.default] as const);
  if (values.some(([{ required }, value]) => required && value === undefined)) throw new Fault('expression');
  const known = values.flatMap(([{ name }, value]) => (value === undefined ? [] : [[name, value] as const]));
  const fields = Object.fromEntries(known);
  const place = { program, fields, tasks: program.map.block, sessions: new Map(), outer: copyOf(), seen: {} };
  const name = `map ${task.name}`;
  return [
    { ...alike, key: 'map', name, begins: `${name}${toldMembers('', fields)}`, place, exclusive: ['map'] },
  ];
}

/** Items as they are on entry, with the results that are kept from before. */
function itemsOf(block: Block, task: model.ForeachTask, names: Names): readonly Part[] {
  const list = valueOf(task.items, names);
  if (!Array.isArray(list)) throw new Fault('expression');
  const parts = list.map((value: Value, index): Part => {
    const own = bind(copyOf(names), task.item, value);
    const key = task.key === undefined ? String(index) : valueText(valueOf(task.key, own));
    const [after, exclusive] = [task.after, task.exclusive].map(
      (text) => (valueOf(text, own) ?? []) as Value[],
    );
    const place = { tasks: task.body, outer: bind(copyOf(block.names), task.item, value) };
    const name = `item ${task.name}/${key}`;
    return {
      key,
      name,
      begins: name,
      place,
      value,
      after: after!.map(valueText),
      exclusive: task.exclusive ? exclusive!.map(valueText) : [key],
    };
  });
  checkKeys(parts);
  say(block, `items ${task.name}: ${parts.map(({ key }) => key).join(', ')}`);
  const before = block.kept.get(task.name) ?? [];
  for (const part of task.carry ? parts : []) {
    const same = before.find(({ key, value }) => key === part.key && told(value) === told(part.value));
    const isWell = same?.end?.failed === false && same.end !== SKIPPED;
    if (isWell) finish(block, [part], ({ key }) => `keep ${task.name}/${key}`, same.end);
  }
  block.kept.set(task.name, parts);
  return parts;
}

/** No key twice, none that is not there, none that waits for itself. */
function checkKeys(parts: readonly Part[]): void {
  const keys = new Set(parts.map(({ key }) => key));
  let rest = parts;
  for (const _ of parts) rest = rest.filter(({ after }) => rest.some(({ key }) => after.includes(key)));
  const isStrange = parts.some(({ after }) => after.some((key) => !keys.has(key)));
  if (keys.size < parts.length || isStrange || rest.length > 0) throw new Fault('expression');
}
