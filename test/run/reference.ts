import { placeOf, told, toldMembers, toldResult } from './course.ts';
import { arrivals as inOrder, type Answer, type Answers, type Arrivals, type Course } from './answers.ts';
import { taskOf, type Json, type JsonMap } from './map-json.ts';
import { performParts } from './reference-parts.ts';
import {
  begin,
  enter,
  hasRoom,
  playOn,
  say,
  type Block,
  type End,
  type Run,
  type Steps,
  type Visit,
} from './reference-run.ts';
import {
  argsOf,
  Fault,
  filled,
  foundIn,
  holds,
  namesOf,
  resultType,
  retryOf,
  secondsIn,
  structureIn,
  valueOf,
  type Chosen,
  type Found,
  type Values,
} from './reference-scope.ts';

interface Entry {
  readonly at: string;
  readonly args: Values;
  readonly target?: string;
}

interface Surroundings {
  readonly fields?: Values;
  readonly templates?: Readonly<Record<string, string>>;
  readonly maps?: ReadonlyMap<string, JsonMap>;
  /** How many agents and commands may be at work at once. */
  readonly places?: number;
  readonly arrivals?: Arrivals;
}

/**
 * Says what a run of a map does, from the map's JSON form and FORMAT alone: no machine, no journal, no code of
 * the engine but for what an expression gives. Slow and plain on purpose; the engine is compared with it.
 *
 * What FORMAT leaves open is said here: blocks take turns, one task each; whoever has had a turn goes to the end.
 */
export function play(map: JsonMap, answers: Answers, around: Surroundings = {}): Course {
  const { fields = {}, templates = {}, maps = new Map<string, JsonMap>(), places = 4 } = around;
  const run: Run = {
    answers,
    templates,
    maps,
    limits: map.limits ?? {},
    places,
    working: 0,
    lines: [],
    prompts: new Map(),
    spent: { steps: 0, costUsd: 0, tokens: 0 },
    reserved: 0,
    reached: undefined,
    ready: new Set(),
    strands: new Set(),
    due: [],
    sleeping: [],
    backlog: [],
    round: 0,
    isOver: false,
  };
  const root = enter({ run, map, tasks: map, fields });
  begin(root, blockSteps(root), () => undefined);
  playOn(run, around.arrivals ?? inOrder());
  return { ...run, bound: root.bound, visits: root.visits, costUsd: run.spent.costUsd };
}

/** A block from its start to its end. */
export function* blockSteps(block: Block): Steps<End> {
  for (let next: Entry = { at: block.tasks.startTaskDefinition, args: {} }; ;) {
    next = land(block, next);
    const left = yield* leave(block, next);
    if ('outcome' in left) return left;
    next = left;
  }
}

/** Where an entry leads: it counts where it lands, and arguments reach no other task than their own. */
function land(block: Block, { at, args, target = at }: Entry): Entry {
  const { maxVisits } = taskOf(block.tasks, at);
  if (maxVisits !== undefined && !count(block, at, maxVisits.max)) {
    return land(block, { at: maxVisits.then, args, target });
  }
  return { at, args: at === target ? args : {} };
}

/** Performs a task when it is the block's turn and there is room for it, and says where it leads. */
function* leave(block: Block, { at, args }: Entry): Steps<Entry | End> {
  const { run } = block;
  const task = taskOf(block.tasks, at);
  const isStep = task.type !== 'end' && task.type !== 'decide';
  const needsPlace = task.type === 'claude' || task.type === 'shell';
  yield { until: () => (!needsPlace || run.working < run.places) && (!isStep || hasRoom(run, 'step')) };
  if (isStep) run.spent.steps += 1;
  const visit = (block.visits.get(at) ?? 0) + 1;
  block.visits.set(at, visit);
  say(run, block.inside, `start ${placeOf(at, visit)}${toldMembers('', args)}`);
  if (task.as !== undefined) block.bound.delete(task.as);
  const used = { turns: 0, transport: 0, replies: 0 };
  try {
    const names = namesOf(block, task, { templates: run.templates, args, visit });
    return yield* perform({ run, block, task, at, visit, used, names });
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    const { onError } = task;
    const way = onError === undefined ? '' : ` -> ${onError}`;
    say(run, block.inside, `fail ${at} ${thrown.fault}${way}${toldResult(thrown.result)}`);
    return onError === undefined ? yield* never('failed') : { at: onError, args: {} };
  }
}

function* perform(visit: Visit): Steps<Entry | End> {
  const { run, block, task, at, names } = visit;
  if (task.type === 'end') return end(visit);
  const bindings = bindingsOf(visit);
  const { result, chosen } = yield* findOut(visit);
  for (const name of ['result', ...(RESULTS.get(task.type) ?? [])]) {
    names.set(name, { value: result, type: resultType(task) });
  }
  const way = wayOut(visit, chosen, result);
  if (way !== undefined) say(run, block.inside, `choose ${way.action[0]} by ${way.by}`);
  const found = `${toldResult(result)}${toldMembers(' set', Object.fromEntries(bindings))}`;
  if (found !== '') say(run, block.inside, `finish ${at}${found}`);
  for (const [name, value] of bindings) block.bound.set(name, value);
  if (task.as !== undefined) block.bound.set(task.as, result);
  if (way !== undefined) return take(block, at, way.action, way.args);
  // The block ends at its next turn.
  yield { until: () => true };
  return endWith(block, 'end', { outcome: at, result: null, failed: false });
}

const RESULTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['parallel', ['branches']],
  ['foreach', ['items']],
]);

/** The action that was chosen, or that guards choose; undefined where there are none. What was found out is kept. */
function wayOut({ task: { type, actions = [] }, names }: Visit, chosen: Chosen | undefined, result: Json) {
  const by = chosen === undefined ? 'guard' : type === 'human' ? 'person' : 'agent';
  if (actions.length === 0) return undefined;
  try {
    const action = chosen ?? actions.find(([, { when }]) => holds(when, names));
    if (action === undefined) throw new Fault('guards');
    return { action, by, args: argsOf(action[1], names) };
  } catch (thrown) {
    throw thrown instanceof Fault ? new Fault(thrown.fault, result) : thrown;
  }
}

function end({ block, task, at, names }: Visit): End {
  const result = task.result === undefined ? null : valueOf(task.result, names);
  const { outcome = at, failed = false } = task;
  const line = `end ${at} outcome ${outcome}${toldResult(result)}${failed ? ' failed' : ''}`;
  return endWith(block, line, { outcome, result, failed });
}

/** The end of the root block is that of the run; any other is told by the task around it. */
function endWith({ run, around }: Block, line: string, ended: End): End {
  if (around === undefined) say(run, '', line);
  if (around === undefined) run.isOver = true;
  return ended;
}

/** `set` in its order, each seeing those before it. */
function bindingsOf({ task, names }: Visit): [string, Json][] {
  return (task.set ?? []).map(([name, expression]) => {
    const value = valueOf(expression, names);
    names.set(name, { value, type: 'any' });
    return [name, value];
  });
}

function* findOut(visit: Visit): Steps<Found> {
  const { type } = visit.task;
  if (type === 'human') return yield* ask(visit);
  if (type === 'claude') return yield* prompt(visit);
  if (type === 'decide') return { result: null };
  return { result: type === 'shell' ? yield* runCommand(visit) : yield* performParts(visit, blockSteps) };
}

function* ask(visit: Visit): Steps<Found> {
  const { run, block, task, at, names } = visit;
  const offered = (task.actions ?? []).filter(([, { when }]) => holds(when, names));
  if (offered.length === 0) throw new Fault('guards');
  tell(visit);
  const within = task.timeout === undefined ? '' : ` within ${secondsIn(task.timeout)}s`;
  say(run, block.inside, `ask ${at}: ${offered.map(([name]) => name).join(', ')}${within}`);
  const answer = run.answers(at, visit.visit, 1, block.inside);
  const chosen = offered.find(([name]) => name === answer?.action);
  if (answer === undefined || chosen === undefined) return yield* never('human');
  yield { place: `${block.inside}${at}`, answer, isAtWork: false, reserve: 0 };
  const fields = answer.fields ?? {};
  say(run, block.inside, `answer ${at} ${chosen[0]}${toldMembers('', fields)}`);
  return { result: { action: chosen[0], fields }, chosen };
}

function* runCommand(visit: Visit): Steps<Json> {
  const { run, block, task, at, names } = visit;
  const words =
    typeof task.command === 'string' ? undefined : task.command?.map((each) => filled(each, names));
  for (;;) {
    say(run, block.inside, `shell ${at}${words === undefined ? '' : ` ${told(words)}`}`);
    const answer = yield* answerOf(visit, 0);
    if (answer === 'again') continue;
    const { exitCode = 0, stdout = '' } = answer;
    const json = structureIn(stdout);
    return { exitCode, stdout, ...(json === undefined ? {} : { json }) };
  }
}

function* prompt(visit: Visit): Steps<Found> {
  const { run, block, task, at, used } = visit;
  tell(visit);
  for (let purpose = openSession(visit); ; yield* requireRoom(run, 'turn')) {
    const reserve = reserveOf(visit);
    const told = reserve === 0 ? '' : ` reserve ${Number(reserve.toFixed(6))}`;
    if (purpose !== '' || told !== '') say(run, block.inside, `agent ${at}${purpose}${told}`);
    purpose = ' retry';
    const answer = yield* answerOf(visit, reserve);
    if (answer === 'again') continue;
    const found = foundIn(task, answer);
    if (found !== undefined) return found;
    say(run, block.inside, `reject ${at}`);
    used.replies += 1;
    if (used.replies > retryOf(block.map, task).reply) throw new Fault('reply');
    purpose = ' repair';
  }
}

/** The answer of a turn; faults of the transport are counted here. */
function* answerOf(visit: Visit, reserve: number): Steps<Answer | 'again'> {
  const { run, block, task, at, used } = visit;
  used.turns += 1;
  const given = run.answers(at, visit.visit, used.turns, block.inside) ?? {};
  const { costUsd: _costUsd, tokens: _tokens, ...free } = given;
  const answer = task.type === 'claude' ? given : free;
  run.working += 1;
  run.reserved += reserve;
  yield { place: `${block.inside}${at}`, answer, isAtWork: true, reserve };
  if (answer.fail === undefined) return answer;
  used.transport += 1;
  const isOver = answer.fail === 'permanent' || used.transport > retryOf(block.map, task).max;
  // Whoever stopped where the run's money ended has not failed.
  yield* requireRoom(run, isOver ? 'nothing' : 'turn');
  if (isOver) throw new Fault(answer.fail);
  yield { again: true };
  return 'again';
}

/** Which session the first turn is in; where there is none to go on with, one of its own. */
function openSession({ block, task, at, visit }: Visit): string {
  const { session = 'new' } = task;
  const own = placeOf(at, visit);
  const of =
    typeof session === 'object' ? Object.values<string>(session)[0]! : session === 'continue' ? at : '';
  const earlier = (of === at ? block : ownerOf(block, of))?.sessions.get(of);
  const isFork = typeof session === 'object' && 'fork' in session;
  block.sessions.set(at, isFork ? own : (earlier ?? own));
  if (earlier === undefined) return '';
  return isFork ? ` forks session ${earlier}` : ` in session ${earlier}`;
}

/** The nearest block that has such a task; what another map has is out of reach. */
function ownerOf(block: Block, task: string): Block | undefined {
  if (block.tasks.taskDefinitions.some(([name]) => name === task)) return block;
  return block.around === undefined || block.tasks === block.map ? undefined : ownerOf(block.around, task);
}

/** The smaller of the task's own budget and its share of what is left: nothing where there is no budget. */
function reserveOf({ run, task }: Visit): number {
  const left = (run.limits.costUsd ?? Infinity) - run.spent.costUsd - run.reserved;
  const shares = Math.max(1, Math.min(run.places - run.working, 1 + run.ready.size));
  const least = Math.min(task.budgetUsd ?? Infinity, left / shares);
  return least === Infinity ? 0 : least;
}

function tell({ run, task, at, names }: Visit): void {
  const template = task.promptTemplate ?? run.templates[task.promptTemplatePath ?? ''];
  const text = template === undefined ? (task.prompt ?? '') : filled(template, names);
  run.prompts.set(at, [...(run.prompts.get(at) ?? []), text]);
}

/** An action beyond its limit is not taken: it re-arms nothing. */
function take(block: Block, at: string, [name, { target, limit, resets = [] }]: Chosen, args: Values): Entry {
  if (limit !== undefined && !count(block, `${at}\n${name}`, limit.max)) {
    return { at: limit.then, args, target };
  }
  for (const key of block.counts.keys()) {
    if (resets.some((each) => key === each || key.endsWith(`\n${each}`))) block.counts.delete(key);
  }
  return { at: target, args };
}

/** Counts, unless that would be more than allowed. */
function count({ counts }: Block, key: string, max: number): boolean {
  const before = counts.get(key) ?? 0;
  if (before < max) counts.set(key, before + 1);
  return before < max;
}

function* requireRoom(run: Run, what: 'turn' | 'nothing'): Steps<void> {
  if (!hasRoom(run, what)) yield* never('limit');
}

/** The block goes no further. */
function* never(why: 'failed' | 'human' | 'limit'): Steps<never> {
  for (;;) yield { for: why };
}
