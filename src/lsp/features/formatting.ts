import type { TextEdit } from 'vscode-languageserver/node';
import { collect } from '../../diagnostics/diagnostic.ts';
import { convertMap, formatMap } from '../../print/convert.ts';
import type { Source } from '../../text/source.ts';
import { toRange } from '../documents/to-range.ts';

/**
 * Lays a map out, as `wfmap fmt` does, with the line breaks that it has; a map with a fault of syntax or shape stays as it is.
 *
 * Shape: one edit around all that changes, none where nothing does.
 */
export function formattingEdits(source: Source): TextEdit[] {
  const { diagnostics, report } = collect();
  const made = source.name.endsWith('.wfmap')
    ? formatMap(source, report)
    : convertMap(source, 'json', report);
  // A second value of one name is an error, and would be lost.
  if (made === undefined || diagnostics.some(({ severity }) => severity === 'error')) return [];
  const text = source.text.includes('\r\n') ? made.replaceAll(/\r?\n/g, '\r\n') : made;
  return differenceOf(source, text);
}

/** The smallest stretch that makes one text of another. */
export function differenceOf(source: Source, text: string): TextEdit[] {
  const old = source.text;
  if (old === text) return [];
  const shortest = Math.min(old.length, text.length);
  let start = 0;
  while (start < shortest && old[start] === text[start]) start += 1;
  let tail = 0;
  while (tail < shortest - start && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail += 1;
  // A line break or a pair of units is changed as a whole.
  while (start > 0 && !isBoundary(old, start)) start -= 1;
  while (tail > 0 && !isBoundary(old, old.length - tail)) tail -= 1;
  const range = toRange({ source, start, end: old.length - tail });
  return [{ range, newText: text.slice(start, text.length - tail) }];
}

function isBoundary(text: string, at: number): boolean {
  if (text[at - 1] === '\r' && text[at] === '\n') return false;
  return !/[\ud800-\udbff]/.test(text[at - 1] ?? '') || !/[\udc00-\udfff]/.test(text[at] ?? '');
}
