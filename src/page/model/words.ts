import { formatCost } from '../../util/format-cost.ts';

/** Units: ms. `4 s`, `7 m 28`, `2 h 05`: whole seconds, since it is shown while it grows. */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m ${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)}`;
}

/** Units: US dollars. */
export function costWords(usd: number, isPartial = false): string {
  return `${isPartial ? 'at least ' : ''}${formatCost(usd)}`;
}

export function tokenWords(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  return tokens < 1e6 ? `${Math.round(tokens / 1000)} k` : `${(tokens / 1e6).toFixed(1)} M`;
}

/** The time of the day; with its date where that is another one. Units: ms since 1970. */
export function clockWords(ms: number, nowMs = Date.now()): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return '';
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return date.toDateString() === new Date(nowMs).toDateString()
    ? clock
    : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock}`;
}

export { formatCount as countWords } from '../../util/format-count.ts';

function two(count: number): string {
  return String(count).padStart(2, '0');
}

/** A way as it is shown: `Faulty → Decompose`. */
export function wayWords(way: string): string {
  return way.replaceAll(' -> ', ' → ');
}

/** What a question is about: the first line of its text, without the signs of a heading; and the rest. */
export function questionParts(text: string): { readonly title: string; readonly rest: string } {
  const [title = '', ...rest] = text.split('\n').filter((line) => line.trim() !== '');
  return { title: title.replace(/^#+ */, ''), rest: rest.join(' ') };
}
