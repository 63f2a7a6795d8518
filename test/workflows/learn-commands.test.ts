import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createShellRunner } from '../../src/agent/shell/create-shell-runner.ts';
import { loadProgram } from '../../src/cli/io/load-program.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import type { Value } from '../../src/model/value.ts';
import { createRepository, type Repository } from '../helpers/repository.ts';
import { script, start, testHost } from '../helpers/run-host.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const CLOCK = {
  section: 'TESTING_STRATEGIES',
  title: 'Pass the clock',
  content:
    "When a result depends on the time, always pass it: `$(date)` isn't known to a test, which would have to wait for it.",
  rationale: 'Five attempts were lost.',
  code_example: "await clock.pass('1 h');\n",
};

/** A run of the map learn with its own commands, whose reflector draws these lessons. */
async function learn({ root }: Repository, ...lessons: readonly Value[]): Promise<Value> {
  const { program } = loadProgram('workflows/learn.json', ROOT, ROOT);
  const output = {
    key_insight: 'Pass it.',
    patterns_used: [],
    patterns_discovered: [],
    suggested_new_bullets: lessons,
  };
  const host = testHost(nodeFileSystem, root, script({ Reflect: [{ output }] }), {
    shell: createShellRunner({ environment: process.env }),
  });
  const { state } = await start(host, program, { fields: { source: 'What happened.' } });
  return state.finished?.result ?? null;
}

const outcomesOf = (result: Value) =>
  (result as { readonly written: readonly { readonly outcome: string }[] }).written.map(
    ({ outcome }) => outcome,
  );

test('a lesson is kept once, with what taught it and its example; those of tests are for files of tests', async () => {
  const repository = createRepository();
  onTestFinished(repository.remove);
  const shape = { ...CLOCK, section: 'ARCHITECTURE_PATTERNS', title: 'One place' };
  expect(outcomesOf(await learn(repository, CLOCK, shape))).toEqual(['written', 'written']);
  const again = { ...CLOCK, rationale: 'Another time.' };
  const other = { ...CLOCK, title: 'No sleep' };
  expect(outcomesOf(await learn(repository, again, other))).toEqual(['known', 'written']);
  const read = (name: string) =>
    readFileSync(join(repository.root, '.claude/rules/learned', `${name}.md`), 'utf8');
  const details = [
    '  What taught it: Five attempts were lost.',
    '',
    '  ```',
    "  await clock.pass('1 h');",
    '  ```',
  ];
  const rule = (title: string) => `- ${title}: ${CLOCK.content}`;
  expect(read('testing-strategies').split('\n')).toEqual([
    '---',
    "paths: ['**/*.test.*', '**/*_test.*', '**/*.spec.*', '**/test*/**']",
    '---',
    '',
    rule('Pass the clock'),
    ...details,
    rule('No sleep'),
    ...details,
    '',
  ]);
  expect(read('architecture-patterns').split('\n')).toEqual([rule('One place'), ...details, '']);
});

test('a file of fifty lessons takes no other', async () => {
  const repository = createRepository();
  onTestFinished(repository.remove);
  repository.put(
    '.claude/rules/learned/testing-strategies.md',
    Array.from({ length: 50 }, (_, index) => `- Rule ${index}: …\n  What taught it: …\n`).join(''),
  );
  expect(outcomesOf(await learn(repository, CLOCK))).toEqual(['full']);
});
