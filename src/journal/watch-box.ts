import { join } from 'node:path';
import type { WatchBox } from './drop-box.ts';
import { watchFolders } from './watch-runs.ts';

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
