import { describe, expect, test } from 'vitest';
import { denialsOf } from '../../../src/agent/claude/denials.ts';
import { cutToolLine, toolLine, toolText } from '../../../src/agent/claude/tool-line.ts';

const NONE = { forbidden: new Set<string>(), hooked: new Set<string>() };
const PLAIN = { workFolder: '/project', permissionMode: undefined };
const bash = (command: unknown, id = 'x') => ({
  tool_name: 'Bash',
  tool_use_id: id,
  tool_input: { command },
});
const reported = (...calls: readonly unknown[]) => denialsOf({ permission_denials: calls }, NONE, PLAIN);
const rulesOf = (...calls: readonly unknown[]) => reported(...calls).map(({ rule }) => rule);

describe('the rule that would have allowed a command', () => {
  test.each([
    ['npm test', 'Bash(npm test)'],
    ['  npm test\n', 'Bash(npm test)'],
    ['./a-b/c.sh --x=1 a:b@c +d %e', 'Bash(./a-b/c.sh --x=1 a:b@c +d %e)'],
    [`node -p "Math.max(6, 7)"`, `Bash(node -p "Math.max(6, 7)")`],
    ["bash -c 'npm test'", "Bash(bash -c 'npm test')"],
    ['npm test && echo $(id) || { date; }', 'Bash(npm test && echo $(id) || { date; })'],
    [String.raw`echo a\ b`, String.raw`Bash(echo a\\ b)`],
    ['npm test 2>&1 >/dev/null', 'Bash(npm test 2>&1 >/dev/null)'],
    ['npm test > out.txt', 'Bash(npm test > out.txt)'],
    ['npm test 2>&1 | tail -3 | wc -l', 'Bash(npm test)'],
    [`echo 'a | b'`, `Bash(echo 'a | b')`],
    ['cat /etc/passwd', 'Read(//etc/passwd)'],
    ['ls /project/src', 'Bash(ls /project/src)'],
    ['node /tmp/x.js', 'Bash(node /tmp/x.js)'],
    [`echo ${'x'.repeat(195)}`, `Bash(echo ${'x'.repeat(195)})`],
  ])('is the command as it is: %j', (command, rule) => {
    expect(rulesOf(bash(command))).toEqual([rule]);
  });

  test.each([
    ['touch *.ts', 'Bash(touch *)'],
    ['npm test -- --grep "a*"', 'Bash(npm test *)'],
    ['make -k all *', 'Bash(make -k all *)'],
    [`echo "${'x'.repeat(196)}"`, 'Bash(echo *)'],
    [`git add "${'x'.repeat(500)}"`, 'Bash(git add *)'],
  ])('is its first words where a rule cannot say all: %j', (command, rule) => {
    expect(rulesOf(bash(command))).toEqual([rule]);
  });

  test.each([
    ['node -p 6*7'],
    ["sudo rm -rf '*'"],
    ['npx *'],
    ['env A=* npm test'],
    ['npm "*"'],
    ['npm exec -- *'],
    ['git -C * status'],
    ['A=1 *'],
    ['(npm test)'],
    ['npm test &'],
    ['echo "a"\nls'],
    ['npm test | tee out.txt'],
    ['npm test; ls | tail'],
    ['npm test | tail > /tmp/x'],
    ['npm test > /tmp/out'],
    ['npm test > ../out'],
    ['npm test > "$HOME/out"'],
    ['rm /tmp/x'],
    ['cp a ~/b'],
    ['cat /etc/passwd /etc/group'],
    ['A=$(npm test); echo $A'],
    ['"my tool" *'],
    [`${'long'.repeat(80)} * `],
    [''],
    [7],
  ])('is not known where it would be wide, or one does not do: %j', (command) => {
    expect(reported(bash(command))).toMatchObject([{ rule: null, why: 'no-narrow-rule' }]);
  });

  test('is not looked for in a command of megabytes', () => {
    const command = `git commit -m "${'x'.repeat(9_000_000)}"`;
    expect(reported(bash(command))).toMatchObject([{ rule: null, why: 'no-narrow-rule' }]);
  });

  test('does not write a file where nothing is written unasked', () => {
    const result = { permission_denials: [bash('npm test > out.txt')] };
    expect(denialsOf(result, NONE, { ...PLAIN, permissionMode: 'default' })).toMatchObject([{ rule: null }]);
  });
});

test('the rule for another tool is its name, for a page its domain, for a file its path', () => {
  const of = (tool_name: string, tool_input: unknown) => ({ tool_name, tool_input });
  const calls = [
    of('WebFetch', { url: 'https://user@Example.org:8080/a?b' }),
    of('WebFetch', { url: 'no address' }),
    of('WebFetch', {}),
    of('Write', { command: 'npm test', url: 'https://example.org' }),
    of('Write', { file_path: '/tmp/a (b).txt' }),
    of('NotebookEdit', { notebook_path: 'a.ipynb' }),
    of('Grep', { path: '../other' }),
    of('Read', undefined),
    of('mcp__tickets__list', { path: 'x' }),
    of('constructor', { path: 'x' }),
  ];
  expect(rulesOf(...calls)).toEqual([
    'WebFetch(domain:example.org)',
    'WebFetch',
    'WebFetch',
    'Write',
    'Edit(//tmp/a ?b?.txt)',
    'Edit(//project/a.ipynb)',
    'Read(//other)',
    'Read',
    'mcp__tickets__list',
    'constructor',
  ]);
});

describe('the calls that were refused', () => {
  test('are a hundred at most, each once, and what names no tool is none', () => {
    const many = Array.from({ length: 150 }, (_, at) => bash(`echo ${at}`));
    expect(reported(...many, ...many)).toHaveLength(100);
    expect(reported(...many)[99]).toMatchObject({ input: 'echo 99' });
    expect(reported(bash('a'), bash('b'), bash('a'))).toEqual([
      { tool: 'Bash', input: 'a', rule: 'Bash(a)' },
      { tool: 'Bash', input: 'b', rule: 'Bash(b)' },
    ]);
    expect(reported(null, 'x', {}, { tool_name: 7 }, [])).toEqual([]);
    expect(denialsOf(undefined, NONE, PLAIN)).toEqual([]);
    expect(denialsOf({ permission_denials: {} }, NONE, PLAIN)).toEqual([]);
  });

  test('are one where they differ only beyond what is shown', () => {
    const long = `echo "${'x'.repeat(300)}`;
    expect(reported(bash(`${long}a"`), bash(`${long}b"`))).toEqual([
      { tool: 'Bash', input: `${long}b"`, rule: 'Bash(echo *)' },
    ]);
  });

  test('have no rule where one forbids them', () => {
    const facts = { ...NONE, forbidden: new Set(['one']) };
    const result = { permission_denials: [bash('a', 'one'), bash('b', 'two'), { tool_name: 'Read' }] };
    expect(denialsOf(result, facts, PLAIN).map(({ rule }) => rule)).toEqual([null, 'Bash(b)', 'Read']);
  });

  test('are without the first one that was refused to remind the agent', () => {
    const calls = [
      { tool_name: 'Read', tool_use_id: '0' },
      ...['1', '2', '3'].map((id) => ({ tool_name: 'Write', tool_use_id: id, tool_input: { path: id } })),
    ];
    const facts = { ...NONE, hooked: new Set(['0', '2', '3']) };
    const inputsOf = (before: boolean, hooked = facts) =>
      denialsOf({ permission_denials: calls }, hooked, {
        ...PLAIN,
        reminder: { file: '/f', on: ['Write'], before },
      }).map(({ input }) => input);
    expect(inputsOf(true)).toEqual(['', '1', '3']);
    expect(inputsOf(false)).toEqual(['', '1', '2', '3']);
    expect(inputsOf(true, { ...NONE })).toEqual(['', '1', '2', '3']);
  });
});

describe('the input of a tool on one line', () => {
  test('is what names the call best', () => {
    const names = ['command', 'file_path', 'notebook_path', 'path', 'pattern', 'url', 'query', 'description'];
    for (const [at, name] of names.entries()) {
      const input = Object.fromEntries(
        names
          .slice(at)
          .map((each) => [each, `the ${each}`])
          .toReversed(),
      );
      expect(toolText({ ...input, other: 'x' })).toBe(`the ${name}`);
    }
    expect(toolText({ command: '', path: 7, query: 'q' })).toBe('q');
    expect(toolText({ other: 'x', n: [1] })).toBe('{"other":"x","n":[1]}');
    expect(toolText(undefined)).toBe('');
  });

  test('has neither line breaks nor control characters, and an end', () => {
    expect(toolText({ command: ' a\n\tb\u0000\u001bc \n' })).toBe('a b c');
    expect(toolText({ command: `${'x'.repeat(7_999)}yz` })).toBe(`${'x'.repeat(7_999)}y`);
    expect(cutToolLine('x'.repeat(200))).toBe('x'.repeat(200));
    expect(cutToolLine('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
    expect(toolLine({ command: 'x'.repeat(201) })).toBe(`${'x'.repeat(199)}…`);
  });
});
