import type { ShellReply } from '../../agent/shell/shell-runner.ts';
import { expressionOf } from '../../expression/cel/expression-of.ts';
import { ExpressionError } from '../../expression/cel/expression-error.ts';
import type { ShellTask } from '../../model/block.ts';
import type { Value } from '../../model/value.ts';
import { parseJsonText } from '../../prompt/values/json-text.ts';
import { planCommand as planWords, type CommandPlan } from '../../prompt/shell/shell-command.ts';
import { valueText } from '../../prompt/values/value-text.ts';
import { invariant } from '../../util/invariant.ts';
import type { Batch } from '../live/batch.ts';
import { concludeWithin, failWithin } from './conclude-within.ts';
import { fail } from './fail.ts';
import { instanceWith } from '../state/in-state.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { PlannedCommand } from '../live/planned.ts';
import { reachesLimit } from './reaches-limit.ts';
import { randomOf, retriesOf, retryDelayMs } from './retry-delay.ts';
import type { OpenTask } from '../state/run-state.ts';
import { withHelp, type Settlement } from './settle.ts';
import { contextOf, taskScope } from '../scope/task-scope.ts';

/** Records the start of a command; undefined where it cannot be started, with the reason recorded. */
export function planCommand(
  live: LiveRun,
  batch: Batch,
  open: OpenTask,
  task: ShellTask,
): PlannedCommand | undefined {
  if (reachesLimit(live, batch, 'command')) return undefined;
  const rendered = render(live, open, task);
  if ('problem' in rendered) {
    fail(batch, open, { reason: rendered.problem, fault: 'expression' });
    return undefined;
  }
  const { argv, variables } = rendered;
  const address = { ...open.address, attempt: open.attempts + 1 };
  batch.add('shell.started', address, { task: task.name, command: argv });
  return { kind: 'command', open, argv, variables };
}

/** The command of a task as it would be run now. */
export function render(
  live: LiveRun,
  open: OpenTask,
  task: ShellTask,
): CommandPlan | { readonly problem: string } {
  const context = contextOf(live, instanceWith(live.state, open));
  try {
    const { scope } = taskScope(context, open, task);
    return planWords(task.command, (expression) => valueText(expressionOf(expression).evaluate(scope)));
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return { problem: thrown.message };
    throw thrown;
  }
}

/** Records how a command ended, and what it means for its task. */
export function settleCommand(live: LiveRun, batch: Batch, open: OpenTask, reply: ShellReply): Settlement {
  const { task } = open;
  invariant(task.type === 'shell', 'only shell tasks have commands');
  recordCommand(batch, open, reply);
  switch (reply.outcome) {
    case 'interrupted':
      return { kind: 'ended' };
    case 'exited':
      concludeWithin(live, batch, open, { result: resultOf(reply), action: undefined, by: 'guard' });
      return { kind: 'ended' };
    case 'failed':
      break;
  }
  // What may have done its work by half is run again only where the map says that it may be.
  if (reply.fault === 'transport' && task.idempotent && open.retries <= retriesOf(task.retry)) {
    const random = randomOf(live.state.started?.seed ?? 0, open.start + open.retries);
    return { kind: 'again', afterMs: retryDelayMs(open.retries, random) };
  }
  failWithin(live, batch, open, { reason: withHelp(reply.reason, reply.help), fault: reply.fault });
  return { kind: 'ended' };
}

/** Records the end of a command, whatever follows from it. */
export function recordCommand(batch: Batch, open: OpenTask, reply: ShellReply): void {
  const address = { ...open.address, attempt: open.attempts };
  batch.add('shell.finished', address, recordOf(open.task.name, reply), open.start);
}

function recordOf(task: string, reply: ShellReply) {
  const { outcome, durationMs } = reply;
  const failure = outcome === 'failed' ? reply : undefined;
  return {
    task,
    outcome,
    exitCode: outcome === 'exited' ? reply.exitCode : null,
    durationMs: Math.round(durationMs),
    reason: failure?.reason ?? null,
    fault: failure?.fault ?? null,
    ...(reply.survivors === undefined ? {} : { survivors: reply.survivors }),
  };
}

/** Shape: `json` is there where standard output is a JSON object or list. */
function resultOf({ exitCode, stdout }: Extract<ShellReply, { outcome: 'exited' }>): Value {
  const json = jsonOf(stdout);
  return json === undefined ? { exitCode, stdout } : { exitCode, stdout, json };
}

function jsonOf(text: string): Value | undefined {
  return /^\s*[[{]/.test(text) ? parseJsonText(text) : undefined;
}
