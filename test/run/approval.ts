import type { Answer, Asker, Question } from '../../src/agent/human/asker.ts';
import type { KeptAnswer, QuestionKey } from '../../src/journal/answer-box.ts';
import type { Field } from '../../src/model/field.ts';
import type { Clock } from '../../src/run/host/clock.ts';
import { action, block, claude, end } from '../helpers/block.ts';
import { GIVER } from '../helpers/performers.ts';
import { manualClock, mapOf, programOf } from '../helpers/run-host.ts';
import { human } from '../helpers/tasks.ts';

/** What an answer may say. */
export const NOTE: Field = {
  name: 'note',
  type: 'string',
  description: 'Any',
  required: false,
  default: undefined,
  enum: undefined,
  schema: undefined,
};
/** A person decides whether something ships. */
export const program = programOf(
  mapOf(
    block(
      { ...human('Approve', action('Yes', 'Ship'), action('No', 'Stopped')), as: 'answer', fields: [NOTE] },
      claude('Ship', action('Done', 'Shipped')),
      end('Shipped'),
      end('Stopped', true),
    ),
  ),
);
export const YES: KeptAnswer = { action: 'Yes', fields: { note: 'fine' }, sender: GIVER };

/** Sleeps until it is told to wake; knows when somebody sleeps. */
export function tickingClock(): Clock & { readonly tick: () => void } {
  const sleepers = new Set<() => void>();
  return {
    ...manualClock(),
    tick: () => {
      for (const wake of sleepers) wake();
      sleepers.clear();
    },
    sleep: (_, signal) =>
      new Promise((wake) => {
        sleepers.add(wake);
        signal.addEventListener('abort', () => wake());
      }),
  };
}

export const ignore: (given: Answer | undefined) => void = () => undefined;

/** Somebody who answers when the test does. */
export function slowAsker(): Asker & {
  readonly asked: Question[];
  answer: (given: Answer | undefined) => void;
} {
  const asked: Question[] = [];
  const asker = {
    asked,
    answer: ignore,
    ask: (question: Question, signal: AbortSignal) => {
      asked.push(question);
      return new Promise<Answer | undefined>((resolve) => {
        asker.answer = resolve;
        signal.addEventListener('abort', () => resolve(undefined));
      });
    },
  };
  return asker;
}

/** What an answer to the first question must name; nonces of a test count. */
export const keyOf = ({ asked }: { readonly asked: readonly Question[] }): QuestionKey => ({
  start: asked[0]!.start,
  nonce: '1'.padStart(32, '0'),
});
