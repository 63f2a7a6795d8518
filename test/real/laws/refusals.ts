import assert from 'node:assert/strict';
import { bash, choose, tool, turns, write } from '../helpers/answers.ts';
import type { Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

const actions = { Done: { target: 'End' } };
const END = { End: { type: 'end' } };

/** Commands that Claude Code refuses without a rule, of each kind that a rule can allow. */
const COMMANDS = [
  'npm test',
  'node -p 42',
  `node -p "Math.max(6, 7)"`,
  'npm test && node -p 1 || true',
  'npm test 2>&1 | tail -3',
  'FOO=1 npm test',
  'sh -c "npm test"',
  'cd . && npm test',
  'for i in 1 2; do npm test; done',
  'echo $(npm test)',
  String.raw`npm test -- a\ b`,
  `npm test -- 'a,b' "(c)"`,
  'npm test -- *.none',
  'npm test > out.txt',
  './check.sh --all',
  'git restore src/add.js',
  'cat /etc/hostname',
];
/** Those that no single rule allows, or only one that would allow much else. */
const WITHOUT_RULE = ['node -p 6*7', '(npm test)', 'npm test | tee out.txt', 'sudo *', 'npm test & wait'];

const refusedIn = async (
  bench: Bench,
): Promise<readonly { input: string; rule: string | null; why?: string }[]> => {
  const events = await bench.events();
  return events.flatMap(
    ({ data }) => (data['denials'] as { input: string; rule: string | null }[] | undefined) ?? [],
  );
};

export const refusals: readonly Law[] = [
  {
    title: 'each refused call is reported with a rule, and the rules together allow them all',
    answers: [
      ...turns(
        'Try all that.',
        ...COMMANDS.map(bash),
        ...WITHOUT_RULE.map(bash),
        write('/var/tmp/wfmap-outside.txt', 'x'),
        tool('Read', { file_path: '/etc/hostname' }),
        choose('Done'),
        ...COMMANDS.map(bash),
        tool('Read', { file_path: '/etc/hostname' }),
        choose('Done'),
      ),
    ],
    check: async (bench) => {
      bench.write('check.sh', '#!/bin/sh\necho checked\n');
      bench.git('add', '.');
      const work = { type: 'claude', promptTemplate: 'Try all that.', writes: ['anything'], actions };
      const map = bench.map({ Work: work, ...END });
      const { stderr } = await bench.wfmap(0, 'run', map);
      const refused = await refusedIn(bench);
      const ruleOf = (input: string) => refused.find((each) => each.input === input)?.rule;
      for (const command of COMMANDS) assert.ok(ruleOf(command), `${command}: ${ruleOf(command)}`);
      for (const command of WITHOUT_RULE) assert.equal(ruleOf(command), null, command);
      assert.equal(ruleOf('/var/tmp/wfmap-outside.txt'), 'Edit(//var/tmp/wfmap-outside.txt)');
      assert.match(stderr, /refused: Bash npm test {2}\(allow it with --allow 'Bash\(npm test\)'\)/);
      assert.match(stderr, /refused: Bash \(npm test\) {2}\(no single rule allows just that\)/);
      assert.match(
        (await bench.wfmap(0, 'show')).stdout,
        /^ {2}Work: Bash node -p 42 {2}\(allow it with --allow/m,
      );
      assert.match(
        (await bench.wfmap(0, 'logs')).stdout,
        /^! refused: Bash node -p 42 {2}\(allow it with --allow/m,
      );
      const rules = [...new Set(refused.flatMap(({ rule }) => (rule === null ? [] : [rule])))];
      await bench.wfmap(0, 'run', map, ...rules.flatMap((rule) => ['--allow', rule]));
      assert.deepEqual(await refusedIn(bench), []);
    },
  },
  {
    title: 'a rule is not named for what the task may not change',
    answers: turns(
      'Only look.',
      bash('touch src/new.js'),
      bash('echo x > src/new.js'),
      bash('git commit --allow-empty --message mine'),
      bash('npm test'),
      choose('Done'),
      write('other/new.js', 'x'),
      write('src/new.js', 'x'),
      choose('Done'),
    ),
    check: async (bench) => {
      const look = { type: 'claude', promptTemplate: 'Only look.', writes: ['nothing'], actions };
      await bench.wfmap(0, 'run', bench.map({ Look: look, ...END }));
      const rules = new Map((await refusedIn(bench)).map(({ input, rule }) => [input, rule]));
      assert.deepEqual(
        [...rules],
        [
          ['touch src/new.js', null],
          ['echo x > src/new.js', null],
          ['git commit --allow-empty --message mine', null],
          ['npm test', 'Bash(npm test)'],
        ],
      );
      const write = { ...look, writes: ['src'] };
      await bench.wfmap(0, 'run', bench.map({ Look: write, ...END }));
      assert.deepEqual(
        (await refusedIn(bench)).map(({ rule, why }) => ({ rule, why })),
        [{ rule: null, why: 'effects' }],
      );
    },
  },
];
