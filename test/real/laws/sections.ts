import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { choose, say, turns } from '../helpers/answers.ts';
import type { Law } from '../helpers/law.ts';
import type { Request } from '../helpers/requests.ts';

const RULES = 'How to work in this project';
const OUTLINE = '# Project outline: calculator';
const ALONE = 'Working through tasks on your own';

/** All that the API was sent. */
function textOf(requests: readonly Request[]): string {
  return requests.map(({ system, all }) => `${system}\n${all}`).join('\n');
}

export const sections: readonly Law[] = [
  {
    title: 'what init writes reaches every agent, by wfmap and without it, and keeps none from its work',
    answers: [
      ...turns('Say that the section is there.', choose('Done')),
      ...turns('Greet me.', say('Hello.')),
    ],
    check: async (bench) => {
      bench.write('docs/rules.md', 'The rules of the house.\n');
      bench.link('docs/rules.md', 'CLAUDE.md');
      await bench.wfmap(0, 'init', '--yes');
      const promptTemplate = 'Say that the section is there.';
      const actions = { Done: { target: 'End' } };
      await bench.wfmap(
        0,
        'run',
        bench.map({ Say: { type: 'claude', promptTemplate, actions }, End: { type: 'end' } }),
      );
      const byWfmap = textOf(bench.requests());
      for (const text of ['The rules of the house.', RULES, OUTLINE]) assert.ok(byWfmap.includes(text), text);
      assert.ok(!byWfmap.includes(ALONE));
      const before = bench.requests().length;
      execFileSync('claude', ['-p', 'Greet me.'], { cwd: bench.folder, env: bench.environment, input: '' });
      const alone = textOf(bench.requests().slice(before));
      for (const text of ['The rules of the house.', RULES, OUTLINE]) assert.ok(alone.includes(text), text);
      assert.ok(!alone.includes('MANAGED SECTION'));
      await bench.wfmap(0, 'init', '--undo');
      assert.equal(bench.read('docs/rules.md'), 'The rules of the house.\n');
    },
  },
];
