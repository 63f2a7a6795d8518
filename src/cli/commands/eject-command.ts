import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { check, type Checked } from '../../check/check.ts';
import { printable } from '../../diagnostics/printable.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { packageRoot } from '../../project/package-root.ts';
import { readText } from '../../project/read-text.ts';
import { resolveShipped, type ResolvedMap } from '../../project/resolve-map.ts';
import { templateReader } from '../../project/template-reader.ts';
import { writeNewText } from '../../project/write-new-text.ts';
import { writeText } from '../../project/write-text.ts';
import { ejectMap, type EjectedFile, type EjectedMap } from '../ejected-map.ts';
import { formatCommand } from '../format.ts';
import { UsageError } from '../usage-error.ts';

interface EjectArguments {
  readonly force: boolean;
  readonly _: readonly (string | number)[];
}

/** Units: bytes. */
const MAX_FILE_BYTES = 16 * 1_048_576;

export const ejectCommand: CommandModule<object, EjectArguments> = {
  command: 'eject',
  describe: 'Copy a shipped map and its prompts into the project, to be changed',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap eject <map> [folder]\n\nCopies a shipped map and every prompt that it names into workflows/ and prompts/ ' +
          'of a folder (default: the root of the repository), to be changed.',
      )
      .option('force', { type: 'boolean', default: false, describe: 'Write over files that differ' }),
  handler: (argv) => {
    const lines = eject(argv);
    process.stdout.write(`${lines.map(printable).join('\n')}\n`);
  },
};

function eject({ _: words, force }: EjectArguments): readonly string[] {
  const [, map, given, ...more] = words.map(String);
  refuseStray([map, given], more);
  if (map === undefined) {
    throw new UsageError('No map is named.', {
      help: 'Write wfmap eject <map>, as in: wfmap eject efficient',
    });
  }
  const shipped = resolveShipped(map);
  const workFolder = process.cwd();
  const folder = given === undefined ? findWorkRoot(workFolder) : resolve(workFolder, given);
  const root = findWorkRoot(folder);
  const mapFile = join(folder, shipped.name);
  if (mapFile === shipped.path) throw new UsageError(`"${mapFile}" is the shipped map itself.`);
  const prefix = relative(root, folder).replaceAll('\\', '/');
  const schema = schemaOf(root, mapFile);
  const { files, fields } = ejectMap(checkShipped(shipped), shipped.name, { folder: prefix, schema });
  const found = files.map((file) => lookAt(file, root));
  if (!force) refuseToOverwrite(found, relative(workFolder, root));
  for (const { path, text, state } of found) {
    if (state === 'missing') writeNewText(join(root, path), text);
    else if (state === 'different') writeText(join(root, path), text);
  }
  return [
    ...found.map(({ path, state }) => `${DONE[state]} ${join(relative(workFolder, root), path)}`),
    ...(schema === undefined
      ? [
          `The copy names no "$schema"; this wfmap has it at ${join(packageRoot(), 'grammar/map.schema.json')}`,
        ]
      : []),
    `Run it with: ${runLine(relative(workFolder, mapFile), fields)}`,
    `The name "${basename(shipped.name, '.json')}" goes on meaning the shipped map` +
      (prefix === '' ? ', which takes its prompts from the project first.' : '.'),
  ];
}

/** Words with a dash are flags that no option took. */
function refuseStray(words: readonly (string | undefined)[], more: readonly string[]): void {
  const flag = [...words, ...more].find((word) => word?.startsWith('-') === true);
  if (flag === undefined && more.length === 0) return;
  const what =
    flag === undefined
      ? `"${more[0] ?? ''}" is one word too many`
      : `There is no flag ${flag.replace(/=.*/s, '')}`;
  throw new UsageError(`${what} for "wfmap eject".`, { help: 'See: wfmap eject --help' });
}

function checkShipped({ name, path }: ResolvedMap): Checked {
  const home = packageRoot();
  const lookUp = templateReader({ workRoot: home, mapRoot: home, nameFrom: home });
  return check({ name, text: readText(path, MAX_FILE_BYTES) }, lookUp);
}

type State = 'missing' | 'same' | 'different';
type Found = EjectedFile & { readonly state: State };

const DONE: Readonly<Record<State, string>> = {
  missing: 'wrote   ',
  different: 'replaced',
  same: 'kept    ',
};

function lookAt(file: EjectedFile, root: string): Found {
  const path = join(root, file.path);
  if (!existsSync(path)) return { ...file, state: 'missing' };
  return { ...file, state: readText(path, MAX_FILE_BYTES) === file.text ? 'same' : 'different' };
}

/** Errors: throws {@link UsageError} listing the files that are there, where one of them would be lost. */
function refuseToOverwrite(found: readonly Found[], root: string): void {
  if (found.every(({ state }) => state !== 'different')) return;
  const there = found
    .filter(({ state }) => state !== 'missing')
    .map(({ path, state }) => `  ${join(root, path)} (${state === 'same' ? 'the same' : 'differs'})`);
  throw new UsageError(`Nothing was written: these files are there already.\n${there.join('\n')}`, {
    help: 'Write over those that differ with --force, or name another folder.',
  });
}

/** The schema of the wfmap that the project has installed: only that path holds on other machines, too. */
function schemaOf(root: string, mapFile: string): string | undefined {
  const file = join(root, 'node_modules/wfmap/grammar/map.schema.json');
  return existsSync(file) ? relative(dirname(mapFile), file).replaceAll('\\', '/') : undefined;
}

function runLine(map: string, fields: EjectedMap['fields']): string {
  const needed = fields.filter(({ required }) => required).map(({ name }) => `--${name}=…`);
  return [formatCommand(['wfmap', 'run', map]), ...needed].join(' ');
}
