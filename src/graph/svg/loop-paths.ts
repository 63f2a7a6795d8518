import type { Rectangle } from '../layout/placed.ts';

/** The line of a task that leads to itself, and its arrowhead, as SVG paths: beside its label, from and to its right side. */
export function loopPaths(
  { x, y, height }: Rectangle,
  right: number,
): { readonly line: string; readonly head: string } {
  const [upper, lower] = [y + 5, y + height - 5];
  return {
    line: `M${right} ${upper}H${x - 8}q6 0 6 6V${lower - 6}q0 6-6 6H${right}`,
    head: `M${right} ${lower}l6-3.5v7z`,
  };
}
