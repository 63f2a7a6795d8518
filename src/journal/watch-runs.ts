import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import type { WatchBox } from './drop-box.ts';
import { JOURNAL_FILE } from './find-runs.ts';

/** What runs write. Shape: `folders` are those that must be watched for it; `onChange` names the folder, and what changed in it. */
export interface FolderWatch {
  /** Watches these folders, and no others; those that are not there are passed over. Shape: whether one of them is new. */
  readonly watchOnly: (folders: Iterable<string>) => boolean;
  readonly close: () => void;
}

/**
 * Watches folders for changes of what lies in them, by what the system reports. A folder that it does not report of (there is a
 * limit of how many) is left to the caller's own look.
 */
export function watchFolders(onChange: (folder: string, name: string | null) => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  const drop = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  return {
    watchOnly: (folders) => {
      const wanted = new Set(folders);
      let added = 0;
      for (const folder of watchers.keys()) if (!wanted.has(folder)) drop(folder);
      for (const folder of wanted) {
        if (watchers.has(folder)) continue;
        try {
          const watcher = watch(folder, { persistent: false }, (_, name) => onChange(folder, name));
          // A folder that is removed ends its watch.
          watcher.on('error', () => drop(folder));
          watchers.set(folder, watcher);
          added += 1;
        } catch (thrown) {
          if (systemCodeOf(thrown) === undefined) throw thrown;
        }
      }
      return added > 0;
    },
    close: () => {
      for (const folder of watchers.keys()) drop(folder);
    },
  };
}

/** The folders in which runs, and folders of runs, come to be: few, whatever the number of runs. */
export function foldersOfRuns(
  workRoot: string,
  list: (path: string) => readonly string[],
): readonly string[] {
  const runs = join(workRoot, '.wfmap', 'runs');
  const slips = join(workRoot, '.sdlc', 'workslips');
  const below = (folder: string): readonly string[] => list(folder).map((name) => join(folder, name));
  const scopes = below(slips);
  return [
    workRoot,
    join(workRoot, '.wfmap'),
    runs,
    ...below(runs),
    join(workRoot, '.sdlc'),
    slips,
    ...scopes,
    ...scopes.flatMap(below),
  ];
}

/** Whether a change of that name in the folder of a run may be one of its journal. */
export function isOfJournal(name: string | null): boolean {
  return name === null || name === JOURNAL_FILE;
}

/** Watches a box by what the system reports. Its folder may be made later, removed, and made again: what is above it tells. */
export const watchBox: WatchBox = (runFolder, { folder: bareName, ignored }, wake) => {
  const folder = join(runFolder, bareName);
  const folders = watchFolders((changed, name) => {
    // By its own name a folder tells that it is gone.
    const isAnew = name === null || name === bareName;
    if (!isAnew && (changed === runFolder || ignored(name))) return;
    if (isAnew) folders.watchOnly([runFolder]);
    folders.watchOnly([runFolder, folder]);
    wake();
  });
  folders.watchOnly([runFolder, folder]);
  return folders.close;
};
