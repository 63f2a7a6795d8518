import { expect, test } from 'vitest';
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
