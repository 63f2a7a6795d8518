import { formatTable } from '../io/table.ts';
import { formatCommand } from '../io/format.ts';
import type { Pattern } from './patterns.ts';

/** Where a new map lies, as it is named on a command line. */
export interface MadeMap {
  readonly name: string;
  readonly map: string;
  readonly scenarios: string;
}

/** Lines for the shell to go on with, each with what it does as a comment. */
export function nextLines({ input }: Pattern, { name, map, scenarios }: MadeMap): readonly string[] {
  const run = ['wfmap', 'run', name, `--${input.name}`, input.value];
  const rows = [
    [formatCommand(['wfmap', 'validate', map]), '# checks the map and its prompts'],
    [formatCommand(['wfmap', 'test', scenarios]), '# plays its scenarios'],
    [formatCommand([...run, '--agent', 'scripted']), '# a trial run without a model, without cost'],
    [formatCommand(run), '# the real one'],
  ];
  return formatTable(rows).map((line) => `  ${line}`);
}
