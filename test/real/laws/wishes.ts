import assert from 'node:assert/strict';
import { bash, give, turns } from '../helpers/answers.ts';
import type { Law } from '../helpers/law.ts';

const WISH = 'Test the calculator; mend it where a test fails';
const NAME = 'test-the-calculator';

const map = `map "Test the calculator, and mend it"

shell Test
  command ["npm", "test"]
  timeout 10m
  Passed -> Done when result.exitCode == 0
  -> Mend (output = result.stdout) at most 2 then Broken

claude Mend
  template prompts/${NAME}/mend.md writes src permissionMode acceptEdits
  -> Test always

end Done
end Broken failed
`;
const scenarios = `map: ../${NAME}.wfmap
answers:
  Test: [{ exitCode: 0, stdout: ok }]
  Mend: [{ text: Done. }]
scenarios:
  - { name: it passes, expect: { path: [Test, Done] } }
  - { name: it stays broken, answers: { Test: [{ exitCode: 1, stdout: 1 fails }] }, expect: { outcome: Broken } }
`;
const prompt = `---
description: Mends the calculator
parameters:
  output:
    type: string
    required: true
    description: What the tests said
---
Mend the calculator. The tests said:

\${output}
`;
const right = { map, scenarios, files: [{ path: `prompts/${NAME}/mend.md`, text: prompt }] };

const wrong = { ...right, map: map.replace('-> Test always', '-> Tset always') };

export const wishes: readonly Law[] = [
  {
    title:
      'a wish that is drafted right at once is asked for once, and nothing is written where a person says no',
    answers: turns(`# Job: draft the map ${NAME}`, give({ output: right })),
    check: async (bench) => {
      await bench.wfmap(4, 'new', '--wish', WISH);
      const asked = bench
        .requests()
        .filter(({ texts }) => texts.some((text) => text.includes('# Job: draft')));
      assert.equal(new Set(asked.map(({ texts }) => texts.join('\n'))).size, 1);
      await bench.wfmap(0, 'answer', 'Stop');
      assert.equal(bench.git('status', '--porcelain'), '');
    },
  },
  {
    title: 'a wish that is never drafted right is kept aside with what is wrong, and nothing is written',
    answers: turns(
      `# Job: draft the map ${NAME}`,
      ...Array.from({ length: 4 }, () => give({ output: wrong })),
    ),
    check: async (bench) => {
      const shown = await bench.wfmap(1, 'new', '--wish', WISH);
      assert.match(JSON.stringify(shown), /Of 4 drafts none was right/);
      assert.match(bench.read(`.wfmap/drafts/${NAME}/faults.txt`), /\[unknown-target\]/);
      assert.equal(bench.git('status', '--porcelain'), '');
    },
  },
  {
    title:
      'a wish that is drafted wrongly twice: what the checker says reaches the agent, and the third is written after a yes',
    answers: turns(
      `# Job: draft the map ${NAME}`,
      bash('git log --oneline'),
      give({ output: { ...right, map: map.replace('-> Test always', '-> Tset always') } }),
      give({ output: { ...right, scenarios: scenarios.replace(/^.*stays broken.*\n/m, '') } }),
      give({ output: right }),
    ),
    check: async (bench) => {
      await bench.wfmap(4, 'new', '--wish', WISH);
      assert.equal(bench.git('status', '--porcelain'), '');
      const asked = bench
        .requests()
        .flatMap(
          ({ texts }) => texts.find((text) => text.startsWith(`# Job: draft the map ${NAME}\n`)) ?? [],
        );
      const [first = '', second = '', third = '', ...more] = [...new Set(asked)];
      assert.deepEqual(more, []);
      assert.match(first, /Test the calculator; mend it where a test fails/);
      assert.doesNotMatch(first, /The checker refused it/);
      assert.match(second, /The checker refused it[^]*goes to "Tset"[^]*\[unknown-target\][^]*Go to "Test"/);
      assert.match(second, /-> Tset always/);
      assert.match(
        third,
        /not taken:\n {2}Test -Mend-> Mend\n {2}Test -Mend-> Broken \(limit\)\n {2}Mend -Test-> Test/,
      );
      await bench.wfmap(0, 'answer', 'Write');
      assert.equal(bench.read(`workflows/${NAME}.wfmap`), map);
      assert.equal(bench.read(`prompts/${NAME}/mend.md`), prompt);
      await bench.wfmap(0, 'test', '--coverage=100');
      bench.show(second);
    },
  },
];
