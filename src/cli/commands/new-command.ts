import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { MapForm } from '../../print/convert.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { invariant } from '../../util/invariant.ts';
import { installedSchema } from '../eject/installed-schema.ts';
import { writeFiles } from '../eject/write-files.ts';
import { filesOfPattern } from '../new/files-of-pattern.ts';
import { newMapName } from '../new/new-map-name.ts';
import { nextLines } from '../new/next-lines.ts';
import { DEFAULT_PATTERN, PATTERNS, type Pattern } from '../new/patterns.ts';
import { refuseIdleFlags, wishFlagOptions, type WishFlags } from '../new/wish-flags.ts';
import { terminalStyle } from '../io/terminal-style.ts';
import { UsageError } from '../io/usage-error.ts';
import { wrapWords } from '../io/wrap-words.ts';

interface NewArguments extends WishFlags {
  readonly name?: string | undefined;
  readonly pattern?: string | undefined;
  readonly to?: MapForm | undefined;
  readonly force: boolean;
  readonly list: boolean;
}

export const newCommand: CommandModule<object, NewArguments> = {
  command: 'new [name]',
  describe: 'Start a map of your own from a pattern',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap new <name> [--pattern NAME] [--to wfmap|json]\nwfmap new [name] --wish TEXT [--wish-session FILE]\n\nWrites workflows/<name>.wfmap, its prompts in prompts/<name>/, and ' +
          'scenarios that test it. They run as they are; comments say what to change. Without a name it lists the patterns. It ' +
          'asks nothing: without --pattern the map is one of the pattern ' +
          `${DEFAULT_PATTERN}.\n\n` +
          'With --wish your agent drafts the map, its prompts and its scenarios until the checker accepts them, as a run of the map ' +
          '"new-map". You see the files and a drawing, and nothing is written before you say yes.\n\n' +
          `The patterns:\n${patternList().join('\n')}`,
      )
      .positional('name', { type: 'string', describe: 'The name of the new map' })
      .option('pattern', {
        choices: PATTERNS.map(({ name }) => name),
        defaultDescription: DEFAULT_PATTERN,
        describe: 'What to start from',
      })
      .option('to', {
        choices: ['wfmap', 'json'] as const,
        defaultDescription: 'wfmap',
        describe: 'The form to write; JSON has no comments',
      })
      .option('list', { type: 'boolean', default: false, describe: 'List the patterns' })
      .option('force', { type: 'boolean', default: false, describe: 'Write over files that differ' })
      .options(wishFlagOptions)
      .example('wfmap new ship-it --pattern review-panel', 'writes workflows/ship-it.wfmap and what it uses')
      .example(
        'wfmap new --wish "update the dependencies, ask me, roll back"',
        'an agent drafts it; you say yes',
      ),
  handler: async (argv) => {
    refuseIdleFlags(argv);
    if (argv.wish !== undefined) {
      const { draftFromWish } = await import('./draft-from-wish.ts');
      process.exitCode = await draftFromWish(argv.wish, argv);
      return;
    }
    const lines = argv.list || argv.name === undefined ? listLines() : makeMap(argv.name, argv);
    process.stdout.write(`${lines.join('\n')}\n`);
  },
};

function listLines(): readonly string[] {
  return [...patternList(), `Start from one: wfmap new <name> --pattern ${DEFAULT_PATTERN}`];
}

function patternList(): readonly string[] {
  return PATTERNS.map(({ name, about }) => `  ${name.padEnd(14)}${about}`);
}

function makeMap(given: string, flags: NewArguments): readonly string[] {
  const { pattern: wanted = DEFAULT_PATTERN, to = 'wfmap', force } = flags;
  const name = newMapName(given);
  const pattern = PATTERNS.find((each) => each.name === wanted);
  invariant(pattern, 'yargs lets only patterns pass');
  const workFolder = process.cwd();
  const root = findWorkRoot(workFolder);
  refuseOtherForm({ root, workFolder, name, to });
  const files = filesOfPattern({ pattern: pattern.name, name, form: to, schema: installedSchema(root) });
  const written = writeFiles(files, { root, workFolder, force, orElse: 'take another name' });
  const fromHere = (path: string): string => relative(workFolder, join(root, path)).replaceAll('\\', '/');
  const made = {
    name,
    map: fromHere(`workflows/${name}.${to}`),
    scenarios: fromHere(`workflows/scenarios/${name}.scenario.yaml`),
  };
  return [
    ...written,
    ...wrapWords(`The pattern is ${pattern.name}: ${pattern.about}.`, terminalStyle(process.stdout).width),
    'Others: wfmap new --list',
    ...(existsSync(join(root, '.git')) ? [] : [noRepositoryNote(pattern)]),
    'Next:',
    ...nextLines(pattern, made),
  ];
}

interface Place {
  readonly to: MapForm;
  readonly root: string;
  readonly workFolder: string;
  readonly name: string;
}

/** A name means the JSON of a map, where both are there: the new one would not be run. */
function refuseOtherForm({ root, workFolder, name, to }: Place): void {
  const other = join(root, 'workflows', `${name}.${to === 'json' ? 'wfmap' : 'json'}`);
  if (!existsSync(other)) return;
  throw new UsageError(
    `Nothing was written: there is a map "${name}" already, ${relative(workFolder, other)}.`,
    {
      help: 'Take another name, or remove that file.',
    },
  );
}

function noRepositoryNote({ name }: Pattern): string {
  const why =
    name === 'waves'
      ? 'and this pattern needs one with a commit: it builds in worktrees'
      : 'so nothing will show, or undo, what a run changes';
  return `There is no git repository here, ${why}. See: git init`;
}
