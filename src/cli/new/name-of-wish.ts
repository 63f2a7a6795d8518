import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WfmapError } from '../../util/error.ts';
import { UsageError } from '../io/usage-error.ts';
import { newMapName } from './new-map-name.ts';

/** Units: words, characters. */
const MAX_WORDS = 4;
const MAX_LENGTH = 40;

/**
 * The name of a map that is to be drafted: the one that is given, else one of the first words of the wish that is free.
 *
 * Errors: throws {@link UsageError} for a name that cannot be taken, or that a map of the project has.
 */
export function nameOfWish(given: string, wish: string, workRoot: string): string {
  if (given === '') return freeName(wordsOf(wish), workRoot);
  const name = newMapName(given);
  if (!isTaken(name, workRoot)) return name;
  throw new UsageError(`There is a map "${name}" already.`, {
    help: 'Take another name, or remove that map: a draft is written over nothing.',
  });
}

function wordsOf(wish: string): string {
  const [part = ''] = wish
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[,.;:!?\n]/)
    .filter((each) => /[a-z0-9]/.test(each));
  const words = part.match(/[a-z0-9]+/g) ?? [];
  const name = words.slice(0, MAX_WORDS).join('-').slice(0, MAX_LENGTH).replace(/-$/, '');
  return name === '' ? 'my-map' : name;
}

function freeName(name: string, workRoot: string): string {
  for (let count = 1; ; count += 1) {
    const each = count === 1 ? name : `${name}-${count}`;
    if (isAllowed(each) && !isTaken(each, workRoot)) return each;
  }
}

function isAllowed(name: string): boolean {
  try {
    newMapName(name);
    return true;
  } catch (thrown) {
    if (thrown instanceof WfmapError) return false;
    throw thrown;
  }
}

function isTaken(name: string, workRoot: string): boolean {
  const paths = ['.wfmap', '.json', '/'].map((end) => `workflows/${name}${end}`);
  const all = [...paths, `workflows/scenarios/${name}.scenario.yaml`, `prompts/${name}`];
  return all.some((path) => existsSync(join(workRoot, path)));
}
