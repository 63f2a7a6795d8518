import { renderPlace } from '../diagnostics/render-pretty.ts';
import { frameOf } from '../diagnostics/source-frame.ts';
import { printable } from '../diagnostics/printable.ts';
import { positionAt, type Span } from '../text/source.ts';

/** What is wrong with a scenario file. Shape: `message` is a sentence; `help` another one, where there is something to say. */
export interface Problem {
  readonly span: Span;
  readonly message: string;
  readonly help?: string;
}

/** Units: columns of a line that is shown. */
const WIDTH = 110;

/** A problem as people read it: its place, the line, what to do. Shape: lines without line breaks. */
export function problemLines({ span, message, help }: Problem): readonly string[] {
  const { line } = positionAt(span.source, span.start);
  const { text, start, end } = frameOf(span, WIDTH);
  const gutter = String(line);
  return [
    `${renderPlace(span)}: error: ${printable(message)}`,
    `  ${gutter} | ${text}`.trimEnd(),
    `  ${' '.repeat(gutter.length)} | ${' '.repeat(start)}${'^'.repeat(end - start)}`,
    ...(help === undefined ? [] : [`  help: ${printable(help)}`]),
  ];
}
