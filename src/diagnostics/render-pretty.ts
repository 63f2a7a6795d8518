import { positionAt, type Span } from '../text/source.ts';
import type { Diagnostic, Severity } from './diagnostic.ts';
import { printable } from './printable.ts';
import { frameOf } from './source-frame.ts';

/** How to write for a terminal. Units: `width` is columns; 0 means no bound. */
export interface Style {
  readonly color: boolean;
  readonly width: number;
}

/** For files and pipes: no colour, and lines of a length that people can read. */
export const PLAIN: Style = { color: false, width: 120 };

const COLORS: Readonly<Record<Severity | 'dim' | 'bold', string>> = {
  error: '31',
  warning: '33',
  info: '36',
  dim: '2',
  bold: '1',
};

/**
 * Writes diagnostics for people: what, where with the line, why, and what to do. A reason that several have is said once.
 *
 * Shape: a block each, an empty line between blocks, a line break at the end; nothing for none. Nothing in a
 * map can reach the terminal as a control sequence.
 */
export function renderPretty(diagnostics: readonly Diagnostic[], style: Style = PLAIN): string {
  const reasons = new Set<string>();
  return diagnostics
    .map((each) => {
      const isNew = !reasons.has(each.why);
      reasons.add(each.why);
      return renderOne(each, style, isNew);
    })
    .join('\n');
}

/** A place as `file:line:column`. */
export function renderPlace(span: Span): string {
  const { line, column } = positionAt(span.source, span.start);
  return `${printable(span.source.name)}:${line}:${column}`;
}

function renderOne(diagnostic: Diagnostic, style: Style, withReason: boolean): string {
  const { severity, message, why, help, code, span, related, fix, otherFix } = diagnostic;
  const paint = (color: keyof typeof COLORS, text: string) =>
    style.color ? `\u001b[${COLORS[color]}m${text}\u001b[0m` : text;
  const lines = [
    `${renderPlace(span)}: ${paint(severity, `${severity}:`)} ${paint('bold', printable(message))} ${paint('dim', `[${code}]`)}`,
    ...renderFrame(span, style, (text) => paint(severity, text)),
    ...(withReason ? [`  why: ${printable(why)}`] : []),
    ...related.map((each) => `  see: ${renderPlace(each.span)}: ${printable(each.message)}`),
    fix ? `  fix: ${printable(fix.title)}` : `  help: ${printable(help)}`,
    ...(fix && otherFix ? [`  or: ${printable(otherFix.title)}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function renderFrame(span: Span, style: Style, paint: (text: string) => string): readonly string[] {
  if (span.source.text === '') return [];
  const { line } = positionAt(span.source, span.start);
  const gutter = String(line);
  const room = style.width === 0 ? Infinity : Math.max(20, style.width - gutter.length - 5);
  const { text, start, end } = frameOf(span, room);
  return [
    `  ${gutter} | ${text}`.trimEnd(),
    `  ${' '.repeat(gutter.length)} | ${' '.repeat(start)}${paint('^'.repeat(end - start))}`,
  ];
}
