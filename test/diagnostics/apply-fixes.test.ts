import { expect, test } from 'vitest';
import { applyFixes } from '../../src/diagnostics/apply-fixes.ts';
import { collect, type Edit } from '../../src/diagnostics/diagnostic.ts';

const source = { name: 'a', text: '0123456789' };
const edit = (start: number, end: number, newText: string, of = source): Edit => ({
  span: { source: of, start, end },
  newText,
});

function fixed(...fixes: readonly (readonly Edit[])[]): string {
  const { diagnostics, report } = collect();
  for (const edits of fixes) {
    report('json-comment', { source, start: 0, end: 0 }, {}, { fix: { title: 'x', safe: true, edits } });
  }
  return applyFixes(source, diagnostics, () => true);
}

test('fixes that do not meet are all applied', () => {
  expect(fixed([edit(8, 9, '')], [edit(0, 2, 'ab'), edit(5, 5, '-')])).toBe('ab234-5679');
});

test('of fixes that overlap the first is applied, and the other wholly left out', () => {
  expect(fixed([edit(2, 5, 'x')], [edit(0, 1, 'y'), edit(4, 6, 'y')])).toBe('01x56789');
  expect(fixed([edit(2, 2, 'x')], [edit(2, 2, 'y')])).toBe('01x23456789');
});

test('a fix of another file is left out', () => {
  expect(fixed([edit(0, 1, 'x', { name: 'b', text: 'y' })])).toBe(source.text);
});
