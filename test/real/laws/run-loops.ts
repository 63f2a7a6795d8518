import assert from 'node:assert/strict';
import { bash, give, turns, write } from '../helpers/answers.ts';
import type { Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

const done = give({ action: 'Complete', output: { summary: 'Built.', reason: '' } });

const TASKS =
  '# Calculator\n\n- [ ] **sum** Mend the sum\n- [ ] **hello** Say hello\n- [ ] **bye** Say goodbye\n';

const product = 'export function add(a, b) {\n  return a * b;\n}\n';

/** What the API was sent first in each session about a task, the oldest first. */
function askedAbout(bench: Bench, id: string): readonly string[] {
  const prompts = bench
    .requests()
    .flatMap(({ texts }) => texts.find((text) => text.startsWith(`# Job: do task ${id}\n`)) ?? []);
  return [...new Set(prompts)];
}

export const runLoops: readonly Law[] = [
  {
    title: 'after init, a run loop does three tasks, of which one fails twice and gets what is known of that',
    answers: [
      ...turns(
        '# Job: do task sum',
        bash('git status --short'),
        done,
        write('src/add.js', product),
        done,
        write('src/add.js', product.replace('*', '+')),
        done,
      ),
      ...turns('# Job: do task hello', write('hello.txt', 'Hello.\n'), done),
      ...turns('# Job: do task bye', write('goodbye.txt', 'Goodbye.\n'), done),
    ],
    check: async (bench) => {
      bench.write('TASKS.md', TASKS);
      await bench.wfmap(0, 'init', '--yes');
      bench.git('add', '-A');
      bench.git('commit', '-q', '-m', 'Set up');
      await bench.wfmap(0, 'run', 'run-loop');
      assert.equal(bench.read('TASKS.md'), TASKS.replaceAll('[ ]', '[x]'));
      const subjects = bench.git('log', '--format=%s', '-3').trim().split('\n');
      assert.deepEqual(subjects, ['bye: Say goodbye', 'hello: Say hello', 'sum: Mend the sum']);
      assert.equal(bench.git('status', '--porcelain'), '');
      const [first = '', second = '', third = '', ...more] = askedAbout(bench, 'sum');
      assert.deepEqual(more, []);
      assert.match(first, /```\nTitle: Mend the sum\nPart of: Calculator/);
      assert.match(first, /Open:\n\n- "hello" \(Say hello\)\n- "bye" \(Say goodbye\)/);
      assert.match(first, /Working through tasks on your own/);
      assert.doesNotMatch(first, /before this one/);
      assert.match(
        second,
        /The tests said:\n\n```[^]*adds[^]*One attempt before this one failed:\n\n- attempt 1: failed/,
      );
      assert.match(second, /The end of the log of attempt 1[^]*> Bash git status --short/);
      assert.match(
        third,
        /2 attempts before this one failed:[^]*- attempt 2: failed[^]*> Write [^\n]*add\.js/,
      );
      const [bye = ''] = askedAbout(bench, 'bye');
      assert.match(bye, /Finished before it:\n\n- "sum" \(Mend the sum\)\n- "hello" \(Say hello\)/);
      assert.doesNotMatch(bye, /before this one/);
      bench.show(second);
    },
  },
];
