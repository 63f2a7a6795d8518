import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { digestFile } from './digest-file.ts';
import { buildWithGit } from '../run-git.ts';

/** Units: files. More than these are no hooks. */
const MAX_HOOKS = 1000;

/**
 * Digests of what says how git sees a work tree, and what it starts: its configuration, hooks, and rules about files.
 *
 * Whoever changes these can hide other changes, or let the next git of somebody else run a program.
 * Shape: SHA-256, hex, by the path that stands for each, as `.git/config`, wherever it lies. Errors: throws GitError.
 */
export async function digestGitSettings(folder: string): Promise<Readonly<Record<string, string>>> {
  const [listed, common] = await Promise.all([
    buildWithGit(folder, 'read the configuration', ['config', '--list', '-z', '--show-origin']),
    buildWithGit(folder, 'find the repository', ['rev-parse', '--git-common-dir']),
  ]);
  const configuration = listed.toString('utf8');
  const own = resolve(folder, common.toString('utf8').replace(/\n$/, ''));
  const settings = settingsIn(configuration);
  const placeOf = (name: string): string | undefined => {
    const place = settings.get(name);
    return place === undefined ? undefined : resolve(folder, place.replace(/^~(?=\/)/, homedir()));
  };
  const ofUser = join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'git');
  const files = {
    '.git/info/exclude': [join(own, 'info/exclude'), placeOf('core.excludesfile') ?? join(ofUser, 'ignore')],
    '.git/info/attributes': [
      join(own, 'info/attributes'),
      placeOf('core.attributesfile') ?? join(ofUser, 'attributes'),
    ],
    '.git/hooks': [...hooksIn(join(own, 'hooks')), ...hooksIn(placeOf('core.hookspath'))],
  };
  const digests = Object.entries(files).map(([name, paths]) => [name, digestAll(paths)]);
  return { '.git/config': digestText(configuration), ...Object.fromEntries(digests) };
}

/** The last value of each setting that nobody gives by a command line: wfmap does, to be quiet. */
function settingsIn(configuration: string): ReadonlyMap<string, string> {
  const words = configuration.split('\0');
  const settings = new Map<string, string>();
  for (let at = 0; at + 1 < words.length; at += 2) {
    if (words[at] === 'command line:') continue;
    const [name = '', ...value] = (words[at + 1] ?? '').split('\n');
    settings.set(name, value.join('\n'));
  }
  return settings;
}

export function hooksIn(folder: string | undefined): readonly string[] {
  if (folder === undefined) return [];
  try {
    return readdirSync(folder)
      .filter((name) => !name.endsWith('.sample'))
      .toSorted()
      .slice(0, MAX_HOOKS)
      .map((name) => join(folder, name));
  } catch {
    // No hooks, as far as git will find any.
    return [];
  }
}

/** A file that is not there counts as well: it may come to be there. */
function digestAll(paths: readonly string[]): string {
  return digestText(paths.map((path) => `${path}\0${digestFile(path) ?? ''}`).join('\0'));
}

export function digestText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
