/** The programs of this repository install what the framework brings before they read an expression. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const CHECKOUT = resolve(import.meta.dirname, '../..');
const TABLES = 'src/expression/functions/functions.ts';
const INSTALLATION = 'src/framework/install-functions.ts';

const files = ['src', 'bench', 'test/properties'].flatMap((folder) =>
  readdirSync(join(CHECKOUT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    // What `npm run bench -- --peers` installs is not of this repository.
    .filter((file) => file.endsWith('.ts') && !file.includes('/node_modules/')),
);
const texts = new Map(files.map((file) => [file, readFileSync(join(CHECKOUT, file), 'utf8')]));

/** Imports of values: a type is gone by the time that the program runs. */
const STATIC = /^(?:import|export)\b(?! type\b)[^;]*?['"](?<path>\.[^'"]+)['"];/gms;
const DYNAMIC = /\bimport\('(?<path>\.[^']+)'\)/g;

function importsOf(file: string, pattern: RegExp): readonly string[] {
  return Array.from((texts.get(file) ?? '').matchAll(pattern), ({ groups }) =>
    relative(CHECKOUT, resolve(CHECKOUT, file, '..', groups?.['path'] ?? '')).replaceAll('\\', '/'),
  );
}

/** All files that are loaded with one. */
function loadedWith(file: string): ReadonlySet<string> {
  const loaded = new Set([file]);
  // The set grows while it is walked.
  for (const each of loaded) for (const next of importsOf(each, STATIC)) loaded.add(next);
  return loaded;
}

/** What is loaded by itself: the library, benches, a worker thread, and what the program loads when a command needs it. */
const roots = [
  ...files.filter((file) => /^src\/[^/]+[.]ts$/.test(file)),
  'src/cli/main.ts',
  'test/properties/mutants-worker.ts',
  ...files.filter((file) => file.startsWith('bench/')),
  ...new Set(files.flatMap((file) => importsOf(file, DYNAMIC))),
];
const readers = roots.filter((root) => loadedWith(root).has(TABLES));

test('the roots are seen, and those that read expressions are the library, the server and commands', () => {
  expect(roots.length).toBeGreaterThan(40);
  expect(readers).toEqual(
    expect.arrayContaining([
      'src/index.ts',
      'src/language.ts',
      'src/testing.ts',
      'src/host.ts',
      'src/lsp/server/serve-language.ts',
      'src/cli/validate/check-file.ts',
      'src/cli/commands/run-command.ts',
      'bench/steps.ts',
    ]),
  );
});

describe('a root that reads expressions installs the functions', () => {
  test.each(readers)('%s', (root) => {
    expect(loadedWith(root)).toContain(INSTALLATION);
  });
});
