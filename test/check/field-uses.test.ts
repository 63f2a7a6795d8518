import { expect, test } from 'vitest';
import '../../src/framework/install-functions.ts';
import { check } from '../../src/check/check.ts';

/** The choices that each field belongs to; fields of all choices are left out. */
function usesIn(text: string): Readonly<Record<string, readonly string[]>> {
  const { diagnostics, fieldUses } = check({ name: 'a.wfmap', text }, (path) => ({
    kind: 'missing',
    lookedIn: [path],
  }));
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return Object.fromEntries([...fieldUses].map(([{ name }, choices]) => [name, [...choices]]));
}

const map = (fields: string, more: string) => `map "Ask"
claude Draft
  promptTemplate "Draft. \${note}"
  writes nothing
  param note? = "" "What to change"
  -> Ask

human Ask as answered
  prompt "What now?"
${fields}
  Approve -> Approved
${more}
end Approved
end Stopped failed because has(answered) ? "why: " + answered.fields.why : ""
`;

test.each([
  [
    'an argument of a choice reads',
    '  field note?: string "What to change"\n  field why: string "Why"',
    '  Revise -> Draft (note = has(result.fields.note) ? result.fields.note : "")\n  Stop -> Stopped',
    { note: ['Revise'], why: ['Stop'] },
  ],
  [
    'something reads after a choice',
    '  field why: string "Why"',
    '  Revise -> Draft\n  Stop -> Stopped',
    { why: ['Stop'] },
  ],
  [
    'something reads after a task between',
    '  field note: string "What to change"\n  field why: string "Why"',
    '  Revise -> Take\n  Stop -> Stopped\ndecide Take\n  note = answered.fields.note\n  -> Draft',
    { note: ['Revise'], why: ['Stop'] },
  ],
  ['all choices read', '  field why: string "Why"', '  Stop -> Approved', {}],
])('a field belongs to the choices after which it is read: what %s', (_, fields, more, uses) => {
  expect(usesIn(map(fields, more))).toEqual(uses);
});

test('a field that artifacts show belongs to all choices', () => {
  const text = map('  field why: string "Why"', '  Stop -> Stopped');
  const shown = text.replace(
    'claude Draft',
    'artifacts map-ask with goal = answered.fields.why\nclaude Draft',
  );
  expect(usesIn(shown)).toEqual({});
});
