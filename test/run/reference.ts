import { ExpressionError } from '../../src/expression/cel/expression-error.ts';
import { expressionOf } from '../../src/expression/cel/expression-of.ts';
import { resultTypeOf } from '../../src/expression/types/result-type.ts';
import type { ValueType } from '../../src/expression/types/value.ts';
import type { Action, Argument, ExpressionText } from '../../src/model/action.ts';
import type * as model from '../../src/model/block.ts';
import { UNKNOWN_PROJECT } from '../../src/model/project-insight.ts';
import type { Value } from '../../src/model/value.ts';
import { bindParameters, type Binding } from '../../src/prompt/render/bind-parameters.ts';
import { planCommand } from '../../src/prompt/shell/shell-command.ts';
import { valueText } from '../../src/prompt/values/value-text.ts';
import type { Program } from '../../src/run/program/program.ts';
import { compileSchema } from '../../src/schema/compile-schema.ts';
import type { Answer, Answers } from './answers.ts';
import { perBlock, placeOf, reported, endText, membersText, resultText, withoutReserves } from './course.ts';

export type Values = Readonly<Record<string, Value>>;
export type Names = { types: Map<string, ValueType>; values: Map<string, Value | undefined> };
export type Nest = model.ParallelTask | model.ForeachTask | model.WorkflowTask;
export type End = { outcome: string; result: Value; failed: boolean; name?: string };
type Way = { readonly target: string; readonly args: Values; readonly of: string };
type Found = { readonly result: Value; readonly chosen?: Action | undefined };
/** One activation of a block. `perform` says what a task with blocks inside finds out. */
export interface Block extends ReturnType<typeof rootOf> {
  readonly perform?: (block: Block, task: Nest, names: Names) => Value;
  /** What the course says of limits, where it says so beside what the blocks do. */
  readonly reached?: readonly string[];
}

/** A task failed. */
export class Fault extends Error {}
/** A block goes no further. The message has the causes, of which the first counts: none where it was cancelled. */
export class Stop extends Error {}

/**
 * Holds the course of a run against what FORMAT says that each task does, to the end or to where it stops. Tasks with
 * blocks inside are left to `reference-blocks.ts`; reserves of money are timing, and passed over.
 * Errors: throws at the first line that cannot be.
 */
export function play(program: Program, answers: Answers, lines: readonly string[], fields: Values = {}) {
  return playRoot(rootOf(program, answers, lines, fields));
}

export function playRoot(root: Block) {
  const end = comesTo(root);
  if (end instanceof Stop) {
    say(root, `pause ${['failed 6', 'limit 5', 'human 4'].find((cause) => end.message.includes(cause))}`);
  } else say(root, end.name ? `end ${end.name} outcome ${endText(end)}` : 'end');
  const [more] = Object.values(root.course).flat();
  if (more !== undefined) throw new Error(`the course has "${more}" beyond what comes`);
  return { bound: root.names.values, spent: root.spent };
}

export function rootOf(program: Program, answers: Answers, lines: readonly string[], fields: Values) {
  return {
    program,
    answers,
    fields,
    tasks: program.map.block,
    limits: program.map.limits,
    /** What is left of the course, by block. */
    course: perBlock(withoutReserves(lines)),
    spent: { steps: 0, costUsd: 0, tokens: 0 },
    inside: '',
    isCancelled: false,
    /** The names that are bound, and those that are bound around the block. */
    names: copyOf(),
    outer: copyOf(),
    /** Names that give way to whatever a map says by the same name. */
    seen: { project: { ...UNKNOWN_PROJECT } } as Values,
    visits: new Map<string, number>(),
    /** Entries of bounded tasks by name, limited actions by task and name. */
    counts: new Map<string, number>(),
    /** By task, named after the visit that began it. */
    sessions: new Map<string, string>(),
  };
}

function namesIn({ scope: { types, values }, names }: Binding): Names {
  return {
    types: new Map(names.map((name) => [name, types.get(name) ?? 'any'])),
    values: new Map(names.map((name) => [name, values.get(name)])),
  };
}

export function copyOf(names?: Names): Names {
  return { types: new Map(names?.types), values: new Map(names?.values) };
}

export function bind({ types, values }: Names, name: string, value: Value, type: ValueType = 'any'): Names {
  return { types: types.set(name, type), values: values.set(name, value) };
}

export function valueOf(text: ExpressionText | undefined, names: Names, otherwise: Value = null): Value {
  return text ? expressionOf(text).evaluate(names) : otherwise;
}

/** The next line of a block, if there is one to say. */
export function say({ course, inside, isCancelled }: Block, line: string): void {
  if (line === '') return;
  const next = course[inside]?.shift();
  if (next === undefined && isCancelled) throw new Stop();
  if (next !== line) throw new Error(`the course has "${next}" for "${inside}${line}"`);
}

/** Only the root knows all that was spent; what is inside of it is stopped where its course says no more. */
function requireRoom(block: Block, ...kinds: readonly (keyof Block['spent'])[]): void {
  const { limits, spent, reached = [], course, inside } = block;
  const isFull = (kind: keyof Block['spent']): boolean =>
    inside === '' && spent[kind] >= (limits[kind] ?? Infinity);
  const isStopped = kinds.some(isFull);
  // A run that pauses says of every limit that it is reached: of steps only where another one was to begin.
  const full = isStopped ? [...new Set([...kinds, 'costUsd', 'tokens'] as const)].filter(isFull) : [];
  const lines = full.map((kind) => `limit ${kind} ${spent[kind]} of ${limits[kind]}`);
  lines.filter((line) => !reached.includes(line)).forEach((line) => say(block, line));
  if (isStopped || (reached.length > 0 && !course[inside]?.length)) throw new Stop('limit 5');
}

/** Counts, unless that would be more than allowed. */
function hasCounted({ counts }: Block, key: string, max: number): boolean {
  const count = (counts.get(key) ?? 0) + 1;
  if (count <= max) counts.set(key, count);
  return count <= max;
}

export function comesTo(block: Block): End | Stop {
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
  const { task, names } = enter(block, way);
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
    say(block, `fail ${task.name} ${fault}${next}${resultText(found.result)}`);
    if (onError === undefined) throw new Stop('failed 6', { cause: thrown });
    return { target: onError, args: {}, of: onError };
  }
}

/** An entry counts where it lands, and arguments reach no other task than their own. */
function enter(block: Block, way: Way): { task: model.Task; names: Names } {
  const { target, of } = way;
  const task = block.tasks.tasks.find(({ name }) => name === target)!;
  const { maxVisits: bound, as = '' }: Partial<model.ActiveTask> = task.type === 'end' ? {} : task;
  if (bound && !hasCounted(block, target, bound.max)) return enter(block, { ...way, target: bound.then });
  if (task.type !== 'end' && task.type !== 'decide') {
    requireRoom(block, 'steps', 'costUsd', 'tokens');
    block.spent.steps += 1;
  }
  const visit = (block.visits.get(target) ?? 0) + 1;
  block.visits.set(target, visit);
  const args = target === of ? way.args : {};
  say(block, `start ${placeOf(target, visit)}${membersText('', args)}`);
  block.names.values.set(as, block.outer.values.get(as));
  return { task, names: namesOf(block, task, args) };
}

/** All that a task can read, but for its result. */
function namesOf({ program, fields, names, seen, visits }: Block, task: model.Task, args: Values): Names {
  const binding = bindParameters({
    fields: program.map.fields,
    params: 'params' in task ? task.params : [],
    parameters: ('prompt' in task && program.templates.get(task.prompt)?.parameters) || [],
    values: fields,
    bound: names,
    // All are copied, read or not.
    reads: names.types.keys(),
    args,
    schemaOf: (source) => program.schemas.get(source),
  });
  const own = namesIn(binding);
  const all = bind(own, 'visits', visits.get(task.name)!, 'integer');
  const others = Object.entries(seen).filter(([name]) => !own.types.has(name));
  return others.reduce((known, [name, value]) => bind(known, name, value), all);
}

function findOut(block: Block, task: model.ActiveTask, names: Names): Found {
  if (task.type === 'human') return ask(block, task, names);
  if (task.type === 'claude' || task.type === 'shell') return work(block, task, names);
  return { result: task.type === 'decide' ? null : block.perform!(block, task, names) };
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
  const found = `${resultText(result)}${membersText(' set', set)}`;
  say(block, found && `finish ${task.name}${found}`);
  Object.entries(set).forEach(([name, value]) => bind(block.names, name, value));
  if (task.as !== undefined) bind(block.names, task.as, result, type);
  return action ? take(block, task.name, action, args) : { outcome: task.name, result: null, failed: false };
}

function argsOf({ args }: Action, names: Names): Values {
  const valueIn = (each: Argument): Value => ('value' in each ? each.value : valueOf(each.expression, names));
  return Object.fromEntries(args.map((each) => [each.name, valueIn(each)]));
}

/** Each sees those before it. */
function valuesOf(set: readonly model.Assignment[], names: Names): Values {
  for (const { name, expression } of set) bind(names, name, valueOf(expression, names));
  return Object.fromEntries(set.map(({ name }) => [name, names.values.get(name)!]));
}

/** An action beyond its limit is not taken: it re-arms nothing. */
function take(block: Block, at: string, { name, target, limit, resets }: Action, args: Values = {}): Way {
  const way = { target, args, of: target };
  if (limit && !hasCounted(block, `${at}\n${name}`, limit.max)) return { ...way, target: limit.then };
  for (const key of block.counts.keys()) {
    if (resets.some((each) => key === each.name || key.endsWith(`\n${each.name}`))) block.counts.delete(key);
  }
  return way;
}

function ask(block: Block, task: model.HumanTask, names: Names): Found {
  const { name: at, timeoutMs } = task;
  const offered = task.actions.filter(({ when }) => valueOf(when, names, true) === true);
  if (offered.length === 0) throw new Fault('guards');
  const within = timeoutMs === undefined ? '' : ` within ${timeoutMs / 1000}s`;
  say(block, `ask ${at}: ${offered.map(({ name }) => name).join(', ')}${within}`);
  const { fail, action, fields = {} } = answerOf(block, task);
  const chosen = offered.find(({ name }) => name === action);
  if (fail !== undefined || chosen === undefined) throw new Stop('human 4');
  say(block, `answer ${at} ${chosen.name}${membersText('', fields)}`);
  return { result: { action: chosen.name, fields }, chosen };
}

/** Turns of an agent, or runs of a command, until one has an answer. */
function work(block: Block, task: model.ClaudeTask | model.ShellTask, names: Names): Found {
  const { name: at, type } = task;
  const left = triesOf(task);
  let line = type === 'claude' ? sessionLine(block, task) : shellLine(task, names);
  for (let turn = 1; ; turn += 1) {
    say(block, line);
    const answer = answerOf(block, task, turn);
    const found = type === 'claude' ? foundIn(block, task, answer) : exitOf(answer);
    if (found !== undefined) return found;
    const fault = answer.fail ?? 'reply';
    if (fault === 'reply') say(block, `reject ${at}`);
    left[fault] -= 1;
    // Whoever stopped where the run's money ended has not failed.
    if (left[fault] >= 0) requireRoom(block, 'costUsd', 'tokens');
    else if (fault !== 'reply') requireRoom(block, 'costUsd');
    if (left[fault] < 0) throw new Fault(fault);
    if (type === 'claude') line = `agent ${at} ${fault === 'reply' ? 'repair' : 'retry'}`;
  }
}

/** Further tries by class of fault. A command is run again only where the map says that it may be. */
function triesOf({ retry: { max = 2, reply = 1 }, ...task }: model.ActiveTask) {
  return { transport: task.type === 'shell' && !task.idempotent ? 0 : max, reply, permanent: 0 };
}

function answerOf({ answers, visits, inside, spent }: Block, task: model.ActiveTask, turn = 1): Answer {
  const answer = answers(task.name, visits.get(task.name)!, turn, inside) ?? {};
  spent.costUsd += task.type === 'claude' ? (answer.costUsd ?? 0) : 0;
  spent.tokens += task.type === 'claude' ? (answer.tokens ?? 0) : 0;
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
  return `shell ${name}${command.kind === 'line' ? '' : ` ${reported(argv)}`}`;
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
