import { isSo } from './run-git.ts';

/** A name for a branch and a folder, made of any text: `Fix it!/slip-003` becomes `Fix-it-slip-003`. */
export function plainName(text: string): string {
  const plain = text
    .slice(0, 100)
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
    .replace(/\.lock$/i, '-lock');
  return plain === '' ? 'run' : plain;
}

/** Whether git takes a name for a branch. One that begins with a dash is none: it reads like an option. */
export async function isBranchName(folder: string, name: string): Promise<boolean> {
  if (name === '' || name.startsWith('-') || name === 'HEAD' || name.includes('\0')) return false;
  return isSo(folder, ['check-ref-format', `refs/heads/${name}`]);
}

export function hasBranch(folder: string, name: string): Promise<boolean> {
  return isSo(folder, ['show-ref', '--verify', '--quiet', `refs/heads/${name}`]);
}

/** Units: tries. */
const MAX_TRIES = 100;

/** The name, or the first of `name-2`, `name-3`, … that is free; undefined where a hundred are taken. */
export async function freeName(
  name: string,
  isTaken: (name: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (let n = 1; n <= MAX_TRIES; n += 1) {
    const candidate = n === 1 ? name : `${name}-${n}`;
    if (!(await isTaken(candidate))) return candidate;
  }
  return undefined;
}
