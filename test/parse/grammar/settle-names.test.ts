import { expect, test } from 'vitest';
import { collect } from '../../../src/diagnostics/diagnostic.ts';
import { parseDsl } from '../../../src/parse/parse-dsl.ts';

/** Each found among sentences that were derived from the grammar. */
test.each([
  ['a text behind a fence is on the line that the fence ends on', 'param a: """\nb\n""" "z" = 2'],
  ['a word of the language behind "session" is a name', 'session merge agent @x/y'],
  ['"session of" goes on to the name of a task', 'session of model\nmodel a/b'],
  ['a word of the language behind "with" is a name', 'with precedes template a//b'],
  ['a word of the language behind "on" is a name', 'reminder "x" on output model a/b'],
  ['a word of the language in the map of an expression is an operand', 'key {template + 1, model . x}'],
])('%s', (_, clause) => {
  const { diagnostics, report } = collect();
  parseDsl(
    { name: 'a.wfmap', text: `map "m"\ndefaults { model a/b }\nclaude X\n${clause}\n-> End\nend End` },
    report,
  );
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
});
