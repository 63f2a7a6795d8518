import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import yargs, { type Argv, type CommandModule } from 'yargs';
import { LISTED_COMMANDS, nameOf } from '../../src/cli/listed-commands.ts';

/** What a command says of itself when it is added to a parser. */
async function declared(addTo: (parser: Argv) => Promise<Argv>): Promise<CommandModule> {
  const parser = yargs([]);
  const added: CommandModule[] = [];
  Object.assign(parser, {
    command(module: CommandModule) {
      added.push(module);
      return parser;
    },
  });
  await addTo(parser);
  const [module] = added;
  if (!module) throw new Error('It adds nothing.');
  return module;
}

test.each(LISTED_COMMANDS.map((listed) => [nameOf(listed), listed] as const))(
  '%s says of itself what is listed of it',
  async (_, { command, describe, addTo }) => {
    expect(await declared(addTo)).toMatchObject({ command, describe });
  },
);

test('every command is listed', () => {
  const folder = `${import.meta.dirname}/../../src/cli/commands`;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const names = files.flatMap((file) => /([^/]+?)(?:-help)?-command\.ts$/.exec(file)?.[1] ?? []);
  // A command of a command is declared by that one.
  const own = names.filter((name) => name !== 'runs-prune');
  expect(LISTED_COMMANDS.map(nameOf).toSorted()).toEqual(own.toSorted());
});
