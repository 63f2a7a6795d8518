import { displayWidth } from '../../diagnostics/display-width.ts';
import { formatCommand } from '../io/format.ts';
import { formatTable } from '../io/table.ts';
import { terminalStyle } from '../io/terminal-style.ts';
import type { Pattern } from './patterns.ts';

/** Where a new map lies, as it is named on a command line. */
export interface MadeMap {
  readonly name: string;
  readonly map: string;
  readonly scenarios: string;
}

/** The commands to run next, each with a comment: at the end of its line, or above it on a narrow terminal. */
export function nextLines({ input }: Pattern, { name, map, scenarios }: MadeMap): readonly string[] {
  const run = ['wfmap', 'run', name, `--${input.name}`, input.value];
  const rows = [
    [formatCommand(['wfmap', 'validate', map]), '# checks the map and its prompts'],
    [formatCommand(['wfmap', 'test', scenarios]), '# plays its scenarios'],
    [formatCommand([...run, '--agent', 'scripted']), '# a trial run without a model, without cost'],
    [formatCommand(run), '# the real one'],
  ];
  const beside = formatTable(rows).map((line) => `  ${line}`);
  const { width } = terminalStyle(process.stdout);
  if (beside.every((line) => displayWidth(line) <= width)) return beside;
  return rows.flatMap(([command = '', comment = '']) => [`  ${comment}`, `  ${command}`]);
}
