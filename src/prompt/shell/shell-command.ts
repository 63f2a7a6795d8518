import type { ExpressionText } from '../../model/action.ts';
import type { ShellCommand } from '../../model/block.ts';
import { commandPartsOf } from './command-parts.ts';
import { createShellScan, type Quoting } from './shell-scan.ts';

/** A command that can be run: its words, and variables added to the environment. */
export interface CommandPlan {
  readonly argv: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Puts values into a command, so that no value is ever read as anything but itself.
 *
 * Shape: each of `argv` stays one argument. A line is for `sh -c`; in it stand quoted references to variables,
 * which carry the values. `valueOf` gives the text of a placeholder's expression.
 * Errors: none of its own. What {@link checkShellLine} refuses comes in as if it stood outside of all quotes.
 */
export function planCommand(
  command: ShellCommand,
  valueOf: (expression: ExpressionText) => string,
): CommandPlan {
  if (command.kind === 'argv') {
    return { argv: command.parts.map((node) => wordOf(node, valueOf)), variables: {} };
  }
  const variables: Record<string, string> = {};
  let line = '';
  let count = 0;
  for (const { part, quoting } of placesOf(command.line)) {
    if (part.kind === 'text') line += part.text;
    if (part.kind !== 'expression') continue;
    count += 1;
    const name = `WFMAP_V${count}`;
    variables[name] = valueOf(part.expression);
    line += REFERENCES[quoting ?? 'plain'](name);
  }
  return { argv: ['sh', '-c', line], variables };
}

function wordOf(node: ExpressionText, valueOf: (expression: ExpressionText) => string): string {
  const texts = commandPartsOf(node).map((part) => {
    if (part.kind === 'expression') return valueOf(part.expression);
    return part.kind === 'text' ? part.text : '';
  });
  return texts.join('');
}

/** Each leaves the quoting as it found it. */
const REFERENCES: Readonly<Record<Quoting, (name: string) => string>> = {
  plain: (name) => `"$${name}"`,
  double: (name) => `\${${name}}`,
  single: (name) => `'"$${name}"'`,
};

/** Units: offsets in the text of the line. `reason` is a sentence. */
export interface ShellLineFault {
  readonly start: number;
  readonly end: number;
  readonly reason: string;
}

/** The first place of a line where no value can be put in safely, or where its quoting does not come to an end. */
export function checkShellLine(line: ExpressionText): ShellLineFault | undefined {
  const scan = createShellScan();
  for (const { part, refusal } of placesOf(line, scan)) {
    // `${}` has nothing between its braces to point at.
    const end = Math.max(part.end, part.start + 1);
    if (refusal !== undefined) return { start: part.start, end, reason: refusal };
  }
  const open = scan.open();
  return open && { start: open.start, end: open.start + 1, reason: open.reason };
}

/** The parts of a line, with the quoting that a placeholder stands in, or why there is none. */
function* placesOf(node: ExpressionText, scan = createShellScan()) {
  for (const part of commandPartsOf(node)) {
    if (part.kind === 'text') {
      // Scanned as it is written, so that offsets hold: the backslash of `\${` as a letter, which changes no quoting.
      const written = node.text.slice(part.start, part.end);
      scan.pass(written.startsWith('\\${') && part.text === '${' ? 'x${' : written, part.start);
    }
    const place = part.kind === 'expression' ? scan.place() : {};
    yield { part, quoting: place.quoting, refusal: place.refusal };
  }
}
