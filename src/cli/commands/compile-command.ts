import { existsSync, readFileSync } from 'node:fs';
import type { Argv, CommandModule } from 'yargs';
import { xstateJson, xstateModule } from '../../compile/xstate-module.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { writeText } from '../../project/write-text.ts';
import { systemCodeOf } from '../../util/error.ts';
import { convertMap, isSameMap, type MapForm } from '../../print/convert.ts';
import { readText } from '../../project/read-text.ts';
import { resolveMap } from '../../project/resolve-map.ts';
import { graphOfMap } from '../../graph/graph-of-map.ts';
import type { Program } from '../../run/program/program.ts';
import { drawPicture, PICTURE_FORMS, titleOf } from '../io/draw-map.ts';
import { lineDifference } from '../../util/line-difference.ts';
import { madeOfMap } from '../io/made-of-map.ts';
import { EXIT } from '../io/exit-code.ts';
import { loadProgram } from '../io/load-program.ts';
import { UsageError } from '../io/usage-error.ts';

interface CompileArguments {
  readonly to?: string | undefined;
  readonly output?: string | undefined;
  readonly check: boolean;
  readonly maps?: readonly string[] | undefined;
}

const MAX_MAP_BYTES = 16 * 1_048_576;

export const compileCommand: CommandModule<object, CompileArguments> = {
  command: 'compile [maps..]',
  describe: 'Write a map as something else: JSON, the map language, an XState machine',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap compile <map> [--to json|wfmap|xstate|mermaid|dot|svg] [-o FILE] [--check]\n\nWrites a map of the map language as JSON, ' +
          'or the other way round with --to wfmap. --check compares with the form beside the map and takes several ' +
          'maps: a .wfmap file needs its .json there, a .json file may have no source. With --to xstate the machine of a map as a configuration for ' +
          'XState: JSON, or a module that exports the machine where FILE ends in .js, .mjs or .ts. Pictures are those of wfmap graph.',
      )
      .positional('maps', { type: 'string', array: true, describe: 'The map; with --check several' })
      .option('to', {
        choices: ['json', 'wfmap', 'xstate', ...PICTURE_FORMS],
        describe: 'What to write; json where the map is a .wfmap file',
      })
      .option('output', { alias: 'o', type: 'string', nargs: 1, describe: 'The file to write; - prints it' })
      .option('check', {
        type: 'boolean',
        default: false,
        describe:
          'Write nothing; fail where FILE, or the map of the other form beside it, is not what would be written',
      })
      .example('wfmap compile review.wfmap -o review.json', 'the JSON form')
      .example('wfmap compile review.wfmap --check', 'fails where review.json is something else')
      .example('wfmap compile workflows/efficient.json --to xstate -o machine.mjs', 'a module for XState'),
  handler: ({ maps, to, output, check }) => {
    const [map, ...others] = maps ?? [];
    if (map === undefined) throw new UsageError('No map is named.', { help: 'Write wfmap compile <map>' });
    if (others.length === 0) process.exitCode = compileMap({ map, to, output, check });
    else process.exitCode = checkBeside([map, ...others], { to, output, check });
  },
};

type One = Omit<CompileArguments, 'maps'> & { readonly map: string };

/** Each map against its other form, as a hook asks for that is given what is committed. */
function checkBeside(maps: readonly string[], { to, output, check }: Omit<One, 'map'>): number {
  if (!check || to !== undefined || output !== undefined) {
    throw new UsageError('Several maps can only be checked against the form beside each.', {
      help: 'Write wfmap compile --check <maps>, or compile one after the other.',
    });
  }
  // Of a pair that is named whole, one is enough.
  const sources = new Set(maps.map((map) => map.replace(/\.json$/, '.wfmap')));
  const codes = [...sources].map((map) => {
    const isWritten = maps.includes(map);
    return isWritten || existsSync(map) ? compileMap({ map, check }) : EXIT.done;
  });
  return Math.max(...codes);
}

function compileMap({ map, to, output, check }: One): number {
  const form = to ?? (resolveMap(map, process.cwd()).name.endsWith('.wfmap') ? 'json' : undefined);
  if (form === undefined) {
    throw new UsageError('It is not said what to write.', { help: 'Write --to xstate or --to wfmap' });
  }
  if (form === 'json' || form === 'wfmap') return compileForm(map, form, { output, check });
  const workFolder = process.cwd();
  const { program } = loadProgram(map, findWorkRoot(workFolder), workFolder, 'written');
  const text = textOf(program, form, output ?? '');
  if (output !== undefined && output !== '-' && check) return checkFresh(output, text);
  return writeResult(text, output, check);
}

function textOf({ map, source }: Program, form: string, output: string): string {
  const picture = PICTURE_FORMS.find((each) => each === form);
  if (picture !== undefined)
    return drawPicture(graphOfMap({ map, maps: new Map() }, titleOf(source.path)), picture).text;
  const isModule = /\.(?:js|mjs|ts|mts)$/.test(output);
  return isModule ? xstateModule(map.block, map.description) : xstateJson(map.block);
}

function compileForm(
  map: string,
  form: MapForm,
  { output, check }: Pick<CompileArguments, 'output' | 'check'>,
): number {
  const { path, name } = resolveMap(map, process.cwd());
  const source = { name, text: readText(path, MAX_MAP_BYTES) };
  const text = madeOfMap(name, (report) => convertMap(source, form, report));
  // Both forms can hold what makes no sense; what fails here would else fail where it is run.
  loadProgram(map, findWorkRoot(process.cwd()), process.cwd(), 'written');
  const beside = name.replace(/\.(?:json|wfmap)$/, `.${form}`);
  if (!check || output === '-') return writeResult(text, output, check);
  const file = output ?? beside;
  const old = readIfThere(file);
  const inForm = (each: string) => ({ name: `${file}.${form}`, text: each });
  // How a file is laid out is no drift.
  if (old !== undefined && isSameMap(inForm(old), inForm(text))) return EXIT.done;
  if (old === undefined) {
    const to = form === 'json' ? '' : ` --to ${form}`;
    process.stderr.write(`${file} is not there. Write it: wfmap compile ${name}${to} -o ${file}\n`);
    return EXIT.failed;
  }
  const laidOut = convertMap(inForm(old), form, () => undefined);
  process.stderr.write(`${file} is not what ${name} compiles to.\n${lineDifference(laidOut ?? old, text)}`);
  return EXIT.failed;
}

function writeResult(text: string, output: string | undefined, check: boolean): number {
  if (output === undefined || output === '-') {
    if (check) throw new UsageError('--check compares with a file.', { help: 'Name it with -o FILE.' });
    process.stdout.write(text);
    return EXIT.done;
  }
  writeText(output, text);
  return EXIT.done;
}

function checkFresh(path: string, text: string): number {
  if (readIfThere(path) === text) return EXIT.done;
  process.stderr.write(`${path} is not what the map compiles to. Compile it again without --check.\n`);
  return EXIT.failed;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}
