/** The start of a text, without half a surrogate pair at its end. Units: UTF-16. */
export function excerpt(text: string, max: number): string {
  const cut = text.slice(0, max);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
