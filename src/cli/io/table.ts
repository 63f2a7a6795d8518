import { displayWidth } from '../../diagnostics/display-width.ts';
import { cutText } from './cut-text.ts';

const GAP = '  ';
/** What is left of a last column that had to be cut further would tell nothing. */
const LEAST = 8;

/**
 * Rows of cells as lines with aligned columns; the last column is not padded.
 *
 * Shape: where there is a `width`, the last column is cut to what is left of it, or left out.
 */
export function formatTable(rows: readonly (readonly string[])[], width = Infinity): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell))));
  }
  const before = widths.slice(0, -1).reduce((sum, each) => sum + each + GAP.length, 0);
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === row.length - 1 ? cut(cell, width - before) : pad(cell, widths[column] ?? 0),
      )
      .join(GAP)
      .trimEnd(),
  );
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(width - displayWidth(cell));
}

function cut(cell: string, width: number): string {
  return width < LEAST && displayWidth(cell) > width ? '' : cutText(cell, width);
}
