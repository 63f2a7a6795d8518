import { describe, expect, test } from 'vitest';
import { reportEnd } from '../../../src/cli/running/report-end.ts';
import type { RunEventData } from '../../../src/model/run-event.ts';
import { createRunState, type OpenTask, type RunState } from '../../../src/run/state/run-state.ts';

const FIXTURES = `${import.meta.dirname}/../../fixtures/running`;
const directory = { folder: '/p/ship/slip-001', path: 'ship/slip-001/', name: 'ship/slip-001' };
const figures = { steps: 1, costUsd: 0.5 };

const reported = (state: Partial<RunState>, flags: readonly string[] = [], activeMs = 61_000): string => {
  const whole = { ...createRunState(), ...figures, activeMs, ...state };
  const { lines, exitCode } = reportEnd({ state: whole, directory, flags });
  return `${lines.join('\n')}\n(exit code ${exitCode})\n`;
};

const finished = (more: Partial<RunEventData['run.finished']>) => ({
  finished: { task: 'Done', outcome: 'Done', result: null, failed: false, ...more },
});
type Paused = NonNullable<RunState['paused']>;
const paused = (reason: Paused['reason'], message = 'It waits.\nFor something.', exitCode = 4) => ({
  paused: { reason, message, exitCode },
});

function asking(task: string): OpenTask {
  const question = {
    task,
    about: 'task',
    text: 'Well?',
    choices: [{ name: 'Go on', choose: 'it is good' }],
    deadline: null,
  };
  return { start: 3, address: { block: [], task, visit: 1 }, question } as unknown as OpenTask;
}
const open = (...tasks: readonly string[]): Partial<RunState> => ({
  open: new Map([
    ...tasks.map((task, index): [number, OpenTask] => [index, asking(task)]),
    [99, { start: 9, address: { block: [], task: 'Work' } } as unknown as OpenTask],
  ]),
});
const reached = (...limits: readonly RunState['reached'][number]['limit'][]) =>
  ({
    ...paused('limit', 'The limit is reached.', 5),
    reached: limits.map((limit) => ({ limit, max: null, used: null, until: null })),
  }) as Partial<RunState>;

const CASES: readonly (readonly [string, string])[] = [
  ['an end', reported(finished({}))],
  [
    'an end with another outcome, and a result',
    reported(finished({ outcome: 'Shipped\n', result: { a: [1, 'x'] } })),
  ],
  ['an end without a name', reported({ ...finished({ task: null, outcome: null }), steps: 2, costUsd: 0 })],
  ['a failed end', reported(finished({ task: 'No\u001B[31m', failed: true, result: false }), [], 5)],
  ['a result that is too long', reported(finished({ result: 'x'.repeat(3000) }))],
  ['a pause for a person', reported({ ...paused('human'), ...open('Ask') })],
  ['a pause for very many', reported({ ...paused('human'), ...open('A', 'B', 'C', 'D', 'E', 'F', 'G') })],
  ['a pause by a failure', reported(paused('failed', 'It broke.', 6), ['--claude=my claude'])],
  ['a pause by a signal', reported(paused('interrupted', 'Stopped by SIGINT.', 130), ['--wait'])],
  ['a message that is too long', reported(paused('interrupted', 'x'.repeat(600)))],
  ['no pause that is known', reported({})],
  ['a limit of steps', reported(reached('steps'), ['--choose=text'])],
  ['a limit of cost', reported(reached('costUsd'))],
  ['a limit of tokens', reported(reached('tokens'))],
  ['a limit of time', reported(reached('durationMs'))],
  ['a limit of the subscription', reported(reached('subscription'))],
  ['two limits at once', reported(reached('steps', 'durationMs'))],
  ['a limit beside that of the subscription', reported(reached('subscription', 'steps'))],
  ['a limit that is not known', reported(paused('limit'))],
  ['a failure beside a question', reported({ ...paused('failed', 'It broke.', 6), ...open('Ask') })],
];

describe('a run that came to rest', () => {
  test('is told with how it ended, what it took, and what can be done', async () => {
    const text = CASES.map(([name, said]) => `# ${name}\n${said}`).join('\n');
    await expect(text).toMatchFileSnapshot(`${FIXTURES}/report-end.out`);
  });
});
