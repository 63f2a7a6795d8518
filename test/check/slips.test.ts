/**
 * Wrong maps and slips of the hand, as people and models make them.
 *
 * S1. The maps that they are made of are silent. S2. What is said of a row is what the table says. S3. At least four fifths of what can
 * be decided is reported. S4. A fix gives what was meant, or is not offered. S5. Each wrong map of which nothing was said is caught,
 * or says why not.
 */
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { applyFixes } from '../../src/diagnostics/apply-fixes.ts';
import { templateReader } from '../../src/project/template-reader.ts';
import { readSlips } from '../helpers/slips.ts';

const ROOT = `${import.meta.dirname}/../fixtures/slips`;
const [wrong, typed, silent] = ['wrong-maps', 'slips', 'silent-maps'].map((name) =>
  readSlips(`${ROOT}/${name}.txt`),
);
const slips = [wrong, typed, silent].flatMap((each) => each ?? []);
const readTemplate = templateReader({ workRoot: ROOT, mapRoot: ROOT, nameFrom: ROOT });
const diagnose = (text: string) => check({ name: 'map.wfmap', text }, readTemplate).diagnostics;
const hits = (text: string, codes: readonly string[]) =>
  diagnose(text).some(({ code }) => codes.includes(code));

test('S1: the maps that the rows change are silent', () => {
  const bases = new Set(slips.map(({ base }) => base));
  expect([...bases].flatMap((text) => diagnose(text).map(({ message }) => message))).toEqual([]);
});

describe('S2: a row is reported as the table says', () => {
  test.each(slips.filter(({ codes }) => codes.length > 0).map((slip) => [slip.title, slip] as const))(
    '%s',
    (_, { text, codes, isMissed }) => {
      expect(hits(text, codes)).toBe(!isMissed);
    },
  );

  test.each(slips.filter(({ isRight }) => isRight).map((slip) => [slip.title, slip] as const))(
    '%s is right',
    (_, { text }) => {
      expect(diagnose(text).map(({ message }) => message)).toEqual([]);
    },
  );
});

test('S3: at least four fifths of what can be decided is reported', () => {
  const decidable = slips.filter(({ codes }) => codes.length > 0);
  const reported = decidable.filter(({ isMissed }) => !isMissed);
  expect(decidable.length).toBeGreaterThanOrEqual(180);
  expect(reported.length / decidable.length).toBeGreaterThanOrEqual(0.8);
});

test.each(slips.filter(({ meant }) => meant !== undefined).map((slip) => [slip.title, slip] as const))(
  'S4: the fix of "%s" gives the line that was meant, or none is offered',
  (_, { text, meant = '' }) => {
    const source = { name: 'map.wfmap', text };
    const fixed = applyFixes(source, check(source, readTemplate).diagnostics, () => true);
    expect(fixed === text || fixed.includes(meant), fixed).toBe(true);
  },
);

test('S5: each wrong map is reported, or says why it is not', () => {
  expect(silent).toHaveLength(36);
  const maps = [...(wrong ?? []), ...(silent ?? [])];
  expect(maps.filter(({ isMissed }) => isMissed).map(({ title }) => title)).toEqual([]);
  const unreported = maps.filter(({ codes, isRight }) => codes.length === 0 && !isRight);
  expect(unreported.filter(({ remark }) => remark === '').map(({ title }) => title)).toEqual([]);
});

test.each(
  (silent ?? []).filter(({ codes }) => codes.length === 0).map((slip) => [slip.title, slip] as const),
)('S5: of "%s" nothing is said', (_, { text }) => {
  expect(diagnose(text).map(({ message }) => message)).toEqual([]);
});
