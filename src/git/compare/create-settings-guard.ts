/**
 * Notices that what makes git run programs is not what it was when the run started.
 *
 * S1. What only fetching and pushing read counts before a push alone: people and editors set it at any time.
 * S2. Hooks in the work tree are files like any other: what changes them is compared there.
 * S3. A folder counts from when it was first looked at: a worktree of the run from when it was made.
 */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { isContained } from '../../util/is-contained.ts';
import { gitFoldersOf } from '../git-folders.ts';
import { GitError } from '../git-error.ts';
import { buildWithGit, pinFilters } from '../run-git.ts';
import { digestFile } from './digest-file.ts';
import { digestText, hooksIn } from './digest-git-settings.ts';

/** Digests by what stands for each in a sentence: a key of the configuration with its file, or a file. */
type Settings = ReadonlyMap<string, string>;

/** Shape: `ofPushing` are those that only count before a push (S1). */
interface AllSettings {
  readonly settings: Settings;
  readonly ofPushing: Settings;
}

/** Creates the guard of a run. Shape: as `run/host/settings-guard.ts` has it. */
export function createSettingsGuard() {
  const starts = new Map<string, AllSettings>();
  return {
    begin: async (folder: string): Promise<Readonly<Record<string, string>> | undefined> => {
      if (gitFoldersOf(folder) === undefined) return undefined;
      const [start] = await Promise.all([orNothing(readSettings(folder)), pinFilters(folder)]);
      if (start === undefined) return undefined;
      starts.set(folder, start);
      const digests = [...start.settings].map(([name, digest]) => [name, digest.slice(0, SHORT)]);
      return Object.fromEntries(digests.slice(0, MAX_RECORDED));
    },
    faultIn: async (folder: string, isPush = false): Promise<string | undefined> => {
      const start = starts.get(folder);
      const now = await orNothing(readSettings(folder));
      if (start === undefined) {
        if (now !== undefined) starts.set(folder, now);
        return undefined;
      }
      if (now === undefined) return sentenceOf(['the repository cannot be read']);
      const changes = [
        ...changesOf(start.settings, now.settings),
        ...(isPush ? changesOf(start.ofPushing, now.ofPushing) : []),
      ];
      return changes.length === 0 ? undefined : sentenceOf(changes);
    },
  };
}

/** Enough to see a change that nobody hides, and too few to guess a secret by. Units: hex digits. */
const SHORT = 8;
/** Units: entries. */
const MAX_RECORDED = 500;
const MAX_NAMED = 5;

function sentenceOf(changes: readonly string[]): string {
  const named = changes.slice(0, MAX_NAMED).join(', ');
  const more = changes.length > MAX_NAMED ? ` and ${changes.length - MAX_NAMED} more` : '';
  return (
    `Git's settings are not those of the start of the run: ${named}${more}. ` +
    'They decide which programs git runs, so nothing is committed, merged, set aside or pushed with them. ' +
    'Undo the change if you did not make it, then resume: the run uses the settings that the resume finds.'
  );
}

/** What differs, each as in a list. Shape: `before` and `now` as they are recorded too. */
function changesOf(before: Settings, now: Settings): readonly string[] {
  const names = [...new Set([...before.keys(), ...now.keys()])].toSorted();
  return names.flatMap((name) => {
    const [was, is] = [before.get(name), now.get(name)];
    if (was === is) return [];
    return [`${name} ${was === undefined ? 'is new' : is === undefined ? 'is gone' : 'was changed'}`];
  });
}

/**
 * Names of keys, in lower case as git prints them, that only fetching and pushing read, or that start nothing (S1).
 *
 * A remote that promises objects is asked for those that are missing, by any git.
 */
const OF_NO_ACCOUNT =
  /^(?:remote\.(?!.*\.(?:promisor|uploadpack|vcs)$)|(?:credential|url|http|https|push|fetch|pull|safe|color|gui|help|advice)\.|branch\.(?!.*\.mergeoptions$)|submodule\..*\.(?:url|active)$|lfs\..*(?:\.access|repositoryformatversion)$)/;

/** Of these, what says where a push goes and which programs it starts. */
const OF_PUSHING = /^(?:remote|credential|url|https?|push)\./;

async function readSettings(folder: string): Promise<AllSettings> {
  const [listed, common] = await Promise.all([
    buildWithGit(folder, 'read the configuration', ['config', '--list', '-z', '--show-origin']),
    buildWithGit(folder, 'find the repository', ['rev-parse', '--git-common-dir']),
  ]);
  const own = resolve(folder, common.toString('utf8').replace(/\n$/, ''));
  const { values, ofPushing, last } = keysIn(listed.toString('latin1'));
  const placeOf = (name: string): string | undefined => {
    const place = last.get(name);
    return place === undefined ? undefined : resolve(folder, place.replace(/^~(?=\/)/, homedir()));
  };
  const hooks = placeOf('core.hookspath');
  const ofUser = join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'git', 'attributes');
  const files = [
    ...hooksIn(join(own, 'hooks')),
    ...(hooks === undefined || isContained(relative(folder, hooks)) ? [] : hooksIn(hooks)),
    join(own, 'info/attributes'),
    placeOf('core.attributesfile') ?? ofUser,
  ];
  const digests = files.flatMap((path): readonly (readonly [string, string])[] => {
    const digest = digestFile(path);
    return digest === undefined
      ? []
      : [[quoted(isContained(relative(folder, path)) ? relative(folder, path) : path), digest]];
  });
  const settings = new Map([
    ...digested(values),
    ['the repository', digestText(realOf(own))] as const,
    ...digests,
  ]);
  return { settings, ofPushing: new Map(digested(ofPushing)) };
}

function digested(values: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...values].map(([name, text]) => [name, digestText(text)]);
}

/** All values of each key by the sentence that names it, and the last value of each. */
function keysIn(configuration: string) {
  const values = new Map<string, string>();
  const ofPushing = new Map<string, string>();
  const last = new Map<string, string>();
  const words = configuration.split('\0');
  for (let at = 0; at + 1 < words.length; at += 2) {
    const origin = words[at] ?? '';
    // wfmap's own, to be quiet.
    if (origin === 'command line:') continue;
    const [key = '', ...value] = (words[at + 1] ?? '').split('\n');
    last.set(key, value.join('\n'));
    const isOfNoAccount = OF_NO_ACCOUNT.test(key);
    if (isOfNoAccount && !OF_PUSHING.test(key)) continue;
    const kept = isOfNoAccount ? ofPushing : values;
    const name = `${quoted(key)} in ${quoted(origin.replace(/^file:/, ''))}`;
    kept.set(name, `${kept.get(name) ?? ''}${value.join('\n')}\0`);
  }
  return { values, ofPushing, last };
}

/** Units: UTF-16. */
const MAX_NAME = 200;

function quoted(name: string): string {
  const text = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
  return JSON.stringify(text);
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It is gone, and what is gone is not what it was.
    return '';
  }
}

async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof GitError) return undefined;
    throw thrown;
  }
}
