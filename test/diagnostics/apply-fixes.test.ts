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

test('fixes that only touch are both applied, and one that is inside of another is not', () => {
  expect(fixed([edit(2, 4, 'x')], [edit(4, 6, 'y')])).toBe('01xy6789');
  expect(fixed([edit(4, 6, 'y')], [edit(2, 4, 'x')])).toBe('01xy6789');
  expect(fixed([edit(2, 6, 'x')], [edit(3, 5, 'y')])).toBe('01x6789');
  expect(fixed([edit(2, 6, 'x')], [edit(2, 2, 'y')])).toBe('01x6789');
  expect(fixed([edit(2, 6, 'x')], [edit(6, 6, 'y')])).toBe('01xy6789');
  expect(fixed([edit(2, 6, 'x')], [edit(4, 4, 'y')])).toBe('01x6789');
});

test('a fix without edits and one that is not accepted change nothing', () => {
  const { diagnostics, report } = collect();
  const span = { source, start: 0, end: 0 };
  report('json-comment', span, {}, { fix: { title: 'none', safe: true, edits: [] } });
  report('json-comment', span, {}, { fix: { title: 'unsafe', safe: false, edits: [edit(0, 1, 'x')] } });
  report('json-comment', span, {}, { fix: { title: 'safe', safe: true, edits: [edit(0, 1, 'y')] } });
  report('json-comment', span, {});
  expect(applyFixes(source, diagnostics, ({ safe }) => safe)).toBe('y123456789');
  expect(applyFixes(source, diagnostics, () => false)).toBe(source.text);
});
