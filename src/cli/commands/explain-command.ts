import { join } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { catalogue, type Code } from '../../diagnostics/catalogue.ts';
import { packageRoot } from '../../project/package-root.ts';
import { readText } from '../../project/read-text.ts';
import { closest } from '../../util/closest.ts';
import { formatTable } from '../io/table.ts';
import { UsageError } from '../io/usage-error.ts';

interface ExplainArguments {
  readonly code?: string | undefined;
}

export const explainCommand: CommandModule<object, ExplainArguments> = {
  command: 'explain [code]',
  describe: 'Explain a diagnostic: what, why, an example, a fix',
  builder: (yargs: Argv) =>
    yargs.positional('code', {
      type: 'string',
      describe: 'Its code, such as unknown-target; without one, all codes are listed',
    }),
  handler: ({ code }) => {
    const lines = code === undefined ? listOfCodes() : explanationOf(toCode(code));
    process.stdout.write(`${lines.join('\n')}\n`);
  },
};

function listOfCodes(): string[] {
  return formatTable(Object.entries(catalogue).map(([code, { severity, why }]) => [code, severity, why]));
}

function toCode(text: string): Code {
  const codes = Object.keys(catalogue);
  // The keys of the catalogue are the codes; Object.keys cannot say so.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  if (codes.includes(text)) return text as Code;
  const near = closest(text, codes);
  const help = near === undefined ? 'wfmap explain lists all codes.' : `Did you mean "${near}"?`;
  throw new UsageError(`There is no diagnostic "${text}".`, { help });
}

function explanationOf(code: Code): string[] {
  const { severity, why, help } = catalogue[code];
  return [`${code} (${severity})`, '', `Why: ${why}`, `Fix: ${help}`, ...exampleOf(code)];
}

/** Units: bytes. */
const MAX_EXAMPLE_BYTES = 1_048_576;

/** The first example of the reference, which the build cuts out: a map, and what is reported. */
function exampleOf(code: Code): string[] {
  const example = readText(join(packageRoot(), 'dist/examples', `${code}.txt`), MAX_EXAMPLE_BYTES);
  return ['', 'An example:', '', example.trimEnd()];
}
