import type { ReadTemplate, TemplateLookup } from '../model/template-lookup.ts';
import type { Source } from '../text/source.ts';

/** What is found now wherever a check looked, by the path that it looked for; undefined where anything of it differs. */
export function lookupsNow(
  lookups: Iterable<readonly [string, TemplateLookup]>,
  readTemplate: ReadTemplate,
): ReadonlyMap<string, TemplateLookup> | undefined {
  const found = new Map<string, TemplateLookup>();
  for (const [path, before] of lookups) {
    const now = readTemplate(path);
    if (!isSame(now, before)) return undefined;
    found.set(path, now);
  }
  return found;
}

export function isSameSource(one: Source | undefined, other: Source | undefined): boolean {
  return one?.name === other?.name && one?.text === other?.text;
}

function isSame(now: TemplateLookup, before: TemplateLookup): boolean {
  if (now.kind !== 'found' || before.kind !== 'found') return JSON.stringify(now) === JSON.stringify(before);
  return isSameSource(now.source, before.source) && isSameSource(now.shipped, before.shipped);
}
