/** The source of a pattern for what `formatDuration` writes of up to an hour: a loaded machine takes minutes. */
export const DURATION = String.raw`\b(?:\d+(?:\.\d+)? m?s|\d+m \d\ds)\b`;
