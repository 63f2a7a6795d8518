import assert from 'node:assert/strict';
import { bash, choose, say, tool, turns, write } from '../helpers/answers.ts';
import { isAlive } from '../helpers/is-alive.ts';
import type { Law } from '../helpers/law.ts';

const DONE = { Done: { target: 'End' } };
const END = { End: { type: 'end' } };

export const taskSettings: readonly Law[] = [
  {
    title: 'a task has its own model and permission mode',
    answers: [
      ...turns(
        'Look only.',
        { ...write('no.txt', 'x'), model: 'haiku' },
        { ...choose('Done'), model: 'haiku' },
      ),
      ...turns('Write it.', write('yes.txt', 'x'), choose('Done')),
    ],
    check: async (bench) => {
      const look = {
        type: 'claude',
        writes: ['anything'],
        prompt: 'Look only.',
        model: 'claude-haiku-4-5',
        permissionMode: 'dontAsk',
      };
      const map = bench.map({
        Look: { ...look, actions: { Done: { target: 'Write' } } },
        Write: { type: 'claude', writes: ['anything'], prompt: 'Write it.', actions: DONE },
        ...END,
      });
      const { stderr } = await bench.wfmap(0, 'run', map);
      assert.match(stderr, /refused: Write .*no\.txt {2}\(allow it with --allow 'Edit\(\/\/.*no\.txt\)'\)/);
      assert.ok(!bench.has('no.txt') && bench.has('yes.txt'));
      const models = bench.requests().map(({ model }) => model);
      assert.deepEqual(
        models.map((model) => model === 'claude-haiku-4-5'),
        [true, true, false, false],
      );
    },
  },
  {
    title: 'a permission mode that the program refuses for root pauses the run and says what to do',
    answers: turns('Do anything.', write('yes.txt', 'x'), write('.wfmap/no.txt', 'x'), choose('Done')),
    check: async (bench) => {
      bench.environment['IS_SANDBOX'] = undefined;
      const work = {
        type: 'claude',
        writes: ['anything'],
        prompt: 'Do anything.',
        permissionMode: 'bypassPermissions',
      };
      const map = bench.map({ Work: { ...work, actions: DONE }, ...END });
      if (process.getuid?.() !== 0) {
        await bench.wfmap(0, 'run', map);
        return;
      }
      const { stdout } = await bench.wfmap(6, 'run', map);
      assert.match(stdout, /root.* Use another permission mode/);
      bench.environment['IS_SANDBOX'] = '1';
      await bench.wfmap(0, 'resume');
      // What is guarded is so in every mode.
      assert.ok(bench.has('yes.txt') && !bench.has('.wfmap/no.txt'));
    },
  },
  {
    title: 'a task that outlasts its timeout is tried again in its session, then pauses the run',
    answers: turns('Sleep.', { ...bash('sleep 100'), times: 3 }, choose('Done')),
    check: async (bench) => {
      const work = {
        type: 'claude',
        writes: ['anything'],
        prompt: 'Sleep.',
        allowedTools: ['Bash'],
        timeout: '10s',
        actions: DONE,
      };
      const { stdout } = await bench.wfmap(6, 'run', bench.map({ Work: work, ...END }));
      assert.match(stdout, /Task "Work" failed: timed out after 10s\. Give the task a longer "timeout"/);
      await bench.wfmap(0, 'resume');
    },
  },
  {
    title: 'work in the background is gone with its turn',
    answers: turns(
      'Leave work behind.',
      tool('Bash', { command: 'echo $$ > ran; sleep 2', description: 'x', run_in_background: true }),
      bash('setsid sleep 301 >/dev/null 2>&1 & echo $! > left'),
      choose('Done'),
    ),
    check: async (bench) => {
      const work = {
        type: 'claude',
        writes: ['anything'],
        prompt: 'Leave work behind.',
        allowedTools: ['Bash'],
        actions: DONE,
      };
      await bench.wfmap(0, 'run', bench.map({ Work: work, ...END }));
      assert.ok(!isAlive(Number(bench.read('left'))));
      assert.ok(!bench.has('ran') || !isAlive(Number(bench.read('ran'))));
    },
  },
  {
    title: 'a last task without actions ends the run with its reply',
    answers: turns('Say farewell.', say('Farewell.')),
    check: async (bench) => {
      const { stdout } = await bench.wfmap(
        0,
        'run',
        bench.map({ Work: { type: 'claude', writes: ['anything'], prompt: 'Say farewell.' } }),
      );
      assert.match(stdout, /test\/slip-001 ended/);
    },
  },
];
