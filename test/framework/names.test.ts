/** The engine does not know the framework that ships with it: no file outside of src/framework has a name of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAP_FUNCTIONS } from '../../src/framework/map/functions/map-functions.ts';
import { MAP_SECTION } from '../../src/framework/tables/map-section.ts';

const SRC = resolve(import.meta.dirname, '../../src');
/** Words of English that fields of the section have in common with the engine. */
const COMMON = new Set(
  'workflow goal verification review earlier steps stages files spec plan implementation'.split(' '),
);
const FIELDS = Object.values(MAP_SECTION).flatMap(({ fields }) => Object.keys(fields));
const NAMES = [
  ...MAP_FUNCTIONS.map(({ name }) => name),
  ...FIELDS.filter((name) => !COMMON.has(name)),
  ...Object.keys(MAP_SECTION).filter((name) => !COMMON.has(name)),
  ...'MapRun MapView MapNotes MapSection learning-handoff agent_metrics'.split(' '),
  'MAP framework',
  ...'step_state artifact_manifest task_plan verification_results repo_insight'.split(' '),
];
const NAME = new RegExp(
  String.raw`\b(?:${[...new Set(NAMES)].join('|')})\b|(?<![\w.])[.]map(?:/|(?=['"]))`,
  'u',
);

/** What may have such a word all the same. */
const ALLOWED: ReadonlySet<string> = new Set([
  // In a sentence on a shipped map.
  "cli/new/patterns.ts: about: 'a plan, its subtasks at once in git worktrees, each coded, tested and reviewed',",
]);

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /[.][jt]s$/.test(file));
const isOfFramework = (file: string): boolean => file.startsWith('framework/');
// What is made from the tables of sections has their names.
const engine = files.filter((file) => !isOfFramework(file) && !file.endsWith('.generated.js'));

function namedIn(file: string): readonly string[] {
  const lines = readFileSync(join(SRC, file), 'utf8').split('\n');
  return lines.filter((line) => NAME.test(line)).map((line) => `${file}: ${line.trim()}`);
}

test('the files are seen, and so are the names where they belong', () => {
  expect(NAMES.length).toBeGreaterThan(20);
  expect(engine.length).toBeGreaterThan(700);
  expect(files.filter(isOfFramework).flatMap(namedIn).length).toBeGreaterThan(100);
  expect(namedIn('cli/new/patterns.ts')).toHaveLength(1);
});

describe.each(['model', 'language', 'parse', 'print', 'validate', 'expression', 'run', 'lsp', 'cli'])(
  'no file of %s',
  (folder) => {
    const own = engine.filter((file) => file.startsWith(`${folder}/`));
    test('has a name of the framework', () => {
      expect(own.length).toBeGreaterThan(0);
      expect(own.flatMap(namedIn).filter((line) => !ALLOWED.has(line))).toEqual([]);
    });
  },
);

test('nor has any other', () => {
  expect(engine.flatMap(namedIn).filter((line) => !ALLOWED.has(line))).toEqual([]);
});
