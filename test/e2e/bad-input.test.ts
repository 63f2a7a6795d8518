/** What is wrong with a map, a flag or an answer is told to the letter, or fails so that a resume can go on. */
import { describe } from 'vitest';
import { BAD_MAPS, NEXT, person, withOutput } from './helpers/bad-maps.ts';
import { ask, mapOf } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';

describe('a bad map', () => {
  test('is told of to the letter, once', async ({ project, expect }) => {
    for (const [name, map] of BAD_MAPS) project.put(`${name}.json`, map);
    const words = ['validate', '--format=concise', ...BAD_MAPS.map(([name]) => `${name}.json`)];
    const { code, stdout } = await project.run(words);
    expect(code).toBe(1);
    expect(stdout.trimEnd().split('\n')).toEqual(
      BAD_MAPS.flatMap(([name, , reported]) => reported.map((line) => `${name}.json:${line}`)),
    );
  });

  test('starts nothing', async ({ project, expect }) => {
    for (const [name, map] of BAD_MAPS) project.put(`${name}.json`, map);
    for (const [name] of BAD_MAPS) {
      const { code, stdout, stderr, reported } = await project.run(['run', `${name}.json`]);
      expect([code, stdout], reported).toEqual([2, '']);
      expect(stderr).toMatch(
        new RegExp(`wfmap: "${name}\\.json" has (an error|\\d errors), so nothing was started\\.\n$`),
      );
    }
    expect([project.has('.wfmap'), project.calls()]).toEqual([false, []]);
  });

  test.concurrent(
    'with a template that takes itself in is told at the template',
    async ({ project, expect }) => {
      project.put('prompts/a.md', '---\nsyntax: handlebars\n---\nWork.\n{{> rules}}\n');
      project.put('prompts/rules.md', '---\nsyntax: handlebars\n---\n{{> rules}}\n');
      project.put('loop.json', mapOf({ A: ask(NEXT, { promptTemplatePath: 'prompts/a.md' }) }));
      const { code, stdout } = await project.run(['validate', '--format=concise', 'loop.json']);
      expect([code, stdout]).toEqual([
        1,
        'prompts/rules.md:4:5: error: The partial "prompts/rules.md" includes itself. [recursive-partial]\n',
      ]);
    },
  );
});

describe('a name that is too long for a file', () => {
  const COMMANDS = 'validate run test fmt prompt graph compile show why logs resume watch record outline';
  test.concurrent.for(COMMANDS.split(' '))('is refused by %s', async (command, { project, expect }) => {
    const { code, stdout, stderr, reported } = await project.run([command, 'long'.repeat(80)]);
    expect([1, 2, 3], reported).toContain(code);
    expect(stdout + stderr).toContain('long'.repeat(20));
    expect(stdout + stderr).not.toContain('bug in wfmap');
  });
});

describe('a budget of zero', () => {
  test.concurrent('starts no agent, and can be raised', async ({ project, expect }) => {
    project.put('one.json', mapOf({ A: ask(NEXT) }));
    const { code, stdout } = await project.run(['run', 'one.json', '--max-cost=0']);
    expect(code).toBe(5);
    expect(stdout).toMatch(
      /^one\/slip-001 is paused \(0 steps, [\d.]+ m?s, \$0\.00\)\. The cost limit of \$0 is reached \(\$0\.00 spent\)\.\nRaise the limit and resume with: wfmap resume one\/slip-001 --max-cost=\+5\n$/,
    );
    expect(project.calls()).toEqual([]);
    expect((await project.run(['resume', '--max-cost=+5'])).code).toBe(0);
  });
});

describe('guards that all turn out false', () => {
  const guarded = (...guards: readonly object[]): object =>
    mapOf({
      A: {
        type: 'claude',
        prompt: 'Do it.',
        actions: {
          Long: { target: 'Done', when: 'size(result.text) > 1000' },
          ...Object.assign({}, ...guards),
        },
      },
    });

  test.concurrent(
    'pause the run with the values, and a mended map takes the result',
    async ({ project, expect }) => {
      project.put('open.json', guarded({ Hot: { target: 'Done', when: "result.text.contains('hot')" } }));
      project.script({ text: 'cold' });
      const { code, stdout } = await project.run(['run', 'open.json']);
      expect(code).toBe(6);
      expect(stdout).toContain(
        'Task "A" failed: No guard of task "A" holds: "Long" needs size(result.text) > 1000; ' +
          '"Hot" needs result.text.contains(\'hot\'). Here size(result.text) is 4, result.text is "cold".\n',
      );
      project.put('open.json', guarded({ Else: { target: 'Done' } }));
      const resumed = await project.run(['resume', '--accept-changes']);
      expect(resumed.code, resumed.reported).toBe(0);
      expect(project.calls()).toHaveLength(1);
    },
  );
});

describe('a value for a command', () => {
  const HOSTILE = 'it\'s "so" $(touch made) `touch made`;\n${x} \\ end\n';

  test.concurrent('is one argument, as it is', async ({ project, expect }) => {
    const map = mapOf(
      {
        Words: {
          type: 'shell',
          command: ['printf', '%s', '${value}', '-${value}-'],
          as: 'words',
          actions: { Next: { target: 'Line' } },
        },
        Line: {
          type: 'shell',
          command: 'printf %s ${value}; printf %s "-${value}-"',
          as: 'line',
          actions: { Next: { target: 'Out' } },
        },
        Out: { type: 'end', result: '[words.stdout, line.stdout]' },
      },
      { workslipFields: { value: { type: 'string', description: 'Any', required: true } } },
    );
    project.put('print.json', map);
    const { code, reported } = await project.run(['run', 'print.json', `--value=${HOSTILE}`]);
    expect(code, reported).toBe(0);
    const both = `${HOSTILE}-${HOSTILE}-`;
    expect(resultOf(project, 'print')).toEqual([both, both]);
    expect(project.has('made')).toBe(false);
  });
});

describe('what an agent gives back', () => {
  const schema = { type: 'object', required: ['n'], properties: { n: { type: 'number' } } };
  const map = mapOf({
    A: {
      type: 'claude',
      prompt: 'Do it.',
      retry: { reply: 0 },
      output: { schema },
      as: 'given',
      actions: { Big: { target: 'B', when: 'result.n > 1000.0' }, Small: { target: 'B' } },
    },
    B: ask({ Next: 'Out' }, { promptTemplate: 'Read ${given}.' }),
    Out: { type: 'end', result: 'given' },
  });
  const text = (json: string) => ({ match: '^Do it', text: `\`\`\`json\n${json}\n\`\`\`` });

  test.concurrent('has keys of any name, which are nothing but keys', async ({ project, expect }) => {
    project.put('give.json', map);
    const json = '{"n":1,"__proto__":{"n":5000},"constructor":{"prototype":{"n":5000}}}';
    project.script({ match: '^Do it', structured: { output: JSON.parse(json) } }, { action: 'Next' });
    const { code, reported } = await project.run(['run', 'give.json']);
    expect(code, reported).toBe(0);
    expect(JSON.stringify(resultOf(project, 'give'))).toBe(json);
    expect(project.calls()[1]?.prompt).toContain(`Read ${json}.`);
    expect(reported).toContain('-> Small');
  });

  const UNFIT = [
    ['of five megabytes', { n: 1, t: 'x'.repeat(5_000_000) }, 'The value has more than 4194304 characters.'],
    ['of a wrong type', { n: 'many' }, '"$.n" must be a number, not "many".'],
    ['of another kind', [1], 'The value must be an object, not a list.'],
  ] as const;
  for (const [title, output, reason] of UNFIT) {
    test.concurrent(`${title} fails its task, and a resume goes on`, async ({ project, expect }) => {
      project.put('give.json', map);
      project.script(
        { match: '^Do it', structured: { output }, times: 1 },
        { match: '^Read', action: 'Next' },
        { structured: { output: { n: 2 } } },
      );
      const { code, stdout } = await project.run(['run', 'give.json']);
      expect(code).toBe(6);
      expect(stdout).toContain(`Task "A" failed: The result does not fit its schema: ${reason}\n`);
      expect((await project.run(['resume'])).code).toBe(0);
    });
  }

  test.concurrent(
    'has no number that a journal could not keep, and no depth without end',
    async ({ project, expect }) => {
      project.put('give.json', map);
      const bad = [
        ['{"n": 1e999}', 'The result in the final message has a number that is too large.'],
        [
          `{"n": 1, "d": ${'['.repeat(5000)}${']'.repeat(5000)}}`,
          'The result in the final message is nested deeper than 200 levels.',
        ],
      ] as const;
      for (const [json, reason] of bad) {
        project.script(text(json));
        const { code, stdout } = await project.run(['run', 'give.json', '--choose=text']);
        expect([code, stdout]).toEqual([6, expect.stringContaining(`Task "A" failed: ${reason}\n`)]);
      }
    },
  );

  test.concurrent('never fits where no value can', async ({ project, expect }) => {
    const endless = { type: 'object', required: ['a'], properties: { a: { $ref: '#' } } };
    project.put('endless.json', withOutput(endless));
    const { code, stdout } = await project.run(['run', 'endless.json', '--agent=scripted']);
    expect([code, stdout]).toEqual([6, expect.stringContaining('must be an object, not null.\n')]);
  });
});

describe('an answer', () => {
  test.concurrent(
    'to a run that asks nothing, or to another task, is refused',
    async ({ project, expect }) => {
      project.put('one.json', mapOf({ A: ask(NEXT) }));
      await project.run(['run', 'one.json', '--max-cost=0']);
      const none = await project.run(['answer', 'Yes']);
      expect([none.code, none.stderr]).toEqual([
        2,
        'wfmap: one/slip-001 asks nothing.\n  No run here waits for an answer.\n',
      ]);
      project.put('ask.json', person({ n: { type: 'number', description: 'How many?', required: true } }));
      const paused = await project.run(['run', 'ask.json']);
      expect(paused.code).toBe(4);
      const other = await project.run(['answer', 'Yes', '--task=B', '--n=1']);
      expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('"A" asks:\n    Well?\n')]);
      const [first, second] = await Promise.all(
        [1, 2].map((n) => project.run(['answer', 'Yes', `--n=${n}`])),
      );
      expect([first?.code, second?.code].toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 1]);
      expect(`${first?.stderr}${second?.stderr}`).toContain('answered with "Yes"');
    },
  );
});

function resultOf(project: Project, map: string): unknown {
  const last = project.events(`${map}/slip-001`).at(-1);
  return last?.type === 'run.finished' ? last.data.result : undefined;
}
