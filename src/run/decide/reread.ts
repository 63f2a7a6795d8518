import { readSignalAnswer } from '../../agent/read-signal-answer.ts';
import { readStructuredAnswer, readTextAnswer } from '../../agent/read-answer.ts';
import type { ClaudeTask } from '../../model/block.ts';
import { chooserOf } from '../../model/tasks.ts';
import { checkOutput } from '../program/check-output.ts';
import { needsSignature } from '../people/gate-question.ts';
import { instanceWith } from '../state/in-state.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { Program } from '../program/program.ts';
import { choicesOf } from '../../prompt/render/expected-answer.ts';
import { route, type Outcome } from '../scope/route.ts';
import { signalAskedIn } from '../scope/signal-asked.ts';
import type { OpenTask } from '../state/run-state.ts';
import { answerOf } from './settle.ts';

/**
 * What an execution comes to when the reply or result that was kept of it is read again by the map as it is now;
 * undefined where that is still no answer. So a mended guard or schema costs nothing.
 */
export function reread(live: LiveRun, open: OpenTask): Outcome | undefined {
  const outcome = outcomeOf(live, open);
  return outcome === undefined || 'fault' in route(live, open, outcome) ? undefined : outcome;
}

function outcomeOf(live: LiveRun, open: OpenTask): Outcome | undefined {
  const { failed, task } = open;
  if (task.type === 'end') return undefined;
  // A signature is of one question: the person who signed is asked again.
  if (needsSignature(live.state, task)) return undefined;
  if (failed !== undefined && failed.result !== null) {
    return { result: failed.result, action: failed.action ?? undefined, by: chooserOf(task) };
  }
  if (task.type !== 'claude' || open.rejected === undefined) return undefined;
  if (task.signal !== undefined) return rereadSignal(live, open, task, open.rejected.text);
  return rereadReply(instanceWith(live.state, open).program, task, open.rejected);
}

function rereadSignal(live: LiveRun, open: OpenTask, task: ClaudeTask, text: string): Outcome | undefined {
  const found = signalAskedIn(live, open, task);
  if ('problem' in found || found.asked === undefined) return undefined;
  const answer = readSignalAnswer(text, found.asked);
  return 'fault' in answer ? undefined : answerOf(task, { ...answer, text });
}

function rereadReply(
  program: Program,
  task: ClaudeTask,
  { text, output }: NonNullable<OpenTask['rejected']>,
): Outcome | undefined {
  const wanted = {
    actions: choicesOf(task).map(({ name }) => name),
    hasOutput: task.output !== undefined,
  };
  // A terminal task without an output wants nothing that a reply could lack.
  if (wanted.actions.length === 0 && !wanted.hasOutput) return undefined;
  const answer = output === null ? readTextAnswer(text, wanted) : readStructuredAnswer(output, wanted);
  if ('fault' in answer) return undefined;
  if (task.output !== undefined && checkOutput(program, task.output, answer.output) !== undefined) {
    return undefined;
  }
  return answerOf(task, { ...answer, text });
}
