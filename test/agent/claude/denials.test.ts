import { describe, expect, test } from 'vitest';
import { denialsOf } from '../../../src/agent/claude/denials.ts';
import { cutToolLine, toolLine, toolText } from '../../../src/agent/claude/tool-line.ts';

const NONE = { forbidden: new Set<string>(), hooked: new Set<string>() };
const bash = (command: unknown, id = 'x') => ({
  tool_name: 'Bash',
  tool_use_id: id,
  tool_input: { command },
});
const reported = (...calls: readonly unknown[]) => denialsOf({ permission_denials: calls }, NONE, undefined);
const rulesOf = (...calls: readonly unknown[]) => reported(...calls).map(({ rule }) => rule);

describe('the rule that would have allowed a command', () => {
  test.each([
    ['npm test', 'Bash(npm test)'],
    ['  npm test\n', 'Bash(npm test)'],
    ['./a-b/c.sh --x=1 a:b@c +d %e', 'Bash(./a-b/c.sh --x=1 a:b@c +d %e)'],
    ['ls *.ts', 'Bash(ls *)'],
    ['g++-12 "a b"', 'Bash(g++-12 *)'],
    ['"my tool" x', 'Bash'],
    ['rm -rf x; ls', 'Bash'],
    ['echo `id`', 'Bash'],
    ['echo "a"\nls', 'Bash'],
    ['echo', 'Bash(echo)'],
    ['echo!', 'Bash'],
    ['', 'Bash'],
    [`echo ${'x'.repeat(195)}`, `Bash(echo ${'x'.repeat(195)})`],
    [`echo ${'x'.repeat(196)}`, 'Bash(echo *)'],
    [`echo ${'x'.repeat(9_995)}`, 'Bash(echo *)'],
    [`echo ${'x'.repeat(9_996)}`, 'Bash'],
    [7, 'Bash'],
  ])('for %j', (command, rule) => {
    expect(rulesOf(bash(command))).toEqual([rule]);
  });
});

test('the rule for another tool is its name, for a page its domain', () => {
  const of = (tool_name: string, tool_input: unknown) => ({ tool_name, tool_input });
  const calls = [
    of('WebFetch', { url: 'https://user@Example.org:8080/a?b' }),
    of('WebFetch', { url: 'no address' }),
    of('WebFetch', {}),
    of('Write', { command: 'npm test', url: 'https://example.org' }),
    of('Write', undefined),
  ];
  expect(rulesOf(...calls)).toEqual([
    'WebFetch(domain:example.org)',
    'WebFetch',
    'WebFetch',
    'Write',
    'Write',
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
    expect(denialsOf(undefined, NONE, undefined)).toEqual([]);
    expect(denialsOf({ permission_denials: {} }, NONE, undefined)).toEqual([]);
  });

  test('are one where they differ only beyond what is shown', () => {
    const long = `echo "${'x'.repeat(300)}`;
    expect(reported(bash(`${long}a`), bash(`${long}b`))).toEqual([
      { tool: 'Bash', input: `${long}b`, rule: 'Bash(echo *)' },
    ]);
  });

  test('have no rule where one forbids them', () => {
    const facts = { ...NONE, forbidden: new Set(['one']) };
    const result = { permission_denials: [bash('a', 'one'), bash('b', 'two'), { tool_name: 'Read' }] };
    expect(denialsOf(result, facts, undefined).map(({ rule }) => rule)).toEqual([null, 'Bash(b)', 'Read']);
  });

  test('are without the first one that was refused to remind the agent', () => {
    const calls = [
      { tool_name: 'Read', tool_use_id: '0' },
      ...['1', '2', '3'].map((id) => ({ tool_name: 'Write', tool_use_id: id, tool_input: { path: id } })),
    ];
    const facts = { ...NONE, hooked: new Set(['0', '2', '3']) };
    const inputsOf = (before: boolean, hooked = facts) =>
      denialsOf({ permission_denials: calls }, hooked, { file: '/f', on: ['Write'], before }).map(
        ({ input }) => input,
      );
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
