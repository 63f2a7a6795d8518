import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { collect } from '../../src/diagnostics/diagnostic.ts';
import { check } from '../../src/check/check.ts';
import { templateReader } from '../../src/project/template-reader.ts';
import { formatMap } from '../../src/print/convert.ts';

const ROOT = `${import.meta.dirname}/../..`;
const page = readFileSync(`${ROOT}/grammar/LANGUAGE.md`, 'utf8');
const text = page.split('```\n')[1] ?? '';

test('the map on the page of the language is laid out, and no fault of syntax or names is in it', () => {
  const source = { name: 'page.wfmap', text };
  const { report } = collect();
  expect(formatMap(source, report)).toBe(text);
  const lookUp = templateReader({ workRoot: ROOT, mapRoot: ROOT, nameFrom: ROOT });
  const { diagnostics } = check(source, lookUp);
  const codes = diagnostics.map(({ code }) => code);
  // The prompts of the shipped maps, which it names, want other inputs.
  expect(codes.filter((code) => !['undeclared-argument', 'unsupplied-param'].includes(code))).toEqual([]);
});
