import { ExpressionError } from '../../src/expression/expression-error.ts';
import { expressionOf } from '../../src/expression/expression-of.ts';
import { resultTypeOf } from '../../src/expression/result-type.ts';
import type { Scope, ValueType } from '../../src/expression/value.ts';
import type { Action, ExpressionText } from '../../src/model/action.ts';
import type * as model from '../../src/model/block.ts';
import type { Value } from '../../src/model/value.ts';
import { bindParameters } from '../../src/prompt/bind-parameters.ts';
import { planCommand } from '../../src/prompt/shell-command.ts';
import { valueText } from '../../src/prompt/value-text.ts';
import type { Program } from '../../src/run/program.ts';
import { compileSchema } from '../../src/schema/compile-schema.ts';
import type { Answer, Answers } from './answers.ts';
import { perBlock, placeOf, told, toldEnd, toldMembers, toldResult } from './course.ts';

type Values = Readonly<Record<string, Value>>;
type Kind = 'steps' | 'costUsd' | 'tokens';
type Nest = model.ParallelTask | model.ForeachTask | model.WorkflowTask;
type End = { readonly outcome: string; readonly result: Value; readonly failed: boolean };
type Way = { readonly target: string; readonly args: Values; readonly of: string };
type Found = { readonly result: Value; readonly chosen?: Action | undefined };

/** What all blocks share. `course` is what is left of it by block, `reached` what it says of limits. */
interface Run {
  readonly answers: Answers;
  readonly limits: Program['map']['limits'];
  readonly course: Readonly<Record<string, string[]>>;
  readonly reached: readonly string[];
  /** `late` are dollars for the last turns of cancelled blocks, which may never have begun. */
  readonly spent: Record<Kind | 'late', number>;
}

/** Where a block is; `outer` are the names around it, as they were when it was entered. */
interface Place {
  readonly run: Run;
  readonly program: Program;
  readonly tasks: model.Block;
  readonly fields: Values;
  readonly inside: string;
  readonly outer: Scope;
  readonly around?: Block;
  readonly isCancelled?: boolean;
}

/** One activation. Counters are by task, or task and action; a session is named after the visit that began it. */
type Block = Place & ReturnType<typeof memory>;

const memory = () => ({
  bound: new Map<string, Value>(),
  visits: new Map<string, number>(),
  counts: new Map<string, number>(),
  sessions: new Map<string, string>(),
  kept: new Map<string, readonly Part[]>(),
});

/** A branch, an item or a map. `comesTo` is what its block comes to, `end` that once the course says so. */
interface Part {
  readonly key: string;
  readonly place: Pick<Place, 'tasks'> & Partial<Place>;
  readonly value: Value;
  readonly after: readonly string[];
  /** Undefined where there are no such rules, empty for alone. */
  readonly exclusive: readonly string[] | undefined;
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
  const { limits, block: tasks } = program.map;
  const reached = lines.filter((line) => line.startsWith('limit '));
  const course = perBlock(lines.flatMap((line) => (reached.includes(line) ? [] : withoutReserve(line))));
  const spent = { steps: 0, costUsd: 0, tokens: 0, late: 0 };
  const run: Run = { answers, limits, course, reached, spent };
  const outer = { types: new Map(), values: new Map() };
  const root = { run, program, tasks, fields, inside: '', outer, ...memory() };
  const end = comesTo(root);
  if (end instanceof Stop) say(root, `pause ${causeOf(run, end.message)}`);
  const [more] = Object.values(course).flat();
  if (more !== undefined) throw new Error(`the course has "${more}" beyond what comes`);
  return { bound: root.bound, spent };
}

function withoutReserve(line: string): string[] {
  const rest = line.replace(/ reserve [\d.]+$/, '');
  return rest === line || / (retry|repair|session .*)$/.test(rest) ? [rest] : [];
}

function causeOf({ reached, limits, spent }: Run, causes: string): string {
  for (const line of reached) {
    const [, kind, used, , max] = line.split(' ') as [string, Kind, string, string, string];
    const isTrue = Number(max) === limits[kind] && Number(used) <= spent[kind] + spent.late;
    if (!isTrue || Number(used) < Number(max)) throw new Error(`"${line}" is not so`);
  }
  if (causes.includes('failed')) return 'failed 6';
  return reached.length > 0 ? 'limit 5' : 'human 4';
}

function say(block: Block, line: string): void {
  const next = restOf(block).shift();
  if (next === undefined && block.isCancelled) throw new Stop();
  if (next !== line) throw new Error(`the course has "${next}" for "${block.inside}${line}"`);
}

const restOf = ({ run, inside }: Block): string[] => run.course[inside] ?? [];

/** All that was spent is known when the root block begins something; others are stopped from beside them, too. */
function requireRoom(block: Block, kinds: readonly Kind[]): void {
  const { limits, reached, spent } = block.run;
  const full = kinds.find((kind) => block.around === undefined && spent[kind] >= (limits[kind] ?? Infinity));
  const line = `limit ${full} ${full && spent[full]} of ${full && limits[full]}`;
  if (full && !reached.includes(line)) throw new Error(`the course lacks "${line}"`);
  if (full || (reached.length > 0 && restOf(block).length === 0)) throw new Stop('limit');
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

/** An entry counts where it lands, and arguments reach no other task than their own. */
function leave(block: Block, { target, args, of }: Way): End | Way {
  const task = block.tasks.tasks.find(({ name }) => name === target)!;
  const { maxVisits = undefined, onError = undefined, as = '' } = task.type === 'end' ? {} : task;
  if (maxVisits && !hasCounted(block, target, maxVisits.max)) {
    return leave(block, { target: maxVisits.then, args, of });
  }
  if (task.type !== 'end' && task.type !== 'decide') {
    requireRoom(block, ['steps', 'costUsd', 'tokens']);
    block.run.spent.steps += 1;
  }
  const visit = (block.visits.get(target) ?? 0) + 1;
  block.visits.set(target, visit);
  const given = target === of ? args : {};
  say(block, `start ${placeOf(target, visit)}${toldMembers('', given)}`);
  block.bound.delete(as);
  const scope = scopeOf(block, task, given);
  let result: Value = null;
  try {
    if (task.type === 'end') return endOf(block, task, scope);
    const found = findOut(block, task, scope);
    ({ result } = found);
    return wayOut(block, task, scope, found);
  } catch (thrown) {
    if (!(thrown instanceof Fault || thrown instanceof ExpressionError)) throw thrown;
    const fault = thrown instanceof Fault ? thrown.message : 'expression';
    const way = onError === undefined ? '' : ` -> ${onError}`;
    say(block, `fail ${target} ${fault}${way}${toldResult(result)}`);
    if (onError === undefined) throw new Stop('failed', { cause: thrown });
    return { target: onError, args: {}, of: onError };
  }
}

/** Counts, unless that would be more than allowed. */
function hasCounted({ counts }: Block, key: string, max: number): boolean {
  const before = counts.get(key) ?? 0;
  if (before < max) counts.set(key, before + 1);
  return before < max;
}

/** All that a task can read. */
function scopeOf(block: Block, task: model.Task, args: Values): Scope {
  const { templates, map, schemas } = block.program;
  const { scope } = bindParameters({
    fields: map.fields,
    params: 'params' in task ? task.params : [],
    parameters: 'prompt' in task ? (templates.get(task.prompt)?.parameters ?? []) : [],
    values: block.fields,
    bound: boundIn(block),
    args,
    schemaOf: (source) => schemas.get(source),
  });
  return withName(scope, 'visits', block.visits.get(task.name)!, 'integer');
}

function boundIn({ program, tasks, outer, bound }: Block): Scope {
  const types = new Map(outer.types);
  for (const task of tasks.tasks) {
    if (task.type === 'decide') for (const { name } of task.set) types.set(name, 'any');
    if ('as' in task && task.as)
      types.set(
        task.as,
        resultTypeOf(task, (source) => program.schemas.get(source)),
      );
  }
  return { types, values: new Map([...outer.values, ...bound]) };
}

function withName({ types, values }: Scope, name: string, value: Value, type: ValueType = 'any'): Scope {
  return { types: new Map(types).set(name, type), values: new Map(values).set(name, value) };
}

const valueOf = (expression: ExpressionText, scope: Scope): Value => expressionOf(expression).evaluate(scope);

function endOf(
  block: Block,
  { name, outcome, result: expression, failed }: model.EndTask,
  scope: Scope,
): End {
  const end = { outcome, result: expression === undefined ? null : valueOf(expression, scope), failed };
  if (block.around === undefined) say(block, `end ${name} outcome ${toldEnd(end)}`);
  return end;
}

/** Where a task leads. An action beyond its limit is not taken: it re-arms nothing. */
function wayOut(block: Block, task: model.ActiveTask, scope: Scope, { result, chosen }: Found): End | Way {
  const bindings: [string, Value][] = [];
  let names = scope;
  for (const { name, expression } of task.type === 'decide' ? task.set : []) {
    bindings.push([name, valueOf(expression, names)]);
    names = withName(names, ...bindings.at(-1)!);
  }
  const type = resultTypeOf(task, (source) => block.program.schemas.get(source));
  for (const name of ['result', 'branches', 'items']) names = withName(names, name, result, type);
  const action =
    chosen ?? task.actions.find(({ when }) => when === undefined || valueOf(when, names) === true);
  if (action === undefined && task.actions.length > 0) throw new Fault('guards');
  const args = (action?.args ?? []).map((each): [string, Value] => [
    each.name,
    each.kind === 'expression' ? valueOf(each.expression, names) : each.value,
  ]);
  const by = chosen === undefined ? 'guard' : task.type === 'human' ? 'person' : 'agent';
  if (action !== undefined) say(block, `choose ${action.name} by ${by}`);
  const found = `${toldResult(result)}${toldMembers(' set', Object.fromEntries(bindings))}`;
  if (found !== '') say(block, `finish ${task.name}${found}`);
  if (task.as !== undefined) bindings.push([task.as, result]);
  for (const [name, value] of bindings) block.bound.set(name, value);
  if (action === undefined) {
    if (block.around === undefined) say(block, 'end');
    return { outcome: task.name, result: null, failed: false };
  }
  return take(block, task.name, action, Object.fromEntries(args));
}

function take(block: Block, at: string, { name, target, limit, resets }: Action, args: Values): Way {
  if (limit && !hasCounted(block, `${at}\n${name}`, limit.max))
    return { target: limit.then, args, of: target };
  for (const key of block.counts.keys()) {
    if (resets.some((each) => key === each.name || key.endsWith(`\n${each.name}`))) block.counts.delete(key);
  }
  return { target, args, of: target };
}

function findOut(block: Block, task: model.ActiveTask, scope: Scope): Found {
  if (task.type === 'decide') return { result: null };
  if (task.type === 'human') return ask(block, task, scope);
  if (task.type === 'claude' || task.type === 'shell') return work(block, task, scope);
  return { result: resultOf(task, performParts(block, task, scope)) };
}

function ask(block: Block, { name: at, actions, timeoutMs }: model.HumanTask, scope: Scope): Found {
  const offered = actions.filter(({ when }) => when === undefined || valueOf(when, scope) === true);
  if (offered.length === 0) throw new Fault('guards');
  const within = timeoutMs === undefined ? '' : ` within ${timeoutMs / 1000}s`;
  say(block, `ask ${at}: ${offered.map(({ name }) => name).join(', ')}${within}`);
  const answer = block.run.answers(at, block.visits.get(at)!, 1, block.inside);
  const chosen = offered.find(({ name }) => name === answer?.action);
  if (answer?.fail !== undefined || chosen === undefined) throw new Stop('human');
  const { fields = {} } = answer;
  say(block, `answer ${at} ${chosen.name}${toldMembers('', fields)}`);
  return { result: { action: chosen.name, fields }, chosen };
}

/** Turns of an agent, or runs of a command, until there is an answer. */
function work(block: Block, task: model.ClaudeTask | model.ShellTask, scope: Scope): Found {
  const { name: at, retry } = task;
  const visit = block.visits.get(at)!;
  let purpose = task.type === 'claude' ? sessionOf(block, task, placeOf(at, visit)) : '';
  const command = task.type === 'shell' ? ` ${wordsOf(task, scope)}`.trimEnd() : '';
  const most = task.type === 'claude' || task.idempotent ? (retry.max ?? 2) : 0;
  for (let turn = 1, faults = 0, rejects = 0; ; turn += 1) {
    if (task.type === 'shell' || purpose !== '')
      say(block, `${task.type === 'shell' ? 'shell' : 'agent'} ${at}${command}${purpose}`);
    const answer = block.run.answers(at, visit, turn, block.inside) ?? {};
    if (task.type === 'claude') charge(block, answer);
    const found = answer.fail === undefined ? foundIn(block, task, answer) : undefined;
    if (found !== undefined) return found;
    if (answer.fail === undefined) {
      say(block, `reject ${at}`);
      rejects += 1;
      if (rejects > (retry.reply ?? 1)) throw new Fault('reply');
      requireRoom(block, ['costUsd', 'tokens']);
    } else {
      faults += 1;
      const isLast = answer.fail === 'permanent' || faults > most;
      requireRoom(block, isLast ? ['costUsd'] : ['costUsd', 'tokens']);
      if (isLast) throw new Fault(answer.fail);
    }
    purpose = task.type === 'shell' ? '' : answer.fail === undefined ? ' repair' : ' retry';
  }
}

const wordsOf = ({ command }: model.ShellTask, scope: Scope): string =>
  command.kind === 'line' ? '' : told(planCommand(command, (each) => valueText(valueOf(each, scope))).argv);

function charge(block: Block, { costUsd = 0, tokens = 0 }: Answer): void {
  const { spent } = block.run;
  spent[block.isCancelled && restOf(block).length === 0 ? 'late' : 'costUsd'] += costUsd;
  spent.tokens += tokens;
}

/** What an answer says; undefined where it is none, because its choice or its output is not legal. */
function foundIn(block: Block, task: model.ClaudeTask | model.ShellTask, answer: Answer): Found | undefined {
  const { reply, action, text = '', exitCode = 0, stdout = '' } = answer;
  if (task.type === 'shell') {
    const isStructure = /^\s*[[{]/.test(stdout);
    return { result: { exitCode, stdout, ...(isStructure ? { json: JSON.parse(stdout) as Value } : {}) } };
  }
  const isGuarded = task.actions.some(({ when }) => when !== undefined);
  const chosen = isGuarded ? undefined : task.actions.find(({ name }) => name === action);
  if (reply !== undefined || (chosen === undefined && !isGuarded && task.actions.length > 0))
    return undefined;
  if (task.output === undefined) return { result: { text }, chosen };
  const schema = compileSchema(block.program.schemas.get(task.output)!);
  const { output } = answer;
  const fits = output !== undefined && 'check' in schema && schema.check(output).length === 0;
  return fits ? { result: output, chosen } : undefined;
}

/** Which session the first turn is in: of the nearest block of its map that has the task; else one of its own. */
function sessionOf(block: Block, { name: at, session }: model.ClaudeTask, own: string): string {
  const of = 'task' in session ? session.task : session.kind === 'continue' ? at : undefined;
  let owner: Block | undefined = block;
  while (owner !== undefined && !owner.tasks.tasks.some(({ name }) => name === of)) {
    owner = owner.around?.program === block.program ? owner.around : undefined;
  }
  const earlier = owner?.sessions.get(of ?? '');
  block.sessions.set(at, session.kind === 'fork' ? own : (earlier ?? own));
  return earlier === undefined ? '' : ` ${session.kind === 'fork' ? 'forks' : 'in'} session ${earlier}`;
}

/** A task is over once all its parts are: what may begin does at once, and the course says which of them ends next. */
function performParts(block: Block, task: Nest, scope: Scope): readonly Part[] {
  const { name: at } = task;
  const parts = partsOf(block, task, scope);
  if (task.type === 'foreach') say(block, `items ${at}: ${parts.map(({ key }) => key).join(', ')}`);
  for (const part of task.type === 'foreach' && task.carry ? parts : []) {
    const before = block.kept.get(at)?.find(({ key }) => key === part.key);
    if (before?.end === undefined || told(before.value) !== told(part.value)) continue;
    part.end = before.end;
    say(block, `keep ${at}/${part.key}`);
  }
  for (;;) {
    const open = parts.filter(({ end }) => end === undefined);
    if (open.length === 0) break;
    const doomed = open.filter((part) => isDoomed(task, parts, part));
    const needless = isNeedless(task, parts) ? open : [];
    const free = open.find((part) => mayStart(task, parts, part));
    const running = open.filter(({ comesTo }) => comesTo !== undefined);
    if (doomed.length > 0) finish(block, doomed, SKIPPED, ({ key }) => `skip ${at}/${key}`);
    else if (needless.length > 0) finish(block, needless, CANCELLED, ({ key }) => `cancel ${at}/${key}`);
    else if (free !== undefined) begin(block, task, free);
    else endNext(block, task, running);
  }
  const well = parts.filter(({ end }) => end?.failed === false && end !== SKIPPED);
  if (task.type === 'foreach') block.kept.set(at, well);
  return parts;
}

const SKIPPED: End = { outcome: 'skipped', result: null, failed: false };
const CANCELLED: End = { outcome: 'cancelled', result: null, failed: false };

/** Of the parts whose blocks came to an end, the one of which the course tells next is over. */
function endNext(block: Block, task: Nest, running: readonly Part[]): void {
  const ended = running.filter(({ comesTo }) => !(comesTo instanceof Stop));
  const causes = running.flatMap(({ comesTo }) => (comesTo instanceof Stop ? [comesTo.message] : []));
  if (ended.length === 0) throw new Stop(causes.join(' '));
  const lineOf = ({ key, comesTo }: Part): string => `${placeIn(task, key)} -> ${toldEnd(comesTo as End)}`;
  finish(block, ended, undefined, lineOf);
}

function finish(
  block: Block,
  parts: readonly Part[],
  end: End | undefined,
  lineOf: (part: Part) => string,
): void {
  const [next] = restOf(block);
  const part = parts.find((each) => lineOf(each) === next) ?? parts[0]!;
  say(block, lineOf(part));
  part.end = end ?? (part.comesTo as End);
}

function isDoomed(task: Nest, parts: readonly Part[], { comesTo, after }: Part): boolean {
  if (task.type !== 'foreach' || comesTo !== undefined) return false;
  const lost = parts.filter(({ end }) => end?.failed === true || end === SKIPPED);
  return task.onItemFailure === 'stop' ? lost.length > 0 : lost.some(({ key }) => after.includes(key));
}

/** Enough have ended well, or no longer can. */
function isNeedless(task: Nest, parts: readonly Part[]): boolean {
  if (task.type !== 'parallel' || task.atLeast === undefined) return false;
  const well = parts.filter(({ end }) => end !== undefined && !end.failed && end !== CANCELLED).length;
  const open = parts.filter(({ end }) => end === undefined || end === CANCELLED).length;
  return well >= task.atLeast || well + open < task.atLeast;
}

function mayStart(task: Nest, parts: readonly Part[], { comesTo, end, after, exclusive }: Part): boolean {
  const running = parts.filter((each) => each.comesTo !== undefined && each.end === undefined);
  const most = task.type === 'foreach' ? (task.concurrency ?? Infinity) : Infinity;
  const waits = after.some((key) => parts.find((each) => each.key === key)?.end === undefined);
  if (comesTo !== undefined || end !== undefined || running.length >= most || waits) return false;
  if (exclusive === undefined) return true;
  const isAlone = exclusive.length === 0;
  return !running.some(
    (other) =>
      isAlone || other.exclusive?.length === 0 || other.exclusive?.some((each) => exclusive.includes(each)),
  );
}

function placeIn({ type, name }: Nest, key: string): string {
  return type === 'workflow' ? `map ${name}` : `${type === 'parallel' ? 'branch' : 'item'} ${name}/${key}`;
}

function begin(around: Block, task: Nest, part: Part): void {
  const { fields = around.fields } = part.place;
  say(around, `${placeIn(task, part.key)}${task.type === 'workflow' ? toldMembers('', fields) : ''}`);
  // Whoever is cancelled in this visit of the task is told of before the task is left.
  const rest = restOf(around)
    .join('\n')
    .split(/^start /m)[0]!
    .split('\n');
  const isCancelled = around.isCancelled === true || rest.includes(`cancel ${task.name}/${part.key}`);
  const visit = around.visits.get(task.name)!;
  const inside = `${around.inside.replace(/: $/, ' ')}${task.name}${visit > 1 ? `#${visit}` : ''}/${part.key}: `;
  part.comesTo = comesTo({
    ...around,
    outer: boundIn(around),
    ...part.place,
    inside,
    around,
    isCancelled,
    ...memory(),
  });
}

/** Branches, items as they are on entry, or another map with what `with` says and none of the names here. */
function partsOf(block: Block, task: Nest, scope: Scope): readonly Part[] {
  if (task.type === 'foreach') return itemsOf(block, task, scope);
  const given = { value: null, after: [], exclusive: undefined };
  if (task.type === 'parallel')
    return task.branches.map(({ name, block: tasks }) => ({ key: name, place: { tasks }, ...given }));
  const program = block.program.maps.get(task.map)!;
  const values = new Map(task.with.map(({ name, expression }) => [name, valueOf(expression, scope)]));
  const fields: [string, Value][] = [];
  for (const { name, default: otherwise, required } of program.map.fields) {
    const value = values.get(name) ?? otherwise;
    if (value === undefined && required) throw new Fault('expression');
    if (value !== undefined) fields.push([name, value]);
  }
  const outer = { types: new Map(), values: new Map() };
  const place = { program, tasks: program.map.block, fields: Object.fromEntries(fields), outer };
  return [{ key: 'map', place, ...given }];
}

function itemsOf(block: Block, task: model.ForeachTask, scope: Scope): readonly Part[] {
  const list = valueOf(task.items, scope);
  if (!Array.isArray(list)) throw new Fault('expression');
  const parts = list.map((value: Value, index) => {
    const own = withName(scope, task.item, value);
    const textsIn = (expression: ExpressionText): string[] =>
      ((valueOf(expression, own) ?? []) as Value[]).map(String);
    const place = { tasks: task.body, outer: withName(boundIn(block), task.item, value) };
    const key = String(task.key === undefined ? index : valueOf(task.key, own));
    return {
      key,
      place,
      value,
      after: task.after ? textsIn(task.after) : [],
      exclusive: task.exclusive && textsIn(task.exclusive),
    };
  });
  const keys = new Set(parts.map(({ key }) => key));
  // What waits only for what is gone goes, too; a rest waits for itself, or for nobody.
  let rest = parts;
  for (const _ of parts)
    rest = rest.filter(({ after }) =>
      after.some((key) => !keys.has(key) || rest.some((each) => each.key === key)),
    );
  if (keys.size < parts.length || rest.length > 0) throw new Fault('expression');
  return parts;
}

function resultOf({ type }: Nest, parts: readonly Part[]): Value {
  const ends = parts.map(({ key, end }) => ({ key, outcome: end!.outcome, result: end!.result }));
  if (type === 'foreach') return ends;
  const entries = ends.map(({ key, ...end }) => [key, end] as const);
  return type === 'parallel' ? Object.fromEntries(entries) : entries[0]![1];
}
