import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { toOneLine } from '../io/format.ts';
import { jsonText } from '../io/json-text.ts';
import { descriptionOf, knownMaps, type KnownMap } from '../io/known-maps.ts';
import { formatTable } from '../io/table.ts';
import { terminalStyle } from '../io/terminal-style.ts';
import { writeErr, writeOut } from '../io/write-out.ts';

interface ListArguments {
  readonly json: boolean;
}

/** A map as `wfmap list --json` prints it. */
export interface ListedMap extends Pick<KnownMap, 'name' | 'path' | 'origin'> {
  /** What it is for, as it says itself; null where it cannot be read as a map. */
  readonly description: string | null;
}

export const listCommand: CommandModule<object, ListArguments> = {
  command: 'list',
  describe: 'List the maps that can be run here, with what they are for',
  builder: (yargs: Argv) => yargs.option('json', { type: 'boolean', default: false, describe: 'Print JSON' }),
  handler: ({ json }) => {
    const maps = knownMaps(process.cwd()).map((map): ListedMap => ({
      name: map.name,
      path: map.path,
      origin: map.origin,
      description: descriptionOf(map) ?? null,
    }));
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

function rowOf({ name, origin, description }: ListedMap): readonly string[] {
  const what =
    description === null
      ? 'cannot be read; wfmap validate says why'
      : toOneLine(description, MAX_DESCRIPTION);
  return [toOneLine(name), origin, what];
}

function hintsFor(maps: readonly ListedMap[]): readonly string[] {
  const inputs = 'The inputs of a map: wfmap run <map> --help';
  const isWithoutOwn = maps.every(({ origin }) => origin === 'shipped');
  return ['', inputs, ...(isWithoutOwn ? ['A map of your own: wfmap new <name>'] : [])];
}
