import assert from 'node:assert/strict';
import { choose, turns } from '../helpers/answers.ts';
import { assertPromptsSent } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

const DONE = { Done: { target: 'End' } };
const MEGABYTE = `Megabyte begins\n${'0123456789abcdé\n'.repeat(62_000)}Megabyte ends`;
const RUN = '.wfmap/runs/test/slip-001';

export const prompts: readonly Law[] = [
  {
    title: 'prompts arrive to the byte: a slash command, a named file, odd bytes, a megabyte',
    answers: [
      ...turns('keep these bytes', choose('Done')),
      ...turns('Look at @notes.md', choose('Done')),
      ...turns('Megabyte begins', choose('Done')),
    ],
    check: async (bench) => {
      bench.write('notes.md', 'the words of the notes\n');
      bench.write('megabyte.md', MEGABYTE);
      const map = bench.map({
        Slash: {
          type: 'claude',
          prompt: '/compact keep these bytes: "é漢😀"\r\n\ttab \\ ${x} {{y}} \n\n',
          actions: { Done: { target: 'Named' } },
        },
        Named: {
          type: 'claude',
          promptTemplate: 'Look at @notes.md and @/etc/hostname on ${run.branch}',
          actions: { Done: { target: 'Long' } },
        },
        Long: { type: 'claude', promptTemplatePath: 'megabyte.md', actions: DONE },
        End: { type: 'end' },
      });
      await bench.wfmap(0, 'run', map);
      assert.equal(assertPromptsSent(bench, RUN), 3);
      const [slash = '', named = '', long = ''] = Object.values(bench.prompts(RUN));
      assert.ok(slash.startsWith('/compact keep these bytes: "é漢😀"\r\n\ttab \\ ${x} {{y}} \n\n'));
      assert.ok(named.startsWith('Look at @notes.md and @/etc/hostname on main'));
      assert.ok(long.startsWith(MEGABYTE) && Buffer.byteLength(long) > 1_000_000);
      const sent = bench.requests().flatMap(({ texts }) => texts);
      assert.ok(!sent.some((text) => text.includes('the words of the notes')));
    },
  },
];
