import assert from 'node:assert/strict';
import { choose, turns } from '../helpers/answers.ts';
import type { Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

function mapOf(bench: Bench, prompt: string, more: object = {}): string {
  const work = { type: 'claude', prompt, actions: { Done: { target: 'End' } }, ...more };
  return bench.map({ Work: work, End: { type: 'end' }, Broken: { type: 'end', failed: true } });
}

const startsOf = async (bench: Bench): Promise<number> =>
  (await bench.events()).filter(({ type }) => type === 'agent.started').length;

export const apiFaults: readonly Law[] = [
  {
    title: 'a refused login (401) pauses the run without another try, and says how to log in',
    answers: turns('Without a login.', { error: 401, times: 9, message: 'invalid x-api-key' }),
    check: async (bench) => {
      const { stdout } = await bench.wfmap(6, 'run', mapOf(bench, 'Without a login.'));
      assert.match(
        stdout,
        /Task "Work" failed: Invalid API key .*\. Log in with "claude \/login", or set ANTHROPIC_API_KEY\./,
      );
      assert.equal(await startsOf(bench), 1);
      await bench.wfmap(0, 'show');
      await bench.wfmap(0, 'logs');
    },
  },
  {
    title: 'a refused login does not wait for the tries of the program, and a missing one is told as such',
    answers: turns('Without a key.', { error: 401, times: 99 }),
    check: async (bench) => {
      bench.environment['CLAUDE_CODE_MAX_RETRIES'] = '10';
      const map = mapOf(bench, 'Without a key.');
      const began = performance.now();
      const { stdout } = await bench.wfmap(6, 'run', map);
      assert.ok(performance.now() - began < 10_000);
      assert.match(stdout, /The API refused the login .* Log in with "claude \/login"/);
      bench.environment['ANTHROPIC_API_KEY'] = undefined;
      const without = await bench.wfmap(6, 'run', map);
      assert.match(without.stdout, /Not logged in .* Log in with "claude \/login"/);
    },
  },
  {
    title: 'a rate limit (429) is tried again in the session, then pauses the run, which a resume finishes',
    // Each process tries once more by itself.
    answers: turns('Too often.', { error: 429, times: 6, message: 'slow down' }, choose('Done')),
    check: async (bench) => {
      const { stdout, stderr } = await bench.wfmap(6, 'run', mapOf(bench, 'Too often.'));
      assert.equal(stderr.match(/ {4}trying again/g)?.length, 2);
      assert.match(stderr, /transport fault: .*429/);
      assert.match(stdout, /Task "Work" failed: .*429/);
      assert.equal(await startsOf(bench), 3);
      await bench.wfmap(0, 'resume');
      const sessions = (await bench.events()).flatMap(({ type, data }) =>
        type === 'agent.started' ? [data['session']] : [],
      );
      assert.equal(new Set(sessions).size, 1);
    },
  },
  {
    title: 'an overload (529) that passes costs nothing but time',
    answers: turns('In the rush.', { error: 529, times: 2 }, choose('Done')),
    check: async (bench) => {
      const { stderr } = await bench.wfmap(0, 'run', mapOf(bench, 'In the rush.'));
      assert.match(stderr, /API error 529 .*, trying again in/);
    },
  },
  {
    title: 'a lasting overload (529) pauses the run, or goes where onError leads',
    answers: [
      ...turns('In the crowd.', { error: 529, times: 99 }),
      ...turns('In the queue.', { error: 529, times: 99 }),
    ],
    check: async (bench) => {
      const { stdout } = await bench.wfmap(6, 'run', mapOf(bench, 'In the crowd.'));
      assert.match(stdout, /Task "Work" failed: .*529/);
      const broken = await bench.wfmap(1, 'run', mapOf(bench, 'In the queue.', { onError: 'Broken' }));
      assert.match(broken.stdout, /reached the failed end "Broken"/);
    },
  },
  {
    title: 'an unknown model (404) pauses the run and names the model',
    answers: turns('By nobody.', { error: 404, times: 99, message: 'model: nobody-1' }),
    check: async (bench) => {
      const { stdout } = await bench.wfmap(6, 'run', mapOf(bench, 'By nobody.', { model: 'nobody-1' }));
      assert.match(stdout, /nobody-1.* Name another "model"/);
      assert.equal(await startsOf(bench), 1);
    },
  },
];
