const LONGEST_QUOTE = 80;

/** A name that an agent wrote, as a sentence can hold it: on one line, not too long. */
export function quoteName(name: string): string {
  const cut = name.length > LONGEST_QUOTE ? `${name.slice(0, LONGEST_QUOTE)}…` : name;
  return `"${cut.replaceAll(/\p{Cc}/gu, ' ')}"`;
}
