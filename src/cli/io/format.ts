/** Units: from milliseconds to what a person reads, `340 ms`, `12.3 s`, `3m 12s`, `1h 05m`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, '0')}s`;
  return `${Math.floor(seconds / 3600)}h ${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}m`;
}

/** Units: US dollars, to the cent; what is less than a cent but more than nothing is told as such. */
export function formatCost(usd: number): string {
  return usd > 0 && usd < 0.005 ? '<$0.01' : `$${usd.toFixed(2)}`;
}

/** A count with its noun. */
export function formatCount(count: number, noun: string): string {
  const ending = noun.endsWith('s') ? 'es' : 's';
  return `${count} ${noun}${count === 1 ? '' : ending}`;
}

/**
 * Text from outside, made safe for a terminal: one line, no control or direction characters, cut to a length.
 *
 * Units: `max` in UTF-16 units.
 */
export function toOneLine(text: string, max = 200): string {
  const clean = text
    .slice(0, max * 4)
    .replaceAll(/\s+/g, ' ')
    // oxlint-disable-next-line eslint/no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\uFFFD')
    .trim();
  // Cutting may have left half of a sign.
  return (clean.length > max ? `${clean.slice(0, max - 1)}…` : clean).toWellFormed();
}

/** A command line that a person can paste: words with odd characters are quoted for a POSIX shell. */
export function formatCommand(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');
}
