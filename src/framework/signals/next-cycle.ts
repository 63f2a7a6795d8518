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
  const text = typeof listing === 'string' ? listing.slice(0, MAX_LENGTH) : '';
  const [first = '', ...lines] = text.split('\n');
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(first.trim())?.[0] ?? '1970-01-01';
  const files = lines.flatMap((line) => toFile(line) ?? []);
  const ofDay = files.filter((file) => file.cycleDay === day);
  const id = `${day}-${String(highestOf(ofDay.map(({ number }) => number)) + 1).padStart(3, '0')}`;
  const isExpired = (since: string): boolean => Date.parse(day) - Date.parse(since) > KEPT_DAYS * DAY_MS;
  return {
    id,
    goal: highestOf(files.map((file) => file.goal)) + 1,
    expired: files.filter((file) => file.isArchive && isExpired(file.day)).map(({ name }) => name),
  };
}

function highestOf(numbers: readonly number[]): number {
  return numbers.reduce((highest, each) => Math.max(highest, each), 0);
}

/** A cycle file. Shape: `day` is that of its name, else of its cycle; "" for none. */
interface CycleFile {
  readonly name: string;
  readonly isArchive: boolean;
  readonly day: string;
  readonly cycleDay: string;
  readonly number: number;
  readonly goal: number;
}

function toFile(line: string): CycleFile | undefined {
  const { cycle, highest, name } = LINE.exec(line)?.groups ?? {};
  if (cycle === undefined || name === undefined) return undefined;
  const read = readArchiveName(name);
  const [, cycleDay = '', number = ''] = CYCLE.exec(read?.cycle ?? cycle) ?? [];
  const day = read?.day ?? cycleDay;
  return {
    name,
    isArchive: read !== undefined,
    day,
    cycleDay,
    number: Number(number),
    goal: Number(highest),
  };
}

const LINE = /^(?<cycle>\S{1,20}) (?<highest>\d{1,6}) (?<name>.+)$/;

const CYCLE = /^(\d{4}-\d{2}-\d{2})-(\d{3,6})$/;
