import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { test } from './helpers/project.ts';
import { typeInTerminal } from './helpers/typed-terminal.ts';

const EIGHT = 'as said!';
const SAME = 'The two passphrases differ; no key was made.';
const LONGER = 'A passphrase needs at least 8 characters; no key was made.';
/** What a person sends who leaves: the end of the input. */
const END = '\u0004';

describe('a passphrase that is not good makes no key, and what is wrong with it is said', () => {
  test.concurrent.for([
    ['two that differ', [EIGHT, `${EIGHT}!`], SAME],
    ['seven characters', [EIGHT.slice(1), EIGHT.slice(1)], LONGER],
    ['none', [END], 'No passphrase was typed; no key was made.'],
  ] as const)('%s', async ([, lines, message], { project, expect }) => {
    const prompts = ['Passphrase of the new key: ', 'Repeat the passphrase: '];
    const { code, shown } = await typeInTerminal(['key', 'new', '--out', 'gate.pem'], {
      root: project.root,
      environment: project.environment,
      typed: lines.map((line, at) => [prompts[at] ?? '', line] as const),
    });
    expect(shown.split(/\r?\n/)).toContain(`wfmap: ${message}`);
    expect(code).toBe(2);
    expect(existsSync(join(project.root, 'gate.pem'))).toBe(false);
  });

  test('one of eight characters does', async ({ project, expect }) => {
    const { code, shown } = await typeInTerminal(['key', 'new', '--out', 'gate.pem'], {
      root: project.root,
      environment: project.environment,
      typed: [
        ['Passphrase of the new key: ', EIGHT],
        ['Repeat the passphrase: ', EIGHT],
      ],
    });
    expect(code, shown).toBe(0);
    expect(shown.split(/\r?\n/)).toContain(`Private key: ${join(project.root, 'gate.pem')}`);
  });
});
