/** Units: lines of each side. */
const MAX_LINES = 40;

/** The lines that two texts do not share, those of the first with `-`, of the second with `+`; what is equal before and behind left out. */
export function lineDifference(old: string, text: string, maxLines = MAX_LINES): string {
  const [before, after] = [old.split('\n'), text.split('\n')];
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - start;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const lines = [
    `@@ line ${start + 1} @@`,
    ...shown(before.slice(start, before.length - tail), '-', maxLines),
    ...shown(after.slice(start, after.length - tail), '+', maxLines),
  ];
  return `${lines.join('\n')}\n`;
}

function shown(lines: readonly string[], sign: string, maxLines: number): readonly string[] {
  const rest = lines.length - maxLines;
  const first = lines.slice(0, maxLines).map((each) => sign + each);
  return rest > 0 ? [...first, `${sign} … ${rest} more lines`] : first;
}
