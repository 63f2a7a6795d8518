import { existsSync, readFileSync } from 'node:fs';
import type { Argv, CommandModule } from 'yargs';
import { xstateJson, xstateModule } from '../../compile/xstate-module.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { writeNewText } from '../../project/write-new-text.ts';
import { writeText } from '../../project/write-text.ts';
import { systemCodeOf } from '../../util/error.ts';
import { EXIT } from '../exit-code.ts';
import { loadProgram } from '../load-program.ts';
import { UsageError } from '../usage-error.ts';

interface CompileArguments {
  readonly to?: string | undefined;
  readonly output?: string | undefined;
  readonly check: boolean;
  readonly map?: string | undefined;
}

export const compileCommand: CommandModule<object, CompileArguments> = {
  command: 'compile [map]',
  describe: 'Write a map as something else: an XState machine',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap compile <map> --to xstate [-o FILE] [--check]\n\nWrites the machine of a map as a configuration for ' +
          'XState: JSON, or a module that exports the machine where FILE ends in .js, .mjs or .ts.',
      )
      .option('to', { choices: ['xstate'], describe: 'What to write' })
      .option('output', { alias: 'o', type: 'string', nargs: 1, describe: 'The file to write; - prints it' })
      .option('check', {
        type: 'boolean',
        default: false,
        describe: 'Write nothing; fail where FILE is not what would be written',
      })
      .example('wfmap compile workflows/efficient.json --to xstate -o machine.mjs', 'a module for XState'),
  handler: (argv) => {
    process.exitCode = compileMap(argv);
  },
};

function compileMap({ map, to, output, check }: CompileArguments): number {
  if (map === undefined) {
    throw new UsageError('No map is named.', { help: 'Write wfmap compile <map> --to xstate' });
  }
  if (to === undefined) {
    throw new UsageError('It is not said what to write.', { help: 'Write --to xstate' });
  }
  const workFolder = process.cwd();
  const { program } = loadProgram(map, findWorkRoot(workFolder), workFolder);
  const { block, description } = program.map;
  const isModule = /\.(?:js|mjs|ts|mts)$/.test(output ?? '');
  const text = isModule ? xstateModule(block, description) : xstateJson(block);
  if (output === undefined || output === '-') {
    if (check) throw new UsageError('--check compares with a file.', { help: 'Name it with -o FILE.' });
    process.stdout.write(text);
    return EXIT.done;
  }
  if (check) return checkFresh(output, text);
  if (existsSync(output)) writeText(output, text);
  else writeNewText(output, text);
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
