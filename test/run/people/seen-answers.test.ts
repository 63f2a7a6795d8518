import { beforeAll, describe, expect, test } from 'vitest';
import type { AnswerBox } from '../../../src/journal/answer-box.ts';
import type { ProcessLook } from '../../../src/model/processes.ts';
import { createMask } from '../../../src/run/host/mask.ts';
import { asksToBeSeen, mustBeSeen } from '../../../src/run/people/gate-question.ts';
import { lookForAnswers } from '../../../src/run/people/look-for-answers.ts';
import { action, block, end } from '../../helpers/block.ts';
import { GIVER, lookAtGiver, memoryBox, questionIn } from '../../helpers/performers.ts';
import { puppetAgent } from '../../helpers/puppet-agent.ts';
import { mapOf, programOf, start, testHost, type TestRun } from '../../helpers/run-host.ts';
import { human } from '../../helpers/tasks.ts';
import { createCrashingFileSystem } from '../../journal/crashing-file-system.ts';

const fs = createCrashingFileSystem('/project');
const plain = human('Gate', action('Yes', 'Done'));
const gate = { ...plain, seen: true };
const program = programOf(mapOf(block(gate, end('Done'))));
const agent = { ...puppetAgent(), kind: 'claude' } as const;

let waiting: TestRun;
beforeAll(async () => {
  waiting = await start(testHost(fs, '/project', agent), program);
});

/** What becomes of an answer whose sender looks like that; undefined has gone. */
function answered(
  view: Partial<ProcessLook> | undefined,
  { point = 'live', run = waiting }: { readonly point?: 'live' | 'opening'; readonly run?: TestRun } = {},
) {
  const answers: AnswerBox = memoryBox();
  answers.claim(questionIn(run.state), { action: 'Yes', fields: {}, sender: GIVER });
  const person = lookAtGiver(GIVER.pid);
  const looking = {
    fs,
    answers,
    state: run.state,
    runFolder: run.directory.folder,
    strays: 0,
    processes: { host: 'test', pid: 1, find: () => undefined },
    mask: createMask([]),
    lookAt: (pid: number) =>
      pid !== GIVER.pid
        ? lookAtGiver(pid)
        : view === undefined || person === undefined
          ? undefined
          : { ...person, ...view },
  };
  const found = lookForAnswers(looking, point);
  return [
    ...[...found.answers.values()].map(({ origin }) => origin),
    ...found.refusals.map(({ data }) => data.reason),
  ];
}

const REFUSED = [
  expect.stringMatching(/^the task takes only an answer that is seen: by a person at a terminal/),
];

describe('a task whose answer must be seen', () => {
  test('takes that of a person at a terminal', () => {
    expect(answered({})).toEqual(['seen']);
  });

  test('takes none that is claimed, whoever claims it', () => {
    expect(answered({ terminal: null })).toEqual(REFUSED);
    expect(answered({ isReadable: false })).toEqual(REFUSED);
    expect(answered(undefined, { point: 'opening' })).toEqual(REFUSED);
  });

  test('says so in its question, and asks like any other in a simulation, which runs no command', async () => {
    const questionOf = ({ state }: TestRun) => [...state.open.values()].map(({ question }) => question?.seen);
    expect(questionOf(waiting)).toEqual([true]);
    const simulated = await start(
      testHost(createCrashingFileSystem('/project'), '/project', puppetAgent()),
      program,
    );
    expect(simulated.state.started?.agent).toBe('scripted');
    expect(questionOf(simulated)).toEqual([undefined]);
    expect(answered({ terminal: null }, { run: simulated })).toEqual(['claimed']);
  });

  test('is found wherever it is, and no other is taken for it', () => {
    expect([asksToBeSeen(program), asksToBeSeen(programOf(mapOf(block(plain, end('Done')))))]).toEqual([
      true,
      false,
    ]);
    expect([mustBeSeen(waiting.state, gate), mustBeSeen(waiting.state, plain)]).toEqual([true, false]);
  });
});
