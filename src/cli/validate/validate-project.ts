import { relative, resolve } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { findMaps } from '../../project/find-maps.ts';
import { findMapRoot } from '../../project/find-map-root.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import type { ResultCache } from './result-cache.ts';
import type { ReaderOf } from './template-readers.ts';

/** What all checks of one command share. */
export interface Surroundings {
  readonly workFolder: string;
  readonly cache: ResultCache | undefined;
  readonly readerOf: ReaderOf;
}

/**
 * Checks what all maps of a project say together. What is found of each by itself is kept.
 *
 * Shape: nothing where they are not one project: maps whose own templates lie in several places know nothing of each other.
 */
export async function validateProject({
  workFolder,
  cache,
  readerOf,
}: Surroundings): Promise<readonly Diagnostic[]> {
  const root = findWorkRoot(workFolder);
  const maps = findMaps(root);
  const roots = new Set(maps.map((path) => findMapRoot(resolve(root, path))));
  const [first] = maps;
  if (roots.size !== 1 || first === undefined) return [];
  const readTemplate = readerOf(resolve(root, first));
  // The maps themselves are among what is looked up.
  const source = { name: `maps of ${relative(workFolder, root)}`, text: maps.join('\n') };
  const known = cache?.find(source, readTemplate);
  if (known) return known.diagnostics;
  const { checkProjectFiles } = await import('./check-project-files.ts');
  const { diagnostics, lookups, maps: checked } = checkProjectFiles(maps, readTemplate, { workFolder, root });
  for (const each of checked) {
    if (!cache?.find(each.source, readTemplate)) cache?.keep(each.source, each.lookups, each);
  }
  cache?.keep(source, lookups, { diagnostics, properties: 0 });
  return diagnostics;
}
