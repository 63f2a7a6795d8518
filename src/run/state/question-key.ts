import type { QuestionKey } from '../../journal/answer-box.ts';
import { invariant } from '../../util/invariant.ts';
import type { OpenTask } from './run-state.ts';

/** What an answer to the question of an execution must name. */
export function questionKeyOf({ start, question }: OpenTask): QuestionKey {
  invariant(question !== undefined, 'an execution that waits has a question');
  return { start, nonce: question.nonce };
}
