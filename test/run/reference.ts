/**
 * Says what a run of a map does, from the map's JSON form and FORMAT alone: no machine, no journal, no code of
 * the engine. Slow and plain on purpose; the engine is compared with it.
 */

/** A map as the generator writes it. */
export interface JsonMap {
  readonly startTaskDefinition: string;
  readonly taskDefinitions: Readonly<Record<string, JsonTask>>;
  readonly limits?: { readonly steps: number };
}

export interface JsonTask {
  readonly type: 'claude' | 'end';
  readonly failed?: boolean;
  readonly onError?: string;
  readonly actions?: Readonly<Record<string, JsonAction>>;
}

export interface JsonAction {
  readonly target: string;
  readonly args?: string;
  readonly limit?: { readonly max: number; readonly then: string };
}

/** What an agent does in one turn: takes the n-th of its actions, answers nonsense, or fails. */
export type Answer = number | 'nonsense' | 'transport' | 'permanent';

/** By task, visit and turn of the visit. */
export type Answers = (task: string, visit: number, turn: number) => Answer;

export interface Course {
  /** Tasks entered, in order, each with the arguments it got. */
  readonly path: readonly (readonly [task: string, args: string])[];
  /** How often each limited action was taken, as "task → action". */
  readonly taken: Readonly<Record<string, number>>;
  readonly steps: number;
  readonly ending: string;
}

const TRIES_AFTER_TRANSPORT_FAULT = 2;
const REPAIRS_OF_A_REPLY = 1;
const STEPS_WHERE_A_LOOP_HAS_NO_BOUND = 200;

export function play(map: JsonMap, answers: Answers): Course {
  const path: [string, string][] = [];
  const taken = new Map<string, number>();
  const maxSteps = map.limits?.steps ?? (isBounded(map) ? Infinity : STEPS_WHERE_A_LOOP_HAS_NO_BOUND);
  let steps = 0;
  let next: Way = { at: map.startTaskDefinition, args: '' };
  while (!('ending' in next)) {
    const { at, args }: Entry = next;
    const task = taskOf(map, at);
    const visit = 1 + path.filter(([name]) => name === at).length;
    if (task.type === 'claude' && steps >= maxSteps) {
      next = { ending: 'paused by limit' };
      break;
    }
    path.push([at, args]);
    if (task.type === 'claude') steps += 1;
    next = leave(at, task, (turn) => answers(at, visit, turn), taken);
  }
  return { path, taken: Object.fromEntries(taken), steps, ending: next.ending };
}

interface Entry {
  readonly at: string;
  readonly args: string;
}
type Way = Entry | { readonly ending: string };

/** Performs a task and says where it leads. */
function leave(
  at: string,
  task: JsonTask,
  answer: (turn: number) => Answer,
  taken: Map<string, number>,
): Way {
  if (task.type === 'end') return { ending: `${task.failed === true ? 'failed' : 'done'} at ${at}` };
  const result = perform(task, answer);
  if (result === 'no choice') return { ending: `done after ${at}` };
  if (result === 'failed') {
    return task.onError === undefined
      ? { ending: `paused by failure of ${at}` }
      : { at: task.onError, args: '' };
  }
  const [name, { target, args = '', limit }] = result;
  if (limit === undefined) return { at: target, args };
  const key = `${at} → ${name}`;
  const count = taken.get(key) ?? 0;
  // Arguments are written for the target, and go nowhere else.
  if (count >= limit.max) return { at: limit.then, args: limit.then === target ? args : '' };
  taken.set(key, count + 1);
  return { at: target, args };
}

/** One visit: turns until an answer is one, or the tries are used up. */
function perform(
  task: JsonTask,
  answer: (turn: number) => Answer,
): readonly [string, JsonAction] | 'no choice' | 'failed' {
  const actions = Object.entries(task.actions ?? {});
  let faults = 0;
  let nonsense = 0;
  for (let turn = 1; ; turn += 1) {
    const said = answer(turn);
    if (said === 'permanent') return 'failed';
    if (said === 'transport') {
      faults += 1;
      if (faults > TRIES_AFTER_TRANSPORT_FAULT) return 'failed';
    } else if (actions.length === 0) {
      return 'no choice';
    } else if (said === 'nonsense') {
      nonsense += 1;
      if (nonsense > REPAIRS_OF_A_REPLY) return 'failed';
    } else {
      return actions[said % actions.length]!;
    }
  }
}

/** Whether no walk goes on for ever, taking tasks away that lead nowhere until none or a loop is left. */
function isBounded(map: JsonMap): boolean {
  const rest = new Map(
    Object.entries(map.taskDefinitions).map(([name, { actions = {}, onError }]) => [
      name,
      [
        ...Object.values(actions).map(({ target, limit }) => limit?.then ?? target),
        ...(onError === undefined ? [] : [onError]),
      ],
    ]),
  );
  for (let size = -1; size !== rest.size;) {
    size = rest.size;
    for (const [name, targets] of rest) if (!targets.some((target) => rest.has(target))) rest.delete(name);
  }
  return rest.size === 0;
}

function taskOf(map: JsonMap, name: string): JsonTask {
  const found = Object.entries(map.taskDefinitions).find(([each]) => each === name);
  if (found === undefined) throw new Error(`no task "${name}"`);
  return found[1];
}
