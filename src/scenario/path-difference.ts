import { printable } from '../diagnostics/printable.ts';

/** Units: lines around the place where two ways part. */
const BEFORE = 3;
const AFTER = 6;

/**
 * Two ways side by side, from shortly before they part: lines; none where they are the same.
 *
 * Shape: a `>` stands where they part first.
 */
export function pathDifference(expected: readonly string[], happened: readonly string[]): readonly string[] {
  const longest = Math.max(expected.length, happened.length);
  const first = Array.from({ length: longest }, (_none, at) => at).find(
    (at) => expected[at] !== happened[at],
  );
  if (first === undefined) return [];
  const from = Math.max(0, first - BEFORE);
  const to = Math.min(longest, first + AFTER);
  const rows = Array.from({ length: to - from }, (_none, at) => {
    const step = from + at;
    return [expected[step] ?? '-', happened[step] ?? '-'].map((name) => cut(printable(name)));
  });
  const digits = String(to).length;
  const width = Math.max('expected'.length, ...rows.map(([left = '']) => left.length));
  return [
    `The path differs at step ${first + 1}:`,
    `  ${' '.repeat(digits)}   ${'expected'.padEnd(width)}  happened`,
    ...rows.map(([left = '', right = ''], at) => {
      const mark = from + at === first ? '>' : ' ';
      return `${mark} ${String(from + at + 1).padStart(digits)}  ${left.padEnd(width)}  ${right}`;
    }),
    ...(to < longest ? [`  and ${longest - to} more`] : []),
  ];
}

/** Units: columns. */
const MAX_NAME = 45;

function cut(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
}
