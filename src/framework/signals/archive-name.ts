/** What the name of an archive ends in, where its cycle did not come to its goal. */
export type ArchiveSuffix = '' | '_incomplete' | '_failed';

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
  new RegExp(String.raw`^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})_\d{6}_${SLUG}${END}`),
  new RegExp(String.raw`^(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})_cycle-(?<n>\d{3})${END}`),
  new RegExp(String.raw`^(?<pullRequest>\d{1,9})_${SLUG}${END}`),
];

/** Reads the name of an archive; undefined for any other file. */
export function readArchiveName(name: string): ArchiveName | undefined {
  for (const form of FORMS) {
    const found = form.exec(name)?.groups;
    if (found === undefined) continue;
    const { y, m, d, n, pullRequest, suffix = '' } = found;
    const day = y === undefined ? undefined : `${y}-${m ?? ''}-${d ?? ''}`;
    return {
      day,
      cycle: day === undefined || n === undefined ? undefined : `${day}-${n}`,
      pullRequest: pullRequest === undefined ? undefined : Number(pullRequest),
      suffix: suffix === '_failed' || suffix === '_incomplete' ? suffix : '',
    };
  }
  return undefined;
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
