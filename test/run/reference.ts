import { placeOf, told, toldMembers, toldResult } from './course.ts';
import type { Answer, Answers, Course } from './answers.ts';
import { taskOf, type Json, type JsonMap, type JsonTask } from './map-json.ts';
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
  type Names,
  type Values,
} from './reference-scope.ts';

interface Run {
  readonly map: JsonMap;
  readonly answers: Answers;
  readonly fields: Values;
  readonly templates: Readonly<Record<string, string>>;
  readonly lines: string[];
  readonly prompts: Map<string, string[]>;
  readonly bound: Map<string, Json>;
  readonly visits: Map<string, number>;
  /** Entries of bounded tasks by name, limited actions by task and name. */
  readonly counts: Map<string, number>;
  /** The session of each task's last execution, named after the visit that began it. */
  readonly sessions: Map<string, string>;
  readonly spent: { steps: number; costUsd: number; tokens: number };
}

/** One execution of a task. */
interface Visit {
  readonly run: Run;
  readonly task: JsonTask;
  readonly at: string;
  readonly visit: number;
  readonly names: Names;
  readonly used: { turns: number; transport: number; replies: number };
}

type Entry = { readonly at: string; readonly args: Values; readonly target?: string };

/** The run goes no further. */
class Stop extends Error {}

/**
 * Says what a run of a map does, from the map's JSON form and FORMAT alone: no machine, no journal, no code of
 * the engine but for what an expression gives. Slow and plain on purpose; the engine is compared with it.
 */
export function play(
  map: JsonMap,
  answers: Answers,
  {
    fields = {},
    templates = {},
  }: { readonly fields?: Values; readonly templates?: Readonly<Record<string, string>> } = {},
): Course {
  const run: Run = {
    map,
    answers,
    fields,
    templates,
    lines: [],
    prompts: new Map(),
    bound: new Map(),
    visits: new Map(),
    counts: new Map(),
    sessions: new Map(),
    spent: { steps: 0, costUsd: 0, tokens: 0 },
  };
  try {
    let next: Entry = { at: map.startTaskDefinition, args: {} };
    for (;;) next = leave(run, land(run, next));
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
  }
  return run;
}

/** Where an entry leads: it counts where it lands, and arguments reach no other task than their own. */
function land(run: Run, { at, args, target = at }: Entry): Entry {
  const { maxVisits } = taskOf(run.map, at);
  if (maxVisits !== undefined && !count(run, at, maxVisits.max)) {
    return land(run, { at: maxVisits.then, args, target });
  }
  return { at, args: at === target ? args : {} };
}

/** Performs a task and says where it leads. */
function leave(run: Run, { at, args }: Entry): Entry {
  const task = taskOf(run.map, at);
  const isStep = task.type !== 'end' && task.type !== 'decide';
  if (isStep) requireRoom(run, 'step');
  if (isStep) run.spent.steps += 1;
  const visit = (run.visits.get(at) ?? 0) + 1;
  run.visits.set(at, visit);
  run.lines.push(`start ${placeOf(at, visit)}${toldMembers('', args)}`);
  if (task.as !== undefined) run.bound.delete(task.as);
  const used = { turns: 0, transport: 0, replies: 0 };
  try {
    return perform({ run, task, at, visit, used, names: namesOf(run.map, task, { ...run, args, visit }) });
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    const { onError } = task;
    const way = onError === undefined ? '' : ` -> ${onError}`;
    run.lines.push(`fail ${at} ${thrown.fault}${way}${toldResult(thrown.result)}`);
    return onError === undefined ? stop(run, 'pause failed 6') : { at: onError, args: {} };
  }
}

function perform(visit: Visit): Entry {
  const { run, task, at, names } = visit;
  if (task.type === 'end') return end(visit);
  const bindings = bindingsOf(visit);
  const { result, chosen } = findOut(visit);
  names.set('result', { value: result, type: resultType(task) });
  const way = wayOut(visit, chosen, result);
  if (way !== undefined) run.lines.push(`choose ${way.action[0]} by ${way.by}`);
  const found = `${toldResult(result)}${toldMembers(' set', Object.fromEntries(bindings))}`;
  if (found !== '') run.lines.push(`finish ${at}${found}`);
  for (const [name, value] of bindings) run.bound.set(name, value);
  if (task.as !== undefined) run.bound.set(task.as, result);
  return way === undefined ? stop(run, 'end') : take(run, at, way.action, way.args);
}

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

function end({ run, task, at, names }: Visit): never {
  const result = task.result === undefined ? null : valueOf(task.result, names);
  const line = `end ${at} outcome ${task.outcome ?? at}${toldResult(result)}`;
  return stop(run, `${line}${task.failed === true ? ' failed' : ''}`);
}

/** `set` in its order, each seeing those before it. */
function bindingsOf({ task, names }: Visit): [string, Json][] {
  return (task.set ?? []).map(([name, expression]) => {
    const value = valueOf(expression, names);
    names.set(name, { value, type: 'any' });
    return [name, value];
  });
}

function findOut(visit: Visit): Found {
  const { type } = visit.task;
  if (type === 'human') return ask(visit);
  if (type === 'claude') return prompt(visit);
  return { result: type === 'shell' ? runCommand(visit) : null };
}

function ask(visit: Visit): Found {
  const { run, task, at, names } = visit;
  const offered = (task.actions ?? []).filter(([, { when }]) => holds(when, names));
  if (offered.length === 0) throw new Fault('guards');
  tell(visit);
  const within = task.timeout === undefined ? '' : ` within ${secondsIn(task.timeout)}s`;
  run.lines.push(`ask ${at}: ${offered.map(([name]) => name).join(', ')}${within}`);
  const answer = run.answers(at, visit.visit, 1);
  const chosen = offered.find(([name]) => name === answer?.action);
  if (chosen === undefined) return stop(run, 'pause human 4');
  const fields = answer?.fields ?? {};
  run.lines.push(`answer ${at} ${chosen[0]}${toldMembers('', fields)}`);
  return { result: { action: chosen[0], fields }, chosen };
}

function runCommand(visit: Visit): Json {
  const { run, task, at, names } = visit;
  const words =
    typeof task.command === 'string' ? undefined : task.command?.map((each) => filled(each, names));
  for (;;) {
    run.lines.push(`shell ${at}${words === undefined ? '' : ` ${told(words)}`}`);
    const answer = answerOf(visit);
    if (answer === 'again') continue;
    const { exitCode = 0, stdout = '' } = answer;
    const json = structureIn(stdout);
    return { exitCode, stdout, ...(json === undefined ? {} : { json }) };
  }
}

function prompt(visit: Visit): Found {
  const { run, task, at, used } = visit;
  tell(visit);
  for (let purpose = openSession(visit); ; requireRoom(run, 'turn')) {
    const reserve = reserveOf(visit);
    if (purpose !== '' || reserve !== '') run.lines.push(`agent ${at}${purpose}${reserve}`);
    purpose = ' retry';
    const answer = answerOf(visit);
    if (answer === 'again') continue;
    const found = foundIn(task, answer);
    if (found !== undefined) return found;
    run.lines.push(`reject ${at}`);
    used.replies += 1;
    if (used.replies > retryOf(run.map, task).reply) throw new Fault('reply');
    purpose = ' repair';
  }
}

/** The answer of a turn; faults of the transport are counted here. */
function answerOf(visit: Visit): Answer | 'again' {
  const { run, task, at, used } = visit;
  used.turns += 1;
  const answer = run.answers(at, visit.visit, used.turns) ?? {};
  if (task.type === 'claude') {
    const { costUsd = 0, tokens = 0 } = answer;
    run.spent.costUsd += costUsd;
    run.spent.tokens += tokens;
  }
  if (answer.fail === undefined) return answer;
  used.transport += 1;
  const isOver = answer.fail === 'permanent' || used.transport > retryOf(run.map, task).max;
  // Whoever stopped where the run's money ended has not failed.
  requireRoom(run, isOver ? 'nothing' : 'turn');
  if (isOver) throw new Fault(answer.fail);
  return 'again';
}

/** Which session the first turn is in; where there is none to go on with, one of its own. */
function openSession({ run, task, at, visit }: Visit): string {
  const { session = 'new' } = task;
  const own = placeOf(at, visit);
  const of =
    typeof session === 'object' ? Object.values<string>(session)[0]! : session === 'continue' ? at : '';
  const earlier = run.sessions.get(of);
  const isFork = typeof session === 'object' && 'fork' in session;
  run.sessions.set(at, isFork ? own : (earlier ?? own));
  if (earlier === undefined) return '';
  return isFork ? ` forks session ${earlier}` : ` in session ${earlier}`;
}

function reserveOf({ run, task }: Visit): string {
  const left = (run.map.limits?.costUsd ?? Infinity) - run.spent.costUsd;
  const least = Math.min(task.budgetUsd ?? Infinity, left);
  return least === Infinity ? '' : ` reserve ${Number(least.toFixed(6))}`;
}

function tell({ run, task, at, names }: Visit): void {
  const template = task.promptTemplate ?? run.templates[task.promptTemplatePath ?? ''];
  const text = template === undefined ? (task.prompt ?? '') : filled(template, names);
  run.prompts.set(at, [...(run.prompts.get(at) ?? []), text]);
}

/** An action beyond its limit is not taken: it re-arms nothing. */
function take(run: Run, at: string, [name, { target, limit, resets = [] }]: Chosen, args: Values): Entry {
  if (limit !== undefined && !count(run, `${at}\n${name}`, limit.max)) {
    return { at: limit.then, args, target };
  }
  for (const key of run.counts.keys()) {
    if (resets.some((each) => key === each || key.endsWith(`\n${each}`))) run.counts.delete(key);
  }
  return { at: target, args };
}

/** Counts, unless that would be more than allowed. */
function count(run: Run, key: string, max: number): boolean {
  const before = run.counts.get(key) ?? 0;
  if (before < max) run.counts.set(key, before + 1);
  return before < max;
}

/** A step needs room in all limits, a further turn of one in those of money and tokens, a fault in money. */
function requireRoom({ map, spent, lines }: Run, what: 'step' | 'turn' | 'nothing'): void {
  const limits = {
    step: ['steps', 'costUsd', 'tokens'],
    turn: ['costUsd', 'tokens'],
    nothing: ['costUsd'],
  } as const;
  for (const limit of limits[what]) {
    const max = map.limits?.[limit] ?? Infinity;
    const used = Number(spent[limit].toFixed(6));
    if (used < max) continue;
    lines.push(`limit ${limit} ${used} of ${max}`, 'pause limit 5');
    throw new Stop();
  }
}

function stop({ lines }: Run, line: string): never {
  lines.push(line);
  throw new Stop();
}
