import { basename } from 'node:path';
import { findMaps } from '../../project/find-maps.ts';
import { shippedMaps } from '../../project/resolve-map.ts';
import type { OfferedMap } from '../../serve/acp/offered-map.ts';
import { findProgram } from '../io/load-program.ts';

/** Units: maps. An editor lists them all. */
const MAX_MAPS = 100;

/** The maps that can be run in a project, its own first; of two of one name its own. What has errors is not offered. */
export function offeredMaps(workRoot: string): readonly OfferedMap[] {
  const own = findMaps(workRoot).map((path) => [commandOf(path), path] as const);
  const offered = new Map<string, OfferedMap>();
  for (const [name, argument] of [...own, ...shippedMaps().map((map) => [map, map] as const)]) {
    if (offered.size >= MAX_MAPS || offered.has(name)) continue;
    const program = findProgram(argument, workRoot, workRoot);
    if (program === undefined) continue;
    offered.set(name, { name, argument, description: program.map.description, fields: program.map.fields });
  }
  return [...offered.values()];
}

/** A word of a slash command. */
function commandOf(path: string): string {
  return basename(path)
    .replace(/\.\w+$/, '')
    .replace(/-map$/, '')
    .replaceAll(/\s+/g, '-');
}
