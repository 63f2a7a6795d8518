import assert from 'node:assert/strict';
import { choose, turns } from '../helpers/answers.ts';
import type { Law } from '../helpers/law.ts';

/** When the limit ends: soon after the script was written. Units: seconds since 1970. */
const resetsAt = Math.ceil(Date.now() / 1000) + 20;

const limited = {
  error: 429,
  message: "This request would exceed your account's rate limit.",
  headers: {
    'anthropic-ratelimit-unified-status': 'rejected',
    'anthropic-ratelimit-unified-reset': String(resetsAt),
    'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    'x-should-retry': 'false',
  },
};

export const subscription: readonly Law[] = [
  {
    title: 'a limit of the subscription pauses the run with 5, or is slept through with --wait',
    answers: turns('Work within limits.', limited, limited, choose('Done')),
    check: async (bench) => {
      // Only a subscriber has such limits.
      bench.environment['ANTHROPIC_API_KEY'] = undefined;
      bench.environment['CLAUDE_CODE_OAUTH_TOKEN'] = 'none';
      const work = { type: 'claude', prompt: 'Work within limits.', actions: { Done: { target: 'End' } } };
      const map = bench.map({ Work: work, End: { type: 'end' } });
      const { stdout } = await bench.wfmap(5, 'run', map);
      assert.match(stdout, /wfmap resume test\/slip-001 --wait/);
      await bench.wfmap(0, 'show');
      const { stderr } = await bench.wfmap(0, 'resume', '--wait');
      const events = await bench.events();
      const reached = events.filter(({ type }) => type === 'limit.reached');
      const untils = reached.map(({ data }) => Date.parse(String(data['until'])));
      assert.equal(untils.length, 2, stderr);
      const [until = NaN] = untils;
      const last = events.findLast(({ type }) => type === 'agent.started');
      assert.ok(Date.parse(last?.at ?? '') >= until, `${last?.at} is not before ${until}`);
      const sessions = events.flatMap(({ type, data }) =>
        type === 'agent.started' ? [data['session']] : [],
      );
      assert.equal(new Set(sessions).size, 1);
    },
  },
];
