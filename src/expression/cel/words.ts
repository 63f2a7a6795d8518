/** The only words that cannot be names: they are values, or an operator between two values. */
export const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);
