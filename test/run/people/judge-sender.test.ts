import { describe, expect, test } from 'vitest';
import type { WithinRecord } from '../../../src/model/event-records.ts';
import { judgeSender, type Given } from '../../../src/run/people/judge-sender.ts';
import type { ProcessLook } from '../../../src/model/processes.ts';
import { createRunState } from '../../../src/run/state/run-state.ts';
import { GIVER, lookAtGiver } from '../../helpers/performers.ts';

const SENDER = GIVER;
const MARKS: WithinRecord = { run: 'r1', agent: 'a1' };
const PERSON = lookAtGiver(GIVER.pid);
if (PERSON === undefined) throw new Error('nobody is there');
const NO_ANSWER = '7 is not a "wfmap answer" of the wfmap that drives the run';
const SEEN = { pid: GIVER.pid, isGone: false, start: 'then', user: 'ann', terminal: 'pts/1' };

/** An answer of process 7 to a run that process 1 drives. */
function judge(
  view: ProcessLook | undefined,
  { within, ...more }: Partial<Given & { within: readonly WithinRecord[] }> = {},
) {
  const state = createRunState();
  // Of all that a start says only this is read.
  state.started = { within } as unknown as NonNullable<typeof state.started>;
  return judgeSender(
    {
      state,
      processes: { host: 'test', pid: 1, find: () => undefined },
      lookAt: (pid) => (pid === SENDER.pid ? view : lookAtGiver(pid)),
    },
    { sender: SENDER, by: 'answer', word: 'Yes', isOwn: false, file: '/f', point: 'live', ...more },
  );
}

describe('an answer while a run goes on', () => {
  test('of a "wfmap answer" at a terminal, outside of all runs, is seen', () => {
    expect(judge(PERSON)).toEqual({ origin: 'seen', sender: SEEN });
  });

  test.each([
    ['without a terminal', { terminal: null }, { terminal: null }],
    ['that may not be looked into', { isReadable: false, holds: undefined }, {}],
  ])('of one %s is claimed', (_title, view, sender) => {
    expect(judge({ ...PERSON, ...view })).toEqual({ origin: 'claimed', sender: { ...SEEN, ...sender } });
  });

  test('of an agent that began the run is claimed, whatever terminal it has made itself', () => {
    expect(
      judge({ ...PERSON, within: [MARKS] }, { within: [MARKS, { run: 'r0', agent: 'a0' }] }),
    ).toMatchObject({
      origin: 'claimed',
    });
  });

  test('is taken without knowing what its sender has open, where the system does not tell', () => {
    expect(judge({ ...PERSON, holds: undefined })).toMatchObject({ origin: 'seen' });
  });

  test.each([
    ['is gone', undefined, {}, '7, which is named as its sender, has exited'],
    ['is another process by now', { start: 'later' }, {}, '7, which is named as its sender, has exited'],
    ['is inside of a run', { within: [MARKS] }, {}, '7 is inside of the run r1'],
    [
      'is inside of two runs, one of which began this one',
      { within: [MARKS, { run: 'r0', agent: 'a0' }] },
      { within: [MARKS] },
      '7 is inside of the run r0',
    ],
    [
      'is another agent of the run',
      { within: [MARKS] },
      { within: [{ ...MARKS, agent: 'a2' }] },
      '7 is inside of the run r1',
    ],
    ['is another program', { program: '/other/main.js' }, {}, NO_ANSWER],
    ['is no program at all', { program: null }, {}, NO_ANSWER],
    ['is a wfmap that answers nothing', { words: ['run', 'Yes'] }, {}, NO_ANSWER],
    [
      'was told to answer something else',
      { words: ['answer', 'No', '--note=Yes!'] },
      {},
      '7 was started to give another answer',
    ],
    [
      'does not have the file',
      { holds: false },
      {},
      '7 does not have this file open, so it gave another answer or none',
    ],
    [
      'is the process that asks',
      {},
      { sender: { pid: 1, start: 'then' } },
      '1 asked the question, and did not give this answer',
    ],
  ])('of a process that %s is refused', (_title, view, more, reason) => {
    const judged = judge(view === undefined ? undefined : { ...PERSON, ...view }, more);
    expect(judged).toEqual({ reason: `process ${reason}` });
  });

  test('may spell its choice as a person does', () => {
    expect(judge({ ...PERSON, words: ['answer', ' yES '] })).toMatchObject({ origin: 'seen' });
  });
});

describe('an answer that is there as a run is taken up', () => {
  test('of a process that is gone is claimed: it may have been kept for that', () => {
    expect(judge(undefined, { point: 'opening' })).toEqual({
      origin: 'claimed',
      sender: { pid: 7, isGone: true, start: null, user: null, terminal: null },
    });
  });

  test('of a process that lives is held to the same as ever', () => {
    expect(judge({ ...PERSON, within: [MARKS] }, { point: 'opening' })).toHaveProperty('reason');
    expect(judge(PERSON, { point: 'opening' })).toMatchObject({ origin: 'seen' });
  });

  test('of this very process is what it sees of itself', () => {
    const own = { point: 'opening', isOwn: true, sender: { pid: 1, start: 'then' } } as const;
    expect(judge(PERSON, own)).toEqual({ origin: 'seen', sender: { ...SEEN, pid: 1 } });
  });

  test('of an older journal, which names nobody, is claimed', () => {
    expect(judge(PERSON, { sender: null })).toEqual({ origin: 'claimed', sender: null });
  });
});
