import { expect, test } from 'vitest';
import { nextSteps } from '../../src/cli/views/next-steps.ts';
import { answerNameOf, createAnswerBox } from '../../src/journal/answer-box.ts';
import { createMemoryFileSystem } from '../../src/journal/memory-file-system.ts';
import { openQuestionsOf } from '../../src/report/open-questions.ts';
import { pauseText, withSettled } from '../../src/report/settled-questions.ts';
import { runViewOf } from '../../src/view/apply-event.ts';
import { events } from '../helpers/short-events.ts';

const FOLDER = '/run';
const PAUSED = { reason: 'human', message: 'Task "Ask" waits for an answer.' } as const;
const GIVEN = { action: 'No', fields: {}, sender: { pid: 7, start: null } };

/** A paused run that asks once, and the box that its answers come in to. */
function asking(more: object = {}) {
  const asked = {
    text: 'Well?',
    choices: [{ name: 'No', choose: null }],
    deadline: null,
    nonce: 'n',
    ...more,
  };
  const fs = createMemoryFileSystem([FOLDER]);
  const questions = openQuestionsOf(
    runViewOf(events(['task.started', 'Ask'], ['human.asked', 'Ask', asked])),
  );
  const told = (pid?: number) => {
    const found = withSettled(fs, { folder: FOLDER, pid }, questions);
    return [
      pauseText(PAUSED, found),
      ...nextSteps({ run: 'r', questions: found, paused: PAUSED, reached: [] }),
    ];
  };
  const box = createAnswerBox(fs, FOLDER);
  const answer = () => box.claim({ start: questions[0]?.start ?? 0, nonce: 'n' }, GIVEN);
  return { fs, told, answer };
}

const OPEN = [PAUSED.message, '"Ask" asks:', '  Well?', '  - No', 'Answer with: wfmap answer r No'];
const RESUME = 'Resume with: wfmap resume r';

test('a question that was answered while nobody drove the run is one that a resume takes', () => {
  const { told, answer } = asking();
  expect(told()).toEqual(OPEN);
  answer();
  const taken = '"Ask" has been answered.';
  expect(told()).toEqual(['Every question has been answered. Resume the run to continue.', taken, RESUME]);
  expect(told(12)).toEqual(OPEN);
});

test('a question whose time is over is one that nobody answers any more', () => {
  const deadline = '2026-01-01T00:00:00.000Z';
  const over = `The time to answer "Ask" ended at ${deadline}.`;
  expect(asking({ deadline }).told()).toEqual([
    'No question can be answered any more. Resume the run to continue.',
    over,
    RESUME,
  ]);
});

test('a question stays open where its signature is to be proved, and where its answer is none', () => {
  const signed = asking({ signed: true });
  signed.answer();
  expect(signed.told()).not.toContain(RESUME);
  const { fs, told } = asking();
  fs.makeFolder(`${FOLDER}/answers`);
  const file = fs.open(`${FOLDER}/answers/${answerNameOf({ start: 1, nonce: 'n' })}`, 'create');
  file.write(Buffer.from('no answer'));
  file.close();
  expect(told()).toEqual(OPEN);
});
