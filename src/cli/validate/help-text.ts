import { validateOptions, type ValidateOption } from './options.ts';

/** The help of `wfmap validate`, without the time that loading yargs takes. */
export function helpText(): string {
  const rows = Object.entries<ValidateOption>(validateOptions).map(([name, option]): [string, string] => {
    const value = option.argument ?? option.choices?.join('|');
    const short = option.short === undefined ? '    ' : `-${option.short}, `;
    return [`  ${short}--${name}${value === undefined ? '' : ` <${value}>`}`, option.describe];
  });
  const width = Math.max(...rows.map(([flag]) => flag.length)) + 2;
  return [
    'wfmap validate [files..]',
    '',
    'Checks maps and the templates they name. Without files, every map of the project; - is standard input.',
    'Exit code: 0 nothing found, 1 findings, 2 wrong usage or a file that cannot be read.',
    '',
    ...rows.map(([flag, describe]) => `${flag.padEnd(width)}${describe}`),
    '',
  ].join('\n');
}
