import yargs, { type Argv, type CommandModule } from 'yargs';
import type { DeclaredFlags } from '../../../src/cli/flags/check-flags.ts';
import { LISTED_COMMANDS, nameOf } from '../../../src/cli/listed-commands.ts';
import { validateOptions, type ValidateOption } from '../../../src/cli/validate/options.ts';

export interface Flag {
  readonly command: string;
  readonly name: string;
  readonly kind: 'switch' | 'value' | 'list' | 'bare';
  readonly choices: readonly string[] | undefined;
}

/** What each command says of its flags, as yargs has it from the command itself. */
async function flagsOf(listed: (typeof LISTED_COMMANDS)[number]): Promise<readonly Flag[]> {
  const command = nameOf(listed);
  if (command === 'validate')
    return Object.entries(validateOptions).map(([name, each]) => ofValidate(name, each));
  const modules: CommandModule[] = [];
  const parser = { command: (module: CommandModule) => modules.push(module) };
  await listed.addTo(parser as unknown as Argv);
  const built = yargs([]);
  for (const { builder } of modules) if (typeof builder === 'function') await builder(built);
  const { key, ...lists } = (built as unknown as { getOptions: () => DeclaredFlags }).getOptions();
  const positional = new Set([...listed.command.matchAll(/\[([a-z]+)/g)].map(([, name = '']) => name));
  return Object.keys(key)
    .filter((name) => name.length > 1 && !positional.has(name))
    .map((name) => ({ command, name, kind: kindOf(name, lists), choices: lists.choices[name]?.map(String) }));
}

function kindOf(name: string, lists: Omit<DeclaredFlags, 'key'>): Flag['kind'] {
  if (lists.boolean.includes(name)) return 'switch';
  if (['branch', 'worktree', 'from-checkpoint'].includes(name)) return 'bare';
  return lists.array.includes(name) ? 'list' : 'value';
}

function ofValidate(name: string, option: ValidateOption): Flag {
  const kind = option.type === 'boolean' ? 'switch' : 'value';
  return { command: 'validate', name, kind, choices: undefined };
}

/** Every flag of every command, in the order of the help. */
export const everyFlag: readonly Flag[] = (await Promise.all(LISTED_COMMANDS.map(flagsOf))).flat();
