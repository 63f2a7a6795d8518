import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { Report } from '../../diagnostics/diagnostic.ts';
import { convertMap, formatMap } from '../../print/convert.ts';
import { findNamed } from '../../project/find-named.ts';
import { readText } from '../../project/read-text.ts';
import { refuseWayOut, writeText } from '../../project/write-text.ts';
import type { Source } from '../../text/source.ts';
import { EXIT } from '../io/exit-code.ts';
import { lineDifference } from '../../util/line-difference.ts';
import { madeOfMap } from '../io/made-of-map.ts';
import { UsageError } from '../io/usage-error.ts';

interface FmtArguments {
  readonly files?: readonly string[] | undefined;
  readonly check: boolean;
}

const MAX_MAP_BYTES = 16 * 1_048_576;

export const fmtCommand: CommandModule<object, FmtArguments> = {
  command: 'fmt [files..]',
  describe: 'Lay out maps',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap fmt [files] [--check]\n\nLays out .wfmap files, all below this folder where none is named; - reads one from ' +
          'the standard input and writes to the standard output. Comments stay. JSON maps are laid out where they are named.',
      )
      .positional('files', { type: 'string', array: true, describe: 'The files, or -' })
      .option('check', {
        type: 'boolean',
        default: false,
        describe: 'Write nothing; show what would change, and fail if anything would',
      })
      .example('wfmap fmt --check', 'in a hook or in CI'),
  handler: ({ files, check }) => {
    const named = files ?? [];
    process.exitCode =
      named.length === 1 && named[0] === '-' ? formatInput(check) : formatFiles(named, check);
  },
};

function formatInput(check: boolean): number {
  const text = readFileSync(0, 'utf8');
  const formatted = madeOfMap('stdin', (report) => formatMap({ name: 'stdin.wfmap', text }, report));
  if (!check) process.stdout.write(formatted);
  else if (formatted !== text) process.stdout.write(`--- stdin\n${lineDifference(text, formatted)}`);
  return check && formatted !== text ? EXIT.failed : EXIT.done;
}

function formatFiles(named: readonly string[], check: boolean): number {
  const files = named.length > 0 ? named : findDslFiles();
  let changes = 0;
  for (const file of files) {
    const text = readText(file, MAX_MAP_BYTES);
    const formatted = madeOfMap(file, (report) => layOut({ name: file, text }, report));
    if (formatted === text) continue;
    changes += 1;
    if (check) process.stdout.write(`--- ${file}\n${lineDifference(text, formatted)}`);
    else {
      // A person who names a link means the file that it leads to.
      if (named.length === 0) refuseWayOut(process.cwd(), resolve(file));
      writeText(file, formatted);
    }
  }
  return check && changes > 0 ? EXIT.failed : EXIT.done;
}

/** Errors: throws {@link UsageError} for what cannot be a map by its name. */
function layOut(file: Source, report: Report): string | undefined {
  if (file.name.endsWith('.wfmap')) return formatMap(file, report);
  if (file.name.endsWith('.json')) return convertMap(file, 'json', report);
  throw new UsageError(`"${file.name}" is not a map.`, { help: 'fmt takes .wfmap and .json files.' });
}

/** Errors: throws {@link UsageError} where there is none: a check that looks at nothing must not pass. */
function findDslFiles(): readonly string[] {
  const files = findNamed('.', /\.wfmap$/);
  if (files.length > 0) return files;
  throw new UsageError('There are no .wfmap files below this folder.', {
    help: 'Name the files to lay out.',
  });
}
