import type { Value } from '../../model/value.ts';
import { readArchiveName } from './archive-name.ts';

/** The cycle that begins. Shape: `id` is `YYYY-MM-DD-NNN`; `expired` are archives that may go, which nobody deletes. */
export type NextCycle = { readonly id: string; readonly goal: number; readonly expired: readonly string[] };

/** Units: UTF-16. */
const MAX_LENGTH = 1_000_000;
/** Units: days. Archives are kept at least that long. */
const KEPT_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The id and the goal number of the cycle that begins, by what the cycle files say.
 *
 * `listing` is the day in its first line, then a line for each file: the id of its cycle or `-`, the highest goal that its
 * signatures name, and its name, with spaces between. Names of all three forms count: the older one has the id of its cycle in it.
 * Errors: none; what cannot be read counts for nothing.
 */
export function nextCycle(listing: Value): NextCycle {
  const [first = '', ...lines] = (typeof listing === 'string' ? listing.slice(0, MAX_LENGTH) : '').split(
    '\n',
  );
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(first.trim())?.[0] ?? '1970-01-01';
  let [number, goal] = [0, 0];
  const expired: string[] = [];
  for (const line of lines) {
    const { cycle = '', highest = '', name = '' } = LINE.exec(line)?.groups ?? {};
    const read = readArchiveName(name);
    const [, cycleDay = '', n = ''] = CYCLE.exec(read?.cycle ?? cycle) ?? [];
    if (cycleDay === day) number = Math.max(number, Number(n));
    goal = Math.max(goal, Number(highest));
    const age = Date.parse(day) - Date.parse(read?.day ?? cycleDay);
    if (read !== undefined && age > KEPT_DAYS * DAY_MS) expired.push(name);
  }
  return { id: `${day}-${String(number + 1).padStart(3, '0')}`, goal: goal + 1, expired };
}

const LINE = /^(?<cycle>\S{1,20}) (?<highest>\d{1,6}) (?<name>.+)$/;

const CYCLE = /^(\d{4}-\d{2}-\d{2})-(\d{3,6})$/;
