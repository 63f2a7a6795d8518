import assert from 'node:assert/strict';
import { bash, choose, turns } from '../helpers/answers.ts';
import { until, type Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';
import type { Wfmap } from '../helpers/wfmap.ts';

/** Starts a run whose agent does as it is told. */
function begin(bench: Bench, promptTemplate: string): Wfmap {
  const map = bench.map({
    Work: {
      type: 'claude',
      promptTemplate,
      writes: ['anything'],
      allowedTools: ['Bash'],
      actions: { Done: { target: 'End' }, Stop: { target: 'Stopped' } },
    },
    End: { type: 'end' },
    Stopped: { type: 'end' },
  });
  return bench.start('run', map);
}

/** All that the API was sent in its last request, as text. */
const lastRequest = (bench: Bench): string => bench.requests().at(-1)?.all ?? '';

const sentIn = async (bench: Bench): Promise<readonly unknown[]> =>
  (await bench.events()).filter(({ type }) => type === 'message.sent').map(({ data }) => data['text']);

/** Messages to an agent at work, as the real program takes them. */
export const steering: readonly Law[] = [
  {
    title: 'a message reaches the agent with the result of its next tool call, and the turn goes on',
    answers: turns(
      'Work while you hear.',
      bash('touch started; until [ -e heard ]; do sleep 0.1; done'),
      choose('Done'),
    ),
    check: async (bench) => {
      const run = begin(bench, 'Work while you hear.');
      await until('the tool runs', () => bench.has('started'));
      await bench.wfmap(0, 'steer', 'Leave the "tests"\nalone.');
      bench.write('heard', '');
      const { exitCode, stderr } = await run.end;
      assert.equal(exitCode, 0, stderr);
      assert.match(lastRequest(bench), /Leave the \\"tests\\"\\nalone\./);
      assert.match(stderr, /was sent a message: Leave the "tests" alone\./);
      assert.deepEqual(await sentIn(bench), ['Leave the "tests"\nalone.']);
      assert.doesNotMatch((await bench.wfmap(0, 'show')).stdout, /before it read it/);
    },
  },
  {
    title: 'a message after the last tool call makes the agent answer again, and that answer counts',
    answers: [
      ...turns('Answer slowly.', { ...choose('Done'), delay_ms: 4000 }),
      ...turns('Answer slowly.', { ...choose('Stop'), match: 'Stop it now' }),
    ],
    check: async (bench) => {
      const run = begin(bench, 'Answer slowly.');
      await until('the API is asked', () => bench.requests().length > 0);
      await bench.wfmap(0, 'steer', 'Stop it now.');
      assert.equal((await run.end).exitCode, 0);
      const chosen = (await bench.events()).filter(({ type }) => type === 'action.chosen');
      assert.deepEqual(
        chosen.map(({ data }) => data['action']),
        ['Stop'],
      );
    },
  },
  {
    title: 'what an agent was told before its wfmap was killed is said again when the run resumes',
    answers: turns('Work until killed.', bash('touch started; sleep 300'), choose('Done')),
    check: async (bench) => {
      const run = begin(bench, 'Work until killed.');
      await until('the tool runs', () => bench.has('started'));
      await bench.wfmap(0, 'steer', 'Use the parser.');
      run.child.kill('SIGKILL');
      await run.end;
      await bench.wfmap(0, 'resume');
      const { texts } = bench.requests().at(-1) ?? { texts: [] };
      assert.ok(
        texts.some((text) =>
          text.endsWith('A person wrote this to you while you worked on the task before:\nUse the parser.'),
        ),
      );
    },
  },
];
