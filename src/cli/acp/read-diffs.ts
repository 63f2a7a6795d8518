import { join } from 'node:path';
import { askGit } from '../../git/run-git.ts';
import { readWithin } from '../../project/read-within.ts';
import type { FileDiff } from '../../serve/acp/acp-session.ts';

/** Units: bytes. An editor shows no larger file as a difference. */
const MAX_BYTES = 200_000;

/**
 * What differs between files of a project and the commit that is checked out: of texts alone, and never through a link out of the
 * project. Errors: none.
 */
export async function readDiffs(workRoot: string, paths: readonly string[]): Promise<readonly FileDiff[]> {
  const diffs: FileDiff[] = [];
  for (const path of paths) {
    const found = readWithin(workRoot, path, MAX_BYTES);
    if (found === undefined || !('text' in found)) continue;
    const newText = found.text;
    const committed = await askGit(workRoot, ['cat-file', 'blob', `HEAD:${path}`]);
    if (committed?.isWhole === false || committed?.text.includes('\0') === true) continue;
    const oldText = committed?.text ?? null;
    if (oldText !== newText) diffs.push({ path: join(workRoot, path), oldText, newText });
  }
  return diffs;
}
