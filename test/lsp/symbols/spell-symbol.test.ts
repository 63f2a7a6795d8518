import { expect, test } from 'vitest';
import type { PlacedOccurrence } from '../../../src/lsp/symbols/occurrence.ts';
import { renamingOf } from '../../../src/lsp/symbols/spell-symbol.ts';

/** What a line is once what stands in ‹› has a new name. */
function renamed(
  line: string,
  newName: string,
  how: Pick<PlacedOccurrence, 'spelling'> & Partial<PlacedOccurrence>,
  file = 'a.wfmap',
): string {
  const [start, end] = [line.indexOf('‹'), line.indexOf('›') - 1];
  const text = line.replaceAll(/[‹›]/g, '');
  const span = { source: { name: file, text }, start, end };
  const occurrence = {
    span,
    kind: 'task',
    name: text.slice(start, end),
    keys: [],
    isDefinition: false,
  } as const;
  const edit = renamingOf({ ...occurrence, uri: 'file:///a', ...how }, newName);
  return text.slice(0, edit.span.start) + edit.newText + text.slice(edit.span.end);
}

test.each([
  ['plain', '${‹old›.x}', 'new', '${new.x}'],
  ['json', '"a": ‹"old"›', 'new', '"a": "new"'],
  ['json', 'a: ‹old›', 'new', 'a: new'],
  ['json', 'a: ‹old›', 'two words', 'a: "two words"'],
  ['json', 'a: ‹old›', '2nd', 'a: "2nd"'],
  ['key', 'with ‹old›', 'new', 'with new = old'],
  ['value', 'with ‹old›', 'new', 'with old = new'],
  ['name', 'end ‹old›', 'new', 'end new'],
  ['name', 'end ‹old›', 'a "b"', 'end "a \\"b\\""'],
  ['yaml', 'task: ‹old›', 'New Task', 'task: New Task'],
  ['yaml', 'task: ‹old›', 'New: Task', 'task: "New: Task"'],
  ['yaml', 'task: ‹old›', 'New ', 'task: "New "'],
  ['yaml', 'task: ‹old›', '7th', 'task: "7th"'],
  ['yaml', 'task: ‹old›', 'Yes', 'task: "Yes"'],
  ['yaml', 'task: ‹old›', 'Yesterday', 'task: Yesterday'],
  ['yaml', 'task: ‹old›', 'Dry', 'task: Dry'],
  ['yaml', "task: ‹'old'›", 'new', 'task: "new"'],
  ['yaml', 'task: ‹"old"›', 'new', 'task: "new"'],
  ['yaml', 'in: Each/‹old›', 'a: b', 'in: Each/a: b'],
  ['yaml', 'in: ‹old›/key', 'a: b', 'in: a: b/key'],
] as const)('a name that is written as %s, %s, and becomes %s, is %s', (spelling, line, newName, after) => {
  expect(renamed(line, newName, { spelling })).toBe(after);
});

test('an arrow whose action has the name of its target is written out when one of them is renamed', () => {
  const [line, spelling] = ['  -> ‹Ship› when x', 'arrow'] as const;
  expect(renamed(line, 'Send It', { spelling, kind: 'action' })).toBe('  Send It -> Ship when x');
  expect(renamed(line, 'Send It', { spelling, kind: 'task' })).toBe('  Ship -> Send It when x');
});

test('a name of a map in JSON is a literal', () => {
  expect(renamed('"a": ‹"old"›', 'new', { spelling: 'name' }, 'a.json')).toBe('"a": "new"');
});
