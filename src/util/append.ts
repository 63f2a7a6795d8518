/**
 * Puts all of one list at the end of another, however many there are: as arguments of `push` some 120,000 are more than a
 * stack holds.
 */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const each of more) list.push(each);
}
