import assert from 'node:assert/strict';
import { choose, say, turns } from '../helpers/answers.ts';
import { assertPromptsSent } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

const END = { End: { type: 'end' } };
const ACTIONS = { Done: { target: 'End' }, Again: { target: 'Work', limit: { max: 1, then: 'End' } } };

export const answers: readonly Law[] = [
  {
    title: 'a reply without structured output is repaired in the same session',
    answers: turns(
      'Answer late.',
      say('I have done it.'),
      // The program itself asks once more.
      say('Really, I have.'),
      choose('Done'),
    ),
    check: async (bench) => {
      const map = bench.map({ Work: { type: 'claude', prompt: 'Answer late.', actions: ACTIONS }, ...END });
      const { stderr } = await bench.wfmap(0, 'run', map);
      assert.match(stderr, /no usable answer: The structured output with the chosen action was not given\./);
      assert.match(stderr, /asking again, in the same session/);
      assertPromptsSent(bench, '.wfmap/runs/test/slip-001');
      const { texts } = bench.requests().at(-1) ?? { texts: [] };
      assert.ok(texts.some((text) => text.startsWith('Answer late.')));
      assert.match(texts.at(-1) ?? '', /^Your answer cannot be used: .*- Done\n- Again\n/s);
      await bench.wfmap(0, 'logs');
      assert.match((await bench.wfmap(0, 'show')).stdout, /2 turns/);
    },
  },
  {
    title: 'an action outside of the menu is refused by the program itself',
    answers: turns('Answer oddly.', choose('Merge'), choose('Done')),
    check: async (bench) => {
      const map = bench.map({ Work: { type: 'claude', prompt: 'Answer oddly.', actions: ACTIONS }, ...END });
      const { stderr } = await bench.wfmap(0, 'run', map);
      assert.doesNotMatch(stderr, /no usable answer/);
      assert.match(bench.requests().at(-1)?.results.at(-1) ?? '', /does not match required schema/);
    },
  },
  {
    title: 'on the text channel an unknown action is repaired in the same session',
    answers: turns('Answer by a line.', say('All well.\n\nACTION: Merge'), say('**ACTION:** Done')),
    check: async (bench) => {
      const map = bench.map({
        Work: { type: 'claude', prompt: 'Answer by a line.', actions: ACTIONS },
        ...END,
      });
      const { stderr } = await bench.wfmap(0, 'run', map, '--choose', 'text');
      assert.match(
        stderr,
        /no usable answer: The final message names "Merge", which is not one of the actions/,
      );
      assertPromptsSent(bench, '.wfmap/runs/test/slip-001');
      await bench.wfmap(0, 'logs');
    },
  },
  {
    title: 'a second answer that cannot be used pauses the run, and a resume goes on in the session',
    answers: turns('Answer never.', say('ACTION: Merge'), say('I do not know.'), say('ACTION: Done')),
    check: async (bench) => {
      const map = bench.map({ Work: { type: 'claude', prompt: 'Answer never.', actions: ACTIONS }, ...END });
      const { stdout } = await bench.wfmap(6, 'run', map, '--choose=text');
      assert.match(stdout, /is paused .* Task "Work" failed: The final message has no line "ACTION: <name>"/);
      assert.match(stdout, /wfmap resume test\/slip-001/);
      await bench.wfmap(0, 'resume', '--choose=text');
      assert.match(bench.requests().at(-1)?.texts.at(-1) ?? '', /^Your last attempt at this task ended/);
      assert.ok(
        bench
          .requests()
          .at(-1)
          ?.texts.some((text) => text.startsWith('Answer never.')),
      );
    },
  },
];
