import { blockKeyOf, type Address, type BlockStep } from '../../model/address.ts';
import type { RunEventData } from '../../model/run-event.ts';
import { agentSettingsOf } from '../program/agent-settings.ts';
import { instanceWith } from './in-state.ts';
import type { OpenTask, RunState } from './run-state.ts';
import { createTriedPlace, type AgentAtWork, type Attempt, type TriedPlace } from './tried-place.ts';

/** More are counted, and no longer described. */
const MAX_KEPT = 10;

/** A place is a task or a child block, whichever visit it is: what was tried at one visit counts for the next. */
function stepsTo(block: readonly BlockStep[], task?: string): readonly string[] {
  const steps = block.map((step) => JSON.stringify([step.task, step.key]));
  return task === undefined ? steps : [...steps, JSON.stringify([task])];
}

function placeAt({ tried }: RunState, steps: readonly string[]): TriedPlace {
  let place = tried;
  for (const step of steps) {
    const next = place.inside.get(step) ?? createTriedPlace();
    place.inside.set(step, next);
    place = next;
  }
  return place;
}

function add(place: TriedPlace, attempt: Attempt): void {
  place.count += 1;
  place.newest = [...place.newest, attempt].slice(-MAX_KEPT);
}

function forget({ tried }: RunState, steps: readonly string[]): void {
  let place: TriedPlace | undefined = tried;
  for (const step of steps.slice(0, -1)) place = place?.inside.get(step);
  place?.inside.delete(steps.at(-1) ?? '');
}

/** The attempts at what an execution is for: at its task, and at the blocks around it. The oldest first. */
export function attemptsAt({ tried }: RunState, { block, task }: Address): Omit<TriedPlace, 'inside'> {
  const places: TriedPlace[] = [tried];
  for (const step of stepsTo(block, task)) {
    const next = places.at(-1)?.inside.get(step);
    if (next === undefined) break;
    places.push(next);
  }
  const newest = places.flatMap((place) => place.newest).toSorted((a, b) => a.seq - b.seq);
  return { count: places.reduce((sum, { count }) => sum + count, 0), newest: newest.slice(-MAX_KEPT) };
}

/** Takes a turn that failed or was cut off, as an attempt at its task. */
export function takeTurnAttempt(state: RunState, open: OpenTask, data: RunEventData['agent.finished']): void {
  const { outcome, fault, reason, durationMs: ms } = data;
  noteAgent(state, open);
  // A limit is the run's, and says nothing of the work.
  if (outcome === 'interrupted') addOf(state, open, { fault: 'interrupted', reason: '', ms });
  else if (outcome === 'failed' && fault !== 'limit')
    addOf(state, open, { fault: fault ?? 'permanent', reason: reason ?? '', ms });
}

/** Takes a turn whose end nobody saw. */
export function takeCutOff(state: RunState, open: OpenTask): void {
  noteAgent(state, open);
  addOf(state, open, { fault: 'interrupted', reason: '', ms: undefined });
}

/** Takes the failure of a task after its agent had ended: by its answer, or by what it changed. */
export function takeTaskFailure(state: RunState, open: OpenTask, data: RunEventData['task.failed']): void {
  const { last } = open;
  if (last === undefined || last.outcome === 'failed') return;
  addOf(state, open, { fault: data.fault, reason: data.reason, ms: last.durationMs });
}

function addOf(state: RunState, open: OpenTask, attempt: Pick<Attempt, 'fault' | 'reason' | 'ms'>): void {
  const { address, task } = open;
  const agent = agentOf(state, open);
  const place = placeAt(state, stepsTo(address.block, task.name));
  add(place, { ...attempt, seq: state.lastSeq, model: agent.model, log: agent.execution });
}

function agentOf(state: RunState, { execution, address, task }: OpenTask): AgentAtWork {
  const { program, slip } = instanceWith(state, { address });
  const model = task.type === 'claude' ? agentSettingsOf(program, task).model : undefined;
  return { execution: { execution, task: task.name, slip }, model };
}

/** The blocks around remember who worked in them last. */
function noteAgent(state: RunState, open: OpenTask): void {
  const agent = agentOf(state, open);
  const { block } = open.address;
  for (let depth = block.length; depth >= 0; depth -= 1) {
    const instance = state.blocks.get(blockKeyOf(block.slice(0, depth)));
    if (instance !== undefined) instance.lastAgent = agent;
  }
}

/** What ended well is no longer being tried. */
export function forgetTask(state: RunState, { address, task }: OpenTask): void {
  if (task.type === 'claude') forget(state, stepsTo(address.block, task.name));
}

type BlockEnd = Pick<RunEventData['run.finished'], 'outcome' | 'failed' | 'reason'>;

/** Takes the end of a child block, or of the run, before the block is left: one that failed is one attempt, whatever happened in it. */
export function takeBlockEnd(
  state: RunState,
  path: readonly BlockStep[],
  { outcome, failed, reason = '' }: BlockEnd,
): void {
  const steps = stepsTo(path);
  if (!failed) {
    if (steps.length > 0) forget(state, steps);
    return;
  }
  const instance = state.blocks.get(blockKeyOf(path));
  const place = placeAt(state, steps);
  place.inside.clear();
  const ms = instance === undefined ? undefined : state.lastAtMs - instance.enteredAtMs;
  const { model, execution: log } = instance?.lastAgent ?? {};
  add(place, { seq: state.lastSeq, fault: outcome ?? 'failed', reason, ms, model, log });
}
