import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bash, say, tool, turns, write, type Answer } from '../helpers/answers.ts';
import type { Law } from '../helpers/law.ts';
import { openTerminal } from '../helpers/terminal.ts';

/** What a step of the loop answers in the end. Shape: `context` has the parts that the next role needs, by name. */
interface Step {
  readonly role: 'Planner' | 'Actor' | 'Judge';
  readonly result: string;
  readonly next: string;
  readonly signature: string;
  readonly confidence?: number;
  readonly context?: Readonly<Record<string, string>>;
}

/** The answers to the prompt that asks for a signature, the block last. */
function step({ role, result, next, signature, confidence = 9, context = {} }: Step, ...work: Answer[]) {
  const block = [
    `This is what the ${role} did.`,
    '',
    '### SIGNAL BLOCK',
    '',
    `- Agent: ${role}`,
    `- Result: ${result}`,
    `- Loop Summary: ${role} says ${result} at ${signature}`,
    `- Confidence: ${confidence}`,
    `- Next: ${next}`,
    '- Context:',
    ...Object.entries({ Note: 'none', ...context }).map(([name, value]) => `  - **${name}**: ${value}`),
    '',
    `**Signature**: ${signature}`,
  ];
  return turns(`    **Signature**: ${signature}`, ...work, say(block.join('\n')));
}

const PLANNED = {
  'Specific File Locations': 'src/add.js, line 2',
  'What to Change': 'it adds',
  'What to Avoid': 'the test',
  'Subordinate Goal Win-State': 'npm test passes',
  Risk: 'low',
};
const MADE = {
  'Where to Look': 'src/add.js',
  'What Changed': 'the sign',
  Why: 'it subtracted',
  'Testing Notes': 'npm test',
};
const SEEN = {
  'Superordinate Goal Status': 'SUFFICIENT',
  'Subordinate Goal Status': 'reached',
  'Next Steps': 'approve',
};

const read = tool('Read', { file_path: 'src/add.js' });
const edit = tool('Edit', { file_path: 'src/add.js', old_string: 'a - b', new_string: 'a + b' });

export const signalLoops: readonly Law[] = [
  {
    title:
      'signal-loop: a goal from its plan to the merge, with an escalation that a person answers and an archive',
    answers: [
      ...step({ role: 'Planner', result: 'PLAN_CREATED', next: 'Human', signature: '1:0:1' }),
      ...step(
        { role: 'Planner', result: 'PLAN_CREATED', next: 'Actor', signature: '1:1:1', context: PLANNED },
        read,
      ),
      ...step(
        { role: 'Actor', result: 'SUCCESS', next: 'Judge', signature: '1:1:2', confidence: 3, context: MADE },
        read,
        edit,
      ),
      ...step(
        { role: 'Actor', result: 'SUCCESS', next: 'Judge', signature: '1:1:2', context: MADE },
        bash('npm test'),
      ),
      ...step(
        { role: 'Judge', result: 'PASS', next: 'Human', signature: '1:1:3', context: SEEN },
        bash('git diff'),
      ),
      ...step({
        role: 'Planner',
        result: 'FINAL_PLAN_CREATED',
        next: 'Actor',
        signature: '1:FINAL:1',
        context: PLANNED,
      }),
      ...step(
        { role: 'Actor', result: 'SUCCESS', next: 'Judge', signature: '1:FINAL:2', context: MADE },
        write('CHANGELOG.md', '# Changes\n\n- It adds.\n'),
      ),
      ...step({ role: 'Judge', result: 'PASS', next: 'Human', signature: '1:FINAL:3', context: SEEN }),
    ],
    check: async (bench) => {
      const remote = join(bench.folder, '.git/remote.git');
      bench.git('init', '-q', '--bare', '-b', 'main', remote);
      bench.git('remote', 'add', 'origin', remote);
      bench.git('push', '-q', 'origin', 'main');
      bench.git('switch', '-q', '-c', 'goal/add');
      const terminal = openTerminal(
        bench,
        [
          'run',
          'signal-loop',
          '--goal',
          'The calculator adds: npm test passes.',
          '--openCommand=git push -q origin HEAD && echo 57',
          '--mergeCommand=git push -q origin HEAD:main',
          '--cleanCommand=git push -q origin --delete "$LOOP_BRANCH"',
          '--archiveBy=pull request',
        ],
        { columns: 160 },
      );
      const cycle = 'docs/context/current_cycle.md';
      try {
        const answer = async (task: string, choice: string, words?: string): Promise<void> => {
          await terminal.shows(new RegExp(`"${task}" asks[^]*Choice \\(1-\\d[^\\n]*$`));
          terminal.type(choice);
          if (words === undefined) return;
          await terminal.shows(/words[^\n]*$/);
          terminal.type(words);
        };
        await answer('Approve Plan', 'APPROVED', 'Go.');
        await terminal.shows('"Ask" asks');
        const early = bench.read(cycle);
        assert.match(early, /\*\*Signature\*\*: 1:1:2\n\nEffective next: Human, as the confidence is 3\.\n/);
        await answer('Ask', 'Actor', 'Run the tests.');
        await answer('Review Goal', 'APPROVED', 'Yes.');
        await terminal.shows('"Approve Merge" asks');
        assert.ok(bench.read(cycle).startsWith(early.trimEnd()), 'the file of the cycle only grows');
        assert.match(
          execFileSync('git', ['--git-dir', remote, 'show', 'main:src/add.js'], { encoding: 'utf8' }),
          /a - b/,
        );
        await answer('Approve Merge', 'MERGE_APPROVED', 'Merge it.');
        await answer('Approve Delete', 'DELETE_APPROVED');
        assert.equal(await terminal.end(), 0);
      } finally {
        terminal.close();
      }
      const branches = execFileSync('git', ['--git-dir', remote, 'branch', '--format=%(refname:short)'], {
        encoding: 'utf8',
      });
      assert.equal(branches, 'main\n');
      assert.match(
        execFileSync('git', ['--git-dir', remote, 'show', 'main:src/add.js'], { encoding: 'utf8' }),
        /a \+ b/,
      );
      const archives = readdirSync(join(bench.folder, 'docs/context/archive'));
      assert.deepEqual(archives, ['57_the-calculator-adds-npm-test-passes.md']);
      const archive = bench.read(`docs/context/archive/${archives[0] ?? ''}`);
      assert.deepEqual(
        Array.from(archive.matchAll(/^\*\*Signature\*\*: (\S+)$/gm), ([, signature]) => signature),
        ['1:0:0', '1:0:1', '1:0:4', '1:1:1', '1:1:2', '1:1:4', '1:1:2', '1:1:3', '1:1:4'].concat(
          [1, 2, 3, 4, 5, 6, 7].map((each) => `1:FINAL:${each}`),
        ),
      );
      assert.match(bench.read(cycle), /^# Cycle:\n\n## Goal\n\n## Current State\n/);
      assert.equal(bench.git('status', '--porcelain'), '');
      assert.match(
        bench.git('log', '--format=%s', 'main..'),
        /^Actor says SUCCESS at 1:FINAL:2\nActor says SUCCESS at 1:1:2\n$/,
      );
      const prompts = Object.entries(bench.prompts('.wfmap/runs/signal-loop/slip-001'));
      const told = prompts.filter(
        ([name, text]) => name.includes('-act-') && text.includes('A person says: Run the tests.'),
      );
      assert.equal(told.length, 1);
      assert.match((await bench.wfmap(0, 'show')).stdout, /Escalat|Ask/);
    },
  },
];
