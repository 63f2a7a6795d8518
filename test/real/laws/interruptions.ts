import assert from 'node:assert/strict';
import { bash, choose, turns, write } from '../helpers/answers.ts';
import { assertPromptsSent, until, type Bench } from '../helpers/bench.ts';
import { isAlive } from '../helpers/is-alive.ts';
import type { Law } from '../helpers/law.ts';
import type { Wfmap } from '../helpers/wfmap.ts';

const LONG = bash('echo $$ > started; sleep 300');

/** Starts a run and waits until its agent is in the middle of a tool call. */
async function begin(bench: Bench, prompt: string): Promise<{ wfmap: Wfmap; tool: number }> {
  const map = bench.map({
    Work: {
      type: 'claude',
      writes: ['anything'],
      prompt,
      allowedTools: ['Bash'],
      actions: { Done: { target: 'End' } },
    },
    End: { type: 'end' },
  });
  const wfmap = bench.start('run', map);
  await until('the tool runs', () => bench.has('started') && bench.read('started').endsWith('\n'));
  return { wfmap, tool: Number(bench.read('started')) };
}

/** The session, the prompt, the work done and the words of the engine are in the last request; and one start each. */
async function assertWentOn(bench: Bench, prompt: string): Promise<void> {
  assertPromptsSent(bench, '.wfmap/runs/test/slip-001');
  const { texts, results } = bench.requests().at(-1) ?? { texts: [], results: [] };
  assert.ok(texts.some((text) => text.startsWith(prompt)));
  assert.ok(texts.some((text) => text.startsWith('You were interrupted before you had finished')));
  assert.match(results[0] ?? '', /made.txt/);
  const starts = (await bench.events()).filter(({ type }) => type === 'agent.started');
  assert.deepEqual(
    starts.map(({ data }) => [data['purpose'], data['continues']]),
    [
      ['prompt', false],
      ['resume', true],
    ],
  );
  assert.equal(starts[0]?.data['session'], starts[1]?.data['session']);
}

export const interruptions: readonly Law[] = [
  {
    title: 'a run whose wfmap was killed in the middle of a tool call goes on at once in its session',
    answers: turns('Work until killed.', write('made.txt', 'before'), LONG, choose('Done')),
    check: async (bench) => {
      const { wfmap, tool } = await begin(bench, 'Work until killed.');
      wfmap.child.kill('SIGKILL');
      await wfmap.end;
      const shown = await bench.wfmap(0, 'show');
      assert.match(shown.stdout, /^test\/slip-001 {2}interrupted: the wfmap that drove it is gone/);
      const { stderr } = await bench.wfmap(0, 'resume');
      assert.match(stderr, /going on where it stopped/);
      assert.ok(!isAlive(tool));
      await assertWentOn(bench, 'Work until killed.');
      assert.match((await bench.wfmap(0, 'show')).stdout, /at least <?\$.*cost unknown {2}interrupted/s);
      await bench.wfmap(0, 'logs', 'test/slip-001', '1');
    },
  },
  {
    title: 'no agent outlives a wfmap that was killed',
    answers: turns('Work alone.', LONG),
    check: async (bench) => {
      const { wfmap, tool } = await begin(bench, 'Work alone.');
      assert.ok(isAlive(tool));
      wfmap.child.kill('SIGKILL');
      const killedAt = performance.now();
      await until('the tool is gone', () => !isAlive(tool));
      assert.ok(performance.now() - killedAt < 10_000);
    },
  },
  {
    title: 'Ctrl-C in the middle of a tool call stops resumably',
    answers: turns('Work until stopped.', write('made.txt', 'before'), LONG, choose('Done')),
    check: async (bench) => {
      const { wfmap, tool } = await begin(bench, 'Work until stopped.');
      wfmap.child.kill('SIGINT');
      const { exitCode, stdout, stderr } = await wfmap.end;
      bench.show(`$ wfmap run …, and Ctrl-C\n${stderr}${stdout}(exit code ${exitCode})\n`);
      assert.equal(exitCode, 130);
      assert.match(stdout, /is paused .*Stopped by SIGINT.*\nResume with: wfmap resume test\/slip-001\n$/s);
      assert.ok(!isAlive(tool));
      await bench.wfmap(0, 'resume');
      await assertWentOn(bench, 'Work until stopped.');
    },
  },
  {
    title: 'a second Ctrl-C ends at once, and wfmap stop ends from elsewhere',
    answers: [
      ...turns('Work on regardless.', bash('trap "" TERM; echo $$ > started; sleep 300')),
      ...turns('You were interrupted', { ...LONG, prompt: 'Work on regardless' }),
    ],
    check: async (bench) => {
      const { wfmap, tool } = await begin(bench, 'Work on regardless.');
      wfmap.child.kill('SIGINT');
      await until('the first is told', () => wfmap.printed().stderr.includes('Again to end at once'));
      const askedAt = performance.now();
      wfmap.child.kill('SIGINT');
      const { exitCode, stdout, stderr } = await wfmap.end;
      bench.show(`$ wfmap run …, and Ctrl-C twice\n${stderr}${stdout}(exit code ${exitCode})\n`);
      assert.equal(exitCode, 130);
      assert.ok(performance.now() - askedAt < 3_000);
      assert.ok(!isAlive(tool));
      bench.write('started', '');
      const resumed = bench.start('resume');
      await until('the tool runs again', () => bench.read('started').endsWith('\n'));
      await bench.wfmap(0, 'stop');
      assert.equal((await resumed.end).exitCode, 143);
    },
  },
];
