import type { FindingPlace } from './finding.ts';

/** Units: lines; a figure above is none of a file. */
const MAX_LINE_NUMBER = 10_000_000;
/** Units: UTF-16. */
const MAX_PATH = 500;

/**
 * Reads a place that a reviewer writes: `src/a.ts`, `src/a.ts:3`, `src/a.ts:3:7` or `src/a.ts:3-8`.
 *
 * Shape: undefined for what is no path within the project, such as an absolute path, one with `..`, or a sentence.
 */
export function readPlace(text: string): FindingPlace | undefined {
  const trimmed = text.slice(0, MAX_PATH + 50).trim();
  const [, path = '', first, last] =
    /^(.*?)(?::(\d{1,8})(?:[-–](\d{1,8})|:\d{1,8})?)?:?$/s.exec(trimmed) ?? [];
  const file = path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  if (!isWithin(file)) return undefined;
  const line = numberIn(first);
  const end = numberIn(last);
  const isRange = line !== undefined && end !== undefined && end >= line;
  return { file, ...(line === undefined ? {} : { line }), ...(isRange ? { endLine: end } : {}) };
}

function isWithin(file: string): boolean {
  if (file === '' || file.length > MAX_PATH || /^[/~]|^[A-Za-z]:|[\s:*?"<>|]/.test(file)) return false;
  // oxlint-disable-next-line no-control-regex
  return !/[\u0000-\u001f]/.test(file) && !file.split('/').includes('..');
}

function numberIn(text: string | undefined): number | undefined {
  const number = Number(text ?? Number.NaN);
  return number >= 1 && number <= MAX_LINE_NUMBER ? number : undefined;
}
