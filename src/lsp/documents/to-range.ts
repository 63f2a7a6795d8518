import type { Position, Range } from 'vscode-languageserver/node';
import { offsetAt, positionAt, type Source, type Span } from '../../text/source.ts';

/** A stretch of a text as the protocol says it. Units: lines and UTF-16 units from 0. */
export function toRange({ source, start, end }: Span): Range {
  return { start: toPosition(source, start), end: toPosition(source, end) };
}

export function toPosition(source: Source, offset: number): Position {
  const { line, column } = positionAt(source, offset);
  return { line: line - 1, character: Math.max(0, column - 1) };
}

/** The offset of a place as the protocol says it. */
export function toOffset(source: Source, { line, character }: Position): number {
  return offsetAt(source, { line: line + 1, column: character + 1 });
}
