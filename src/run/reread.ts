import { readStructuredAnswer, readTextAnswer } from '../agent/read-answer.ts';
import type { ClaudeTask } from '../model/block.ts';
import { checkOutput } from './check-output.ts';
import type { LiveRun } from './live-run.ts';
import { isGuarded } from './render-task.ts';
import { route, type Outcome } from './route.ts';
import type { OpenTask } from './run-state.ts';
import { answerOf } from './settle.ts';

/**
 * What a failed execution comes to when the reply or result that was kept of it is read again by the map as it is
 * now; undefined where that is still no answer. So a mended guard or schema costs nothing.
 */
export function reread(live: LiveRun, open: OpenTask): Outcome | undefined {
  const outcome = outcomeOf(live, open);
  return outcome === undefined || 'fault' in route(live, open, outcome) ? undefined : outcome;
}

function outcomeOf(live: LiveRun, { failed, task, rejected }: OpenTask): Outcome | undefined {
  if (task.type === 'end' || failed === undefined) return undefined;
  if (failed.fault === 'reply' && task.type === 'claude') return rereadReply(live, task, rejected);
  if (failed.result === null || (failed.fault !== 'guards' && failed.fault !== 'expression'))
    return undefined;
  return { result: failed.result, action: undefined, by: 'guard' };
}

function rereadReply(live: LiveRun, task: ClaudeTask, reply: OpenTask['rejected']): Outcome | undefined {
  if (reply === undefined) return undefined;
  const { text, output } = reply;
  const wanted = {
    actions: isGuarded(task) ? [] : task.actions.map(({ name }) => name),
    hasOutput: task.output !== undefined,
  };
  // A terminal task without an output wants nothing that a reply could lack.
  if (wanted.actions.length === 0 && !wanted.hasOutput) return undefined;
  const answer = output === null ? readTextAnswer(text, wanted) : readStructuredAnswer(output, wanted);
  if ('fault' in answer) return undefined;
  if (task.output !== undefined && checkOutput(live.program, task.output, answer.output) !== undefined) {
    return undefined;
  }
  return answerOf(task, { ...answer, text });
}
