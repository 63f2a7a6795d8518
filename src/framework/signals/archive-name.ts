/** What the name of an archive ends in, where its cycle did not come to its goal. */
export type ArchiveSuffix = '' | (typeof SUFFIXES)[number];

const SUFFIXES = ['_incomplete', '_failed'] as const;

/** What the name of an archive says. Shape: `day` is `YYYY-MM-DD`, `cycle` the id of the cycle; undefined where it says none. */
export interface ArchiveName {
  readonly day: string | undefined;
  readonly cycle: string | undefined;
  readonly pullRequest: number | undefined;
  readonly suffix: ArchiveSuffix;
}

const END = String.raw`(?<suffix>_incomplete|_failed)?\.md$`;
/** A part of a name in lower case. */
const SLUG = '[a-z0-9][a-z0-9-]*';

/** The two namings that are written, and the older one that is only read. Source: STRUCTURE.md of multi-agent-flow. */
const FORMS: readonly RegExp[] = [
  new RegExp(String.raw`^(?<date>\d{8})_\d{6}_${SLUG}${END}`),
  new RegExp(String.raw`^(?<date>\d{4}-\d{2}-\d{2})_cycle-(?<number>\d{3})${END}`),
  new RegExp(String.raw`^(?<pullRequest>\d{1,9})_${SLUG}${END}`),
];

/** Reads the name of an archive; undefined for any other file. */
export function readArchiveName(name: string): ArchiveName | undefined {
  const found = FORMS.map((form) => form.exec(name)?.groups).find((each) => each !== undefined);
  if (found === undefined) return undefined;
  const { date, number, pullRequest, suffix } = found;
  const day = date?.replace(/^(\d{4})-?(\d{2})-?(\d{2})$/, '$1-$2-$3');
  return {
    day,
    cycle: day === undefined || number === undefined ? undefined : `${day}-${number}`,
    pullRequest: pullRequest === undefined ? undefined : Number(pullRequest),
    suffix: SUFFIXES.find((each) => each === suffix) ?? '',
  };
}

/** Units: characters. */
const MAX_SLUG = 50;

/** The name of an archive. Shape: `head` is the number of a pull request, or what {@link timeHead} gives. */
export function archiveName(head: string, goal: string, suffix: ArchiveSuffix): string {
  const slug = goal
    .slice(0, 1000)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_SLUG)
    .replace(/-$/, '');
  return `${head}_${slug === '' ? 'goal' : slug}${suffix}.md`;
}

/** `YYYYMMDD_HHMMSS` of a time in ISO 8601, in UTC as that. */
export function timeHead(at: string): string {
  const digits = at.replaceAll(/\D/g, '');
  return `${digits.slice(0, 8)}_${digits.slice(8, 14)}`;
}
