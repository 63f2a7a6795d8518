import { join } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { catalogue, type Code } from '../../diagnostics/catalogue.ts';
import type { Severity } from '../../diagnostics/diagnostic.ts';
import { packageRoot } from '../../project/package-root.ts';
import { readText } from '../../project/read-text.ts';
import { closest } from '../../util/closest.ts';
import { jsonText } from '../io/json-text.ts';
import { formatTable } from '../io/table.ts';
import { UsageError } from '../io/usage-error.ts';

interface ExplainArguments {
  readonly code?: string | undefined;
  readonly json: boolean;
}

/** What the catalogue says of a diagnostic. */
export interface Explained {
  readonly code: string;
  readonly severity: Severity;
  readonly why: string;
  readonly help: string;
  /** A map, and what is reported of it; absent in the list of all codes. */
  readonly example?: string;
}

export const explainCommand: CommandModule<object, ExplainArguments> = {
  command: 'explain [code]',
  describe: 'Explain a diagnostic: what, why, an example, a fix',
  builder: (yargs: Argv) =>
    yargs
      .positional('code', {
        type: 'string',
        describe: 'Its code, such as unknown-target; without one, all codes are listed',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print JSON' }),
  handler: ({ code, json }) => {
    const found = code === undefined ? allCodes() : explained(toCode(code));
    if (json) process.stdout.write(`${jsonText(found, 'indented')}\n`);
    else process.stdout.write(`${('code' in found ? explanation(found) : table(found)).join('\n')}\n`);
  },
};

function allCodes(): readonly Explained[] {
  return Object.entries(catalogue).map(([code, { severity, why, help }]) => ({ code, severity, why, help }));
}

function table(all: readonly Explained[]): readonly string[] {
  return formatTable(all.map(({ code, severity, why }) => [code, severity, why]));
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

function explained(code: Code): Explained {
  const { severity, why, help } = catalogue[code];
  return { code, severity, why, help, example: exampleOf(code) };
}

function explanation({ code, severity, why, help, example = '' }: Explained): readonly string[] {
  return [`${code} (${severity})`, '', `Why: ${why}`, `Fix: ${help}`, '', 'An example:', '', example];
}

/** Units: bytes. */
const MAX_EXAMPLE_BYTES = 1_048_576;

/** The first example of the reference, which the build cuts out: a map, and what is reported. */
function exampleOf(code: Code): string {
  return readText(join(packageRoot(), 'dist/examples', `${code}.txt`), MAX_EXAMPLE_BYTES).trimEnd();
}
