import { blockKeyOf, type Address } from '../../model/address.ts';
import type { ClaudeTask, HumanTask } from '../../model/block.ts';
import { invariant } from '../../util/invariant.ts';
import type { Batch } from '../live/batch.ts';
import { currentTaskOf, type KnownSession } from '../state/block-instance.ts';
import { fail } from './fail.ts';
import { instanceWith } from '../state/in-state.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { PlannedTurn } from '../live/planned.ts';
import { isReserved, reachesLimit } from './reaches-limit.ts';
import { recordAttempts } from './record-attempts.ts';
import { remind } from './remind.ts';
import { renderTask } from '../scope/render-task.ts';
import type { OpenTask, RunState } from '../state/run-state.ts';
import { contextOf } from '../scope/task-scope.ts';
import { messagesFor, turnOf, type FirstSession } from '../scope/turn.ts';

/** Records the next turn of an execution; undefined where none can be taken, with the reason recorded. */
export function planTurn(
  live: LiveRun,
  batch: Batch,
  open: OpenTask,
  task: ClaudeTask,
): PlannedTurn | undefined {
  if (isReserved(live.state)) {
    live.backlog.set(open.start, (later) => planTurn(live, later, open, task));
    return undefined;
  }
  if (reachesLimit(live, batch, 'turn')) return undefined;
  const budgetUsd = budgetOf(live, open, task);
  const turn = turnOf(open, () => firstSession(live, open, task));
  const text =
    turn.text.kind === 'words'
      ? turn.text.words + messagesFor(open, 'words')
      : renderOrFail(live, batch, open, task)?.text;
  if (text === undefined) return undefined;
  const reminded = remind(live, batch, open, task);
  if (reminded === undefined) return undefined;
  const id = turn.session ?? live.newId();
  const continues = turn.session !== undefined;
  const address: Address = { ...open.address, attempt: open.attempts + 1 };
  batch.add('agent.started', address, {
    task: task.name,
    session: id,
    continues,
    forks: turn.forks ?? null,
    purpose: turn.purpose,
    reservedUsd: budgetUsd ?? null,
    ...reminded.recorded,
  });
  const session = turn.forks === undefined ? { id, continues } : { id, continues, forks: turn.forks };
  return { kind: 'turn', open, text, session, budgetUsd, ...reminded.planned };
}

/** Renders the prompt and records it, or records that it cannot be rendered. */
export function renderOrFail(
  live: LiveRun,
  batch: Batch,
  open: OpenTask,
  task: ClaudeTask | HumanTask,
): { readonly text: string } | undefined {
  const context = contextOf(live, instanceWith(live.state, open));
  if (task.type === 'claude') recordAttempts(live, batch, open, context);
  const rendered = renderTask(context, open, task);
  if ('problem' in rendered) {
    fail(batch, open, { reason: rendered.problem, fault: 'prompt' });
    return undefined;
  }
  const { text: own, ...record } = rendered;
  const text = own + messagesFor(open, 'prompt');
  live.files.writePrompt(open, text);
  batch.add('prompt.rendered', open.address, { task: task.name, ...record });
  return { text };
}

/**
 * What a turn may cost: the smaller of the task's own budget and its share of what the run has left.
 *
 * It is shared among those that could be at work beside it: as many as there are places, and blocks to fill them.
 */
function budgetOf(live: LiveRun, open: OpenTask, task: ClaudeTask): number | undefined {
  invariant(open.task === task, 'a turn is of its own task');
  const { costUsd } = live.state.limits;
  const { state } = live;
  const left = costUsd === null ? undefined : (costUsd - state.costUsd - state.reservedUsd) / sharesOf(live);
  if (task.budgetUsd === undefined) return left;
  return left === undefined ? task.budgetUsd : Math.min(left, task.budgetUsd);
}

/** How many agents there could be beside those at work, this one among them. */
function sharesOf({ state, settings }: LiveRun): number {
  const places = settings.concurrency - state.working;
  let shares = 1;
  for (const instance of state.movable) {
    if (shares >= places) break;
    if (currentTaskOf(instance)?.type === 'claude') shares += 1;
  }
  return shares;
}

/** The session that a task asks for, where there is one that the agent still has. */
function firstSession({ state }: LiveRun, open: OpenTask, { name, session }: ClaudeTask): FirstSession {
  if (session.kind === 'new') return { session: undefined, forks: undefined };
  const found = 'task' in session ? sessionOf(state, open, session.task) : sessionOf(state, open, name, true);
  if (found?.known !== true) return { session: undefined, forks: undefined };
  return session.kind === 'fork'
    ? { session: undefined, forks: found.id }
    : { session: found.id, forks: undefined };
}

/** The session of a task of the own block, or of the nearest block around that has such a task. */
function sessionOf(
  state: RunState,
  { address }: OpenTask,
  task: string,
  isOwn = false,
): KnownSession | undefined {
  for (let depth = address.block.length; depth >= 0; depth -= 1) {
    const instance = state.blocks.get(blockKeyOf(address.block.slice(0, depth)));
    if (isOwn || instance?.tasks.has(task) === true) return instance?.sessions.get(task);
    if (instance?.block === instance?.program.map.block) return undefined;
  }
  return undefined;
}
