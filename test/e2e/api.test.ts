import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  emitDeclarations,
  entryPoints,
  exportsOf,
  readModules,
  reportOf,
  reportPath,
} from '../config/api-report.mjs';

interface Exported {
  readonly name: string;
  readonly comment: string;
  readonly nodes: readonly { readonly getText: () => string }[];
}

const modules: unknown = readModules(emitDeclarations());
const entries = entryPoints() as unknown as readonly (readonly [string, string])[];
const exported = entries.flatMap(([specifier, entry]) =>
  (exportsOf(modules, entry) as readonly Exported[]).map((each) => ({
    ...each,
    title: `${specifier}: ${each.name}`,
    text: each.nodes.map((node) => node.getText()).join('\n'),
  })),
);

test('there is a report for each entry point, and for nothing else', () => {
  const files = readdirSync(`${import.meta.dirname}/../fixtures/api`);
  expect(files.toSorted()).toEqual(entries.map(([specifier]) => basename(reportPath(specifier))).toSorted());
  expect(entries.map(([specifier]) => specifier)).toContain('wfmap/language');
});

// A change that is meant: node test/config/api-report.mjs, and a line in CHANGELOG.md.
test.each(entries)('%s promises what its report says', (specifier, entry) => {
  const report: string = reportOf(modules, specifier, entry);
  expect(report.length).toBeGreaterThan(1000);
  expect(report).toBe(readFileSync(reportPath(specifier), 'utf8'));
});

describe('what is exported says what it is', () => {
  test.each(exported)('$title', ({ comment, text }) => {
    expect(comment).toMatch(/^\/\*\*\s+(?:\* )?[A-Z`{]/);
    // Who calls it asks what it throws.
    if (/^(?:export )?declare (?:async )?function/.test(text)) expect(comment).toMatch(/\bErrors?: /);
  });
});
