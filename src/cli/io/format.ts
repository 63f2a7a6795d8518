export { formatCommand } from '../../util/format-command.ts';
export { formatDuration } from '../../util/format-duration.ts';
export { toOneLine } from '../../util/to-one-line.ts';

/** Units: US dollars, to the cent; what is less than a cent but more than nothing is told as such. */
export function formatCost(usd: number): string {
  return usd > 0 && usd < 0.005 ? '<$0.01' : `$${usd.toFixed(2)}`;
}

/** A count with its noun. */
export function formatCount(count: number, noun: string): string {
  const ending = noun.endsWith('s') ? 'es' : 's';
  return `${count} ${noun}${count === 1 ? '' : ending}`;
}
