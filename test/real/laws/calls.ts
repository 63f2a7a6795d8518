import assert from 'node:assert/strict';
import { bash, choose, turns, write } from '../helpers/answers.ts';
import type { Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';
import { openTerminal } from '../helpers/terminal.ts';

const mapOf = (bench: Bench, promptTemplate: string, more: object = {}): string =>
  bench.map({
    Work: {
      type: 'claude',
      promptTemplate,
      writes: ['anything'],
      unruledCalls: 'ask',
      disallowedTools: ['Bash(sleep *)'],
      actions: { Done: { target: 'End' } },
      ...more,
    },
    End: { type: 'end' },
  });

const resultsOf = (bench: Bench): readonly string[] => bench.requests().at(-1)?.results ?? [];

/** Calls that no rule answers, and a person who judges them while the agent waits. */
export const calls: readonly Law[] = [
  {
    title: 'a person judges a call in the middle of a turn: once, for the task, not at all, with a reason',
    answers: turns(
      'Ask a person.',
      bash('node -p 1'),
      bash('node -p 2'),
      bash('node -p 2'),
      bash('node -p 3'),
      bash('node -p 4'),
      bash('sleep 0'),
      write('/var/tmp/wfmap-asked.txt', 'x'),
      choose('Done'),
    ),
    check: async (bench) => {
      const terminal = openTerminal(bench, ['run', mapOf(bench, 'Ask a person.', { timeout: '20s' })]);
      try {
        const judge = async (call: string, ...words: readonly string[]): Promise<void> => {
          await terminal.shows(new RegExp(`  \\| ${call}\\n[^|]*Choice \\(1-4[^\\n]*$`));
          for (const each of words) terminal.type(each);
        };
        await judge('node -p 1\\n[^]*', '1');
        await judge('node -p 2\\n[^]*', '2');
        await judge('node -p 3\\n[^]*', '3');
        await judge('node -p 4\\n[^]*', '4');
        await terminal.shows('Reason, for the agent:');
        terminal.type('use bun');
        await terminal.shows(/\| \/var\/tmp\/wfmap-asked\.txt\n[^]*Choice \(1-4[^\n]*$/);
        terminal.type('3');
        assert.equal(await terminal.end(), 0);
      } finally {
        terminal.close();
      }
      const results = resultsOf(bench);
      assert.deepEqual(
        results.slice(0, 5).map((each) => each.trim()),
        ['1', '2', '2', 'A person refused this call.', 'A person refused this call: use bun'],
      );
      assert.match(results[5] ?? '', /Permission to use Bash with command sleep 0 has been denied/);
      const events = await bench.events();
      assert.deepEqual(
        events.filter(({ type }) => type === 'call.answered').map(({ data }) => data['allow']),
        ['once', 'task', 'never', 'never', 'never'],
      );
      const shown = (await bench.wfmap(0, 'show')).stdout;
      assert.match(
        shown,
        /A person was asked:\n {2}Work: Bash node -p 1 {2}\(a person allowed it once\)\n {2}Work: Bash node -p 2 {2}\(a person allowed Bash\(node -p 2\) until the task ends\)\n {2}Work: Bash node -p 3 {2}\(a person refused it\)\n {2}Work: Bash node -p 4 {2}\(a person refused it: use bun\)/,
      );
      assert.match(shown, /Refused:\n {2}Work: Bash sleep 0 {2}\(a rule forbids it\)\n/);
    },
  },
  {
    title: 'where no person is there a call is refused in words of wfmap, and named with its rule',
    answers: turns('Ask nobody.', bash('node -p 1'), write('src/new.js', 'x'), choose('Done')),
    check: async (bench) => {
      const map = mapOf(bench, 'Ask nobody.', { writes: ['nothing'] });
      const { stderr } = await bench.wfmap(0, 'run', map);
      const [first = '', second = ''] = resultsOf(bench);
      assert.match(first, /^No permission rule of this task allows this call, and no person is there to ask/);
      assert.match(second, /No such tool available|This task may change nothing/);
      assert.match(stderr, /refused: Bash node -p 1 {2}\(allow it with --allow 'Bash\(node -p 1\)'\)/);
      assert.ok(!bench.has('src/new.js'));
    },
  },
];
