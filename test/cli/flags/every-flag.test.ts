import { describe, expect, test } from 'vitest';
import { isSetOnly } from '../../../src/cli/flags/field-help.ts';
import { UsageError } from '../../../src/cli/io/usage-error.ts';
import { readOptions } from '../../../src/cli/validate/read-options.ts';
import { runYargs } from '../../../src/cli/yargs-main.ts';
import { everyFlag as flags, type Flag } from './declared.ts';

const ofKind = (...kinds: Flag['kind'][]): readonly Flag[] =>
  flags.filter(({ kind }) => kinds.includes(kind));

/** Why a command line is refused. Nothing is started by one that is. */
async function refusal(command: string, words: readonly string[]): Promise<string> {
  try {
    if (command === 'validate') readOptions(words);
    else await runYargs([command, ...words]);
  } catch (thrown) {
    if (thrown instanceof UsageError) return thrown.message;
    throw thrown;
  }
  return 'It was not refused.';
}

test('every command that has flags is looked at', () => {
  expect(flags.length).toBeGreaterThan(80);
  expect(new Set(flags.map(({ command }) => command)).size).toBeGreaterThan(20);
});

test('a flag of a command that takes fields is never the flag of a field', () => {
  const ofFields = flags.filter(({ command }) => ['run', 'resume', 'prompt'].includes(command));
  expect(ofFields.length).toBeGreaterThan(40);
  expect(ofFields.filter(({ name }) => !isSetOnly(name))).toEqual([]);
});

describe('a flag that needs a value is refused', () => {
  test.each(ofKind('value', 'list'))('without one: $command --$name', async ({ command, name }) => {
    const fault = `--${name} needs a value.`;
    expect(await refusal(command, [`--${name}`])).toBe(fault);
    if (command === 'validate') return;
    expect(await refusal(command, [`--${name}`, '--unknown'])).toBe(fault);
    if (!['commit', 'set-aside', 'checkpoint', 'draft'].includes(command) && name !== 'notify')
      expect(await refusal(command, [`--${name}=`])).toBe(fault);
  });

  test.each(ofKind('value').filter(({ choices }) => choices !== undefined))(
    'with one that is not offered: $command --$name',
    async ({ command, name, choices = [] }) => {
      expect(await refusal(command, [`--${name}=zzz`])).toBe(`--${name} cannot be "zzz".`);
      for (const each of choices)
        expect(await refusal(command, [`--${name}=${each}`, '--unknown-flag', `--${name}=${each}`])).toMatch(
          /unknown-flag|twice/,
        );
    },
  );
});

describe('a flag is refused', () => {
  test.each(ofKind('switch'))(
    'with a value it does not take: $command --$name',
    async ({ command, name }) => {
      if (name === 'help' || name === 'version') return;
      expect(await refusal(command, [`--${name}=perhaps`])).toBe(`--${name} takes no value.`);
    },
  );

  test.each(flags.filter(({ kind, name }) => kind !== 'list' && name !== 'help'))(
    'that is given twice: $command --$name',
    async ({ command, name, kind, choices: [choice = 'one'] = [] }) => {
      const flag =
        kind === 'switch' || kind === 'bare'
          ? `--${name}`
          : `--${name}=${name === 'max-warnings' ? 1 : choice}`;
      expect(await refusal(command, [flag, flag])).toBe(`--${name} is given twice.`);
    },
  );

  // What these do not know may be a field of a map; it is looked at with its map.
  const known = ({ name, command }: Flag): boolean =>
    name.length > 3 && !['run', 'resume', 'answer', 'prompt'].includes(command);

  test.each(flags.filter(known))('that is misspelt: $command --$name', async ({ command, name }) => {
    const wrong = `--${name.slice(0, -1)}q`;
    expect(await refusal(command, [wrong])).toBe(`The command "${command}" has no flag ${wrong}.`);
  });
});
