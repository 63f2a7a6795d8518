import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageRoot } from '../../project/package-root.ts';
import { shippedMaps } from '../../project/resolve-map.ts';
import { UsageError } from '../io/usage-error.ts';

/** Units: characters. */
const MAX_NAME = 64;

/**
 * The name that a new map is given.
 *
 * Shape: letters, digits, `_` and `-`, which need quotes neither in a shell nor in a map, and lead to no other folder.
 * Errors: throws {@link UsageError}, also for a name that would take the place of what is shipped.
 */
export function newMapName(given: string): string {
  if (given.startsWith('-')) {
    throw new UsageError(`There is no flag ${given.replace(/=.*/s, '')} for "wfmap new".`, {
      help: 'See: wfmap new --help',
    });
  }
  if (!/^[A-Za-z0-9_][A-Za-z0-9_-]*$/.test(given) || given.length > MAX_NAME) {
    throw new UsageError(`"${given}" cannot be the name of a map.`, { help: helpFor(given) });
  }
  // On some disks "Plan" and "plan" are one file.
  const name = given.toLowerCase();
  if (shippedMaps().includes(name)) {
    throw new UsageError(`"${given}" is a shipped map.`, {
      help: `Take another name, or change that map: wfmap eject ${name}`,
    });
  }
  if (shippedFolders().includes(name)) {
    throw new UsageError(`"${given}" cannot be the name of a map: prompts/${name} has prompts of wfmap.`, {
      help: 'Take another name.',
    });
  }
  return given;
}

function helpFor(given: string): string {
  const bare = basename(given.replaceAll('\\', '/')).replace(/\.(?:json|wfmap)$/, '');
  const rule = `A name has letters, digits, "_" and "-", at most ${MAX_NAME} of them; the map goes to workflows/.`;
  return /^[A-Za-z0-9_][A-Za-z0-9_-]*$/.test(bare) && bare.length <= MAX_NAME
    ? `Write the name alone: wfmap new ${bare}`
    : rule;
}

/** A prompt in one of these would take the place of a shipped one in every map. */
function shippedFolders(): readonly string[] {
  return readdirSync(join(packageRoot(), 'prompts'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
