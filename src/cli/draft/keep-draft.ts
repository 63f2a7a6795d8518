import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuseWayOut, writeNewText } from '../../project/write-text.ts';
import { filesOfDraft, type Draft } from './draft.ts';
import { placeFaults } from './place-faults.ts';

/** Beside the runs, where git ignores it. */
const DRAFTS_FOLDER = '.wfmap/drafts';
const FAULTS_FILE = 'faults.txt';

/**
 * Keeps a draft that is not written to the project, with what is wrong with it: as it was drafted, in a folder of its own.
 *
 * Shape: the folder, from the top of the project. A draft whose files have paths that are no paths of it is kept as JSON.
 * Errors: throws ProjectError.
 */
export function keepDraft(draft: Draft, faults: string, workRoot: string): string {
  const folder = freeFolder(draft.name, workRoot);
  const kept =
    placeFaults(draft).length === 0
      ? filesOfDraft(draft, draft.map)
      : [{ path: 'draft.json', text: `${JSON.stringify(draft, undefined, 2)}\n` }];
  for (const { path, text } of [...kept, { path: FAULTS_FILE, text: `${faults.trimEnd()}\n` }]) {
    const file = join(workRoot, folder, path);
    refuseWayOut(workRoot, file);
    writeNewText(file, text);
  }
  return folder;
}

/** A draft that was kept before stays. */
function freeFolder(name: string, workRoot: string): string {
  for (let count = 1; ; count += 1) {
    const folder = `${DRAFTS_FOLDER}/${count === 1 ? name : `${name}-${count}`}`;
    if (!existsSync(join(workRoot, folder))) return folder;
  }
}
