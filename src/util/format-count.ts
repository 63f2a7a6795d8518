/** A count with its noun. */
export function formatCount(count: number, noun: string): string {
  const ending = noun.endsWith('s') ? 'es' : 's';
  return `${count} ${noun}${count === 1 ? '' : ending}`;
}
