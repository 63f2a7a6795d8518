import { expect, test } from 'vitest';
import { collect } from '../../src/diagnostics/diagnostic.ts';
import { toJson } from '../../src/diagnostics/to-json.ts';
import { checked } from '../helpers/maps.ts';

test('ranges cover whole tokens, and a byte order mark is an offset and no column', () => {
  const text =
    '\ufeff{ "description": "x", "startTaskDefinition": "Wrk", "taskDefinitions": { "Work": { "type": "end" } } }';
  const { diagnostics, ...rest } = toJson(checked(text).diagnostics, 1);
  expect(rest).toEqual({ version: 1, summary: { files: 1, errors: 1, warnings: 0 } });
  const range = { start: { line: 1, column: 46, offset: 46 }, end: { line: 1, column: 51, offset: 51 } };
  expect(diagnostics).toEqual([
    {
      code: 'unknown-start',
      severity: 'error',
      message: 'The map starts with "Wrk", which is not one of its tasks.',
      why: 'A run would have nowhere to begin.',
      help: 'Define the task, or name one that is defined. Names are case-sensitive.',
      evidence: 'proved',
      file: 'a.json',
      range,
      related: [],
      fix: { title: 'Go to "Work".', safe: false, edits: [{ file: 'a.json', range, newText: '"Work"' }] },
    },
  ]);
});

test('a diagnostic without a fix has no such key', () => {
  const [first] = toJson(checked('').diagnostics, 1).diagnostics;
  expect(first).not.toHaveProperty('fix');
});

test('warnings are counted apart from errors, places are named with forward slashes, and related places are told', () => {
  const { diagnostics, report } = collect();
  const source = { name: 'maps\\a.json', text: 'ab' };
  const related = [{ message: 'Here.', span: { source, start: 1, end: 2 } }];
  report('unknown-start', { source, start: 0, end: 1 }, { start: 'a' }, { related });
  report('unreachable-task', { source, start: 0, end: 1 }, { task: 'a', start: 'b' });
  report('unreachable-task', { source, start: 0, end: 1 }, { task: 'c', start: 'b' });
  const json = toJson(diagnostics, 3);
  expect(json.summary).toEqual({ files: 3, errors: 1, warnings: 2 });
  expect(json.diagnostics.map(({ file }) => file)).toEqual(Array(3).fill('maps/a.json'));
  const [start, end] = [1, 2].map((offset) => ({ line: 1, column: offset + 1, offset }));
  expect(json.diagnostics[0]?.related).toEqual([
    { message: 'Here.', file: 'maps/a.json', range: { start, end } },
  ]);
});
