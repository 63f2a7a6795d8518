import { ExpressionError } from '../../expression/cel/expression-error.ts';
import { expressionOf } from '../../expression/cel/expression-of.ts';
import type { Scope } from '../../expression/types/value.ts';
import type { ClaudeTask } from '../../model/block.ts';
import { isGuarded } from '../../model/tasks.ts';
import type { SignalAsked } from '../../signal/answer-signal.ts';
import { parseSignature } from '../../signal/signature.ts';
import { instanceWith } from '../state/in-state.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { OpenTask } from '../state/run-state.ts';
import { contextOf, taskScope } from './task-scope.ts';

/**
 * What the SIGNAL BLOCK of a task must say; undefined where it is answered otherwise.
 *
 * Errors: throws ExpressionError where the signature has no value, or is none.
 */
export function signalAsked(task: ClaudeTask, scope: () => Scope): SignalAsked | undefined {
  const { signal, actions } = task;
  if (signal === undefined) return undefined;
  const { role, results, escalateBelow, strictness } = signal;
  const nexts = isGuarded(task) ? [] : actions.map(({ name }) => name);
  return { role, results, nexts, signature: signatureOf(task, scope), escalateBelow, strictness };
}

/** The same for a task of a run, or the problem as a sentence. */
export function signalAskedIn(
  live: Pick<LiveRun, 'state' | 'settings' | 'units'>,
  open: OpenTask,
  task: ClaudeTask,
): { readonly asked: SignalAsked | undefined } | { readonly problem: string } {
  if (task.signal === undefined) return { asked: undefined };
  const context = contextOf(live, instanceWith(live.state, open));
  try {
    return { asked: signalAsked(task, () => taskScope(context, open, task).scope) };
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return { problem: thrown.message };
    throw thrown;
  }
}

function signatureOf({ signal }: ClaudeTask, scope: () => Scope): string | undefined {
  const expression = signal?.signature;
  if (expression === undefined) return undefined;
  const value = expressionOf(expression).evaluate(scope());
  if (typeof value === 'string' && parseSignature(value) !== undefined) return value;
  throw new ExpressionError(expression.text, 'a signature is a text goal:loop:step, and this is none');
}
