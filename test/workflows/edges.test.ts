/** Every edge of the framework's own workflows is proved by a scenario, or waived with a reason. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { VARIANTS } from './play-all.ts';

const WORKFLOWS = resolve(import.meta.dirname, '../../workflows');
const PROMISE =
  /^\| (?<promise>[^|]+?) \| (?:`(?<file>[^`]+)`: (?<title>.+)|(?<waived>waived: \S.{15,})) \|$/;
const ROW = /^\| (?<edge>[a-z-]+\/\S+) \|(?<when>.*)\| (?<here>.+) \|$/;

interface Edge {
  readonly edge: string;
  readonly here: string;
}

const edges: readonly Edge[] = readFileSync(join(WORKFLOWS, 'EDGES.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const { edge, here } = ROW.exec(line)?.groups ?? {};
    return edge === undefined || here === undefined ? [] : [{ edge, here }];
  });

/** What scenarios say they cover, with the file and the name of each. */
const covered = new Map<string, string[]>();
for (const file of readdirSync(join(WORKFLOWS, 'scenarios'))) {
  const { scenarios } = parse(readFileSync(join(WORKFLOWS, 'scenarios', file), 'utf8'), {
    merge: true,
    maxAliasCount: -1,
  }) as {
    readonly scenarios: readonly { readonly name: string; readonly covers?: readonly string[] }[];
  };
  for (const { name, covers = [] } of scenarios) {
    for (const edge of covers) covered.set(edge, [...(covered.get(edge) ?? []), `${file}: ${name}`]);
  }
}

test('the table names each edge once, for every workflow that is shipped', () => {
  const names = edges.map(({ edge }) => edge);
  expect(new Set(names).size).toBe(names.length);
  const workflows = new Set(names.map((name) => name.split('/')[0]));
  for (const map of [...VARIANTS, 'release']) expect([...workflows], map).toContain(`map-${map}`);
});

test('an edge that is called covered is named by a scenario', () => {
  const open = edges.filter(({ edge, here }) => here === 'covered' && !covered.has(edge));
  expect(open.map(({ edge }) => edge)).toEqual([]);
});

test('any other edge is waived, with the reason', () => {
  const others = edges.filter(({ here }) => here !== 'covered');
  expect(others.filter(({ here }) => !/^waived: \S.{15,}/.test(here))).toEqual([]);
});

test('a scenario covers edges of the table alone', () => {
  const known = new Set(edges.map(({ edge }) => edge));
  expect([...covered.keys()].filter((edge) => !known.has(edge))).toEqual([]);
});

test('a promise is shown by a scenario or a test that is there, or is waived with the reason', () => {
  const page = readFileSync(join(WORKFLOWS, 'EDGES.md'), 'utf8').split('## Promises\n')[1] ?? '';
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| promise '));
  expect(rows.length).toBeGreaterThan(50);
  const missing = rows.filter((row) => {
    const { file, title, waived } = PROMISE.exec(row)?.groups ?? {};
    if (waived !== undefined) return false;
    if (file === undefined || title === undefined) return true;
    const isScenario = file.startsWith('scenarios/');
    const text = readFileSync(isScenario ? join(WORKFLOWS, file) : join(WORKFLOWS, '..', file), 'utf8');
    return !text.includes(isScenario ? `- name: ${title}\n` : title);
  });
  expect(missing).toEqual([]);
});

test('of what was missing or faulty nothing is waived, but what a person or another limit decides', () => {
  const page = readFileSync(join(WORKFLOWS, 'EDGES.md'), 'utf8').split('## Promises\n')[1] ?? '';
  const waived = page.split('\n').filter((line) => line.includes('| waived: '));
  expect(waived.map((line) => line.split(' | ')[0])).toEqual([
    '| two to four criteria, contracts, under 100 lines, code alone',
    '| a circuit breaker of iterations and minutes',
    "| the synthesizer's compatibility and confidence formula",
  ]);
});
