import '../../framework/install-functions.ts';
import { basename, join, relative, resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { check, type Checked } from '../../check/check.ts';
import { printable } from '../../diagnostics/printable.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { packageRoot } from '../../project/package-root.ts';
import { readText } from '../../project/read-text.ts';
import { resolveShipped, shippedMaps, type ResolvedMap } from '../../project/resolve-map.ts';
import { templateReader } from '../../project/template-reader.ts';
import { ejectMap, type EjectedMap } from '../eject/eject-map.ts';
import { installedSchema } from '../eject/installed-schema.ts';
import { writeFiles } from '../eject/write-files.ts';
import { formatCommand } from '../io/format.ts';
import { UsageError } from '../io/usage-error.ts';

interface EjectArguments {
  readonly force: boolean;
  readonly _: readonly (string | number)[];
}

/** Units: bytes. */
const MAX_FILE_BYTES = 16 * 1_048_576;

export const ejectCommand: CommandModule<object, EjectArguments> = {
  command: 'eject',
  describe: 'Copy a shipped map with all that it uses into the project, to be changed',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap eject <map> [folder]\n\nCopies a shipped map to workflows/<map>.json, and the maps in it, prompts, roles, partials ' +
          'and schemas that it uses into folders of its own: workflows/<map>/, prompts/<map>/ and prompts/agents/<map>/. ' +
          'No other map reads what is in these folders, so each copy can be changed.\n\nWith a folder the map, the maps in it, prompts and schemas go ' +
          'there; roles and partials are looked up from the root of the repository and go there in any case.',
      )
      .option('force', { type: 'boolean', default: false, describe: 'Write over files that differ' })
      .example('wfmap eject efficient', 'writes workflows/efficient.json and what it uses'),
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
  const name = basename(shipped.name, '.json');
  const prefix = relative(root, folder).replaceAll('\\', '/');
  const schema = installedSchema(root);
  const { files, fields } = ejectMap(checkShipped(shipped), { name, folder: prefix, schema });
  const written = writeFiles(files, { root, base: folder, workFolder, force, orElse: 'name another folder' });
  return [
    ...written,
    ...(schema === undefined ? [noSchemaNote()] : []),
    `Run it with: ${runLine(relative(workFolder, mapFile), fields)}`,
    `${nameNote(name, prefix)} What lies in folders called "${name}" is used by this copy alone.`,
    ...(prefix === '' ? runnersOf(shipped.name, name) : []),
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

function noSchemaNote(): string {
  return `The copies name no "$schema"; this wfmap has it at ${join(packageRoot(), 'grammar/map.schema.json')}`;
}

/** The project's own maps are found by name where they are looked for: in the folder at its root. */
function nameNote(name: string, prefix: string): string {
  return prefix === ''
    ? `The name "${name}" means this copy now.`
    : `The name "${name}" goes on meaning the shipped map.`;
}

/** Shipped maps that run this one as a part look it up in the project first. */
function runnersOf(path: string, name: string): readonly string[] {
  const runners = shippedMaps().filter((each) => {
    const file = join(packageRoot(), 'workflows', `${each}.json`);
    // Of our own maps we know that such a word is nothing else.
    return each !== name && readText(file, MAX_FILE_BYTES).includes(JSON.stringify(path));
  });
  return runners.map(
    (each) =>
      `The shipped map "${each}" runs ${path} too, and takes this copy in this project; ` +
      `a copy in a folder (wfmap eject ${name} <folder>) it does not take.`,
  );
}

function runLine(map: string, fields: EjectedMap['fields']): string {
  const needed = fields.filter(({ required }) => required).map(({ name }) => `--${name}=…`);
  return [formatCommand(['wfmap', 'run', map]), ...needed].join(' ');
}
