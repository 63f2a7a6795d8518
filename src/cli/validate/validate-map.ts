import type { ReadTemplate } from '../../model/template-lookup.ts';
import type { CheckedMap, MapFile } from './check-file.ts';
import type { Kept, ResultCache } from './result-cache.ts';

/** What is known of a map; else it is checked, and what is found is kept. */
export async function validateMap(
  map: MapFile,
  readTemplate: ReadTemplate,
  cache: ResultCache | undefined,
): Promise<Kept> {
  const known = cache?.find(map.source, readTemplate);
  if (known) return known;
  const found = await checkMap(map, readTemplate, cache);
  cache?.keep(map.source, found.lookups, found);
  return found;
}

/** Checks a map, and of the maps in it those that nothing is known of; what is found of these is kept. */
export async function checkMap(
  map: MapFile,
  readTemplate: ReadTemplate,
  cache: ResultCache | undefined,
): Promise<CheckedMap> {
  const { checkFile } = await import('./check-file.ts');
  const [found, ...inner] = checkFile(map, readTemplate, cache?.recallMap);
  for (const each of inner) cache?.keep(each.source, each.lookups, each);
  return found;
}
