import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { toOneLine } from '../io/format.ts';
import { jsonText } from '../io/json-text.ts';
import type { MapLine } from '../../report/shapes.ts';
import { knownMaps, mapLineOf } from '../io/known-maps.ts';
import { formatTable } from '../io/table.ts';
import { terminalStyle } from '../io/terminal-style.ts';
import { writeErr, writeOut } from '../io/write-out.ts';

interface ListArguments {
  readonly json: boolean;
}

export const listCommand: CommandModule<object, ListArguments> = {
  command: 'list',
  describe: 'List the maps that can be run here, with what they are for',
  builder: (yargs: Argv) => yargs.option('json', { type: 'boolean', default: false, describe: 'Print JSON' }),
  handler: ({ json }) => {
    const maps = knownMaps(process.cwd()).map(mapLineOf);
    if (json) {
      writeOut(`${jsonText(maps, 'indented')}\n`);
      return;
    }
    // A program that reads the table gets all of it.
    const width = process.stdout.isTTY ? terminalStyle(process.stdout).width : Infinity;
    const lines = formatTable([HEAD, ...maps.map(rowOf)], width);
    writeOut(`${lines.map(printable).join('\n')}\n`);
    for (const line of hintsFor(maps)) writeErr(`${line}\n`);
  },
};

const HEAD = ['MAP', 'FROM', 'FOR'];

/** Units: characters. */
const MAX_DESCRIPTION = 500;

function rowOf({ name, origin, description }: MapLine): readonly string[] {
  const what =
    description === null
      ? 'cannot be read; wfmap validate says why'
      : toOneLine(description, MAX_DESCRIPTION);
  return [toOneLine(name), origin, what];
}

function hintsFor(maps: readonly MapLine[]): readonly string[] {
  const inputs = 'The inputs of a map: wfmap run <map> --help';
  const isWithoutOwn = maps.every(({ origin }) => origin === 'shipped');
  return ['', inputs, ...(isWithoutOwn ? ['A map of your own: wfmap new <name>'] : [])];
}
