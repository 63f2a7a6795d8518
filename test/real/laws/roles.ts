import assert from 'node:assert/strict';
import { bash, choose, turns, write } from '../helpers/answers.ts';
import type { Law } from '../helpers/law.ts';

const END = { End: { type: 'end' } };
const DONE = { Done: { target: 'End' } };
const usage = { input_tokens: 100_000, output_tokens: 500 };
const paid = <T extends object>(answer: T): T & { usage: typeof usage } => ({ ...answer, usage });

export const roles: readonly Law[] = [
  {
    title:
      'a role stands before the prompt and says model and effort, and a tool that the task does without is not offered',
    answers: [
      ...turns('Judge the calculator.', choose('Done')),
      ...turns('Judge it without a role.', choose('Done')),
    ],
    check: async (bench) => {
      bench.write(
        'prompts/agents/judge.md',
        '---\nmodel: opus\neffort: low\n---\nYou are the judge of calculators, and you change nothing.\n',
      );
      const map = bench.map({
        Judge: {
          type: 'claude',
          agent: 'judge',
          promptTemplate: 'Judge the calculator.',
          disallowedTools: ['Write', 'Edit'],
          actions: { Done: { target: 'Plain' } },
        },
        Plain: {
          type: 'claude',
          promptTemplate: 'Judge it without a role.',
          writes: ['anything'],
          actions: DONE,
        },
        ...END,
      });
      await bench.wfmap(0, 'run', map);
      const [judge, plain] = bench.requests();
      const role = 'You are the judge of calculators, and you change nothing.';
      assert.ok(judge?.texts.some((text) => text.startsWith(`${role}\n\nJudge the calculator.`)));
      assert.ok(!JSON.stringify(plain).includes(role));
      assert.deepEqual(
        [judge, plain].map((request) => request?.tools.includes('Write')),
        [false, true],
      );
      assert.match(judge?.model ?? '', /opus/);
      assert.equal(judge?.effort, 'low');
      assert.notEqual(plain?.effort, 'low');
      await bench.wfmap(0, 'show');
    },
  },
  {
    title: 'more turns than "maxTurns" fail the task, and a resume goes on in its session',
    answers: turns('Turn often.', bash('echo 1'), bash('echo 2'), bash('echo 3'), choose('Done')),
    check: async (bench) => {
      const task = { type: 'claude', promptTemplate: 'Turn often.', allowedTools: ['Bash'], actions: DONE };
      const map = bench.map({ Turn: { ...task, maxTurns: 2 }, ...END });
      const { stdout } = await bench.wfmap(6, 'run', map);
      assert.match(stdout, /Task "Turn" failed: .*"maxTurns"/);
      bench.map({ Turn: { ...task, maxTurns: 5 }, ...END });
      await bench.wfmap(0, 'resume', '--accept-changes');
      const { texts } = bench.requests().at(-1) ?? { texts: [] };
      assert.ok(texts.some((text) => text.startsWith('Turn often.')));
      assert.match(texts.at(-1) ?? '', /^Your last attempt at this task ended with a fault/);
    },
  },
  {
    title: 'a task that reaches its "budgetUsd" stops there, and a larger one goes on in its session',
    answers: turns('Spend much.', paid(write('a.txt', 'x')), paid(write('b.txt', 'x')), paid(choose('Done'))),
    check: async (bench) => {
      const task = {
        type: 'claude',
        promptTemplate: 'Spend much.',
        writes: ['anything'],
        permissionMode: 'acceptEdits',
      };
      const map = bench.map({ Spend: { ...task, budgetUsd: 0.0001, actions: DONE }, ...END });
      const { stdout } = await bench.wfmap(6, 'run', map);
      assert.match(stdout, /Task "Spend" failed: .*budget.* Raise "budgetUsd" of the task/);
      bench.map({ Spend: { ...task, budgetUsd: 50, actions: DONE }, ...END });
      await bench.wfmap(0, 'resume', '--accept-changes');
      const { texts } = bench.requests().at(-1) ?? { texts: [] };
      assert.ok(texts.some((text) => text.startsWith('Spend much.')));
    },
  },
];
