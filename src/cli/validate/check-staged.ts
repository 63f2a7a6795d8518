import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { stagedDeletions } from '../../git/staged-deletions.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { UsageError } from '../io/usage-error.ts';
import { writeErr } from '../io/write-out.ts';

const ROLES = 'prompts/agents';
/** What a role may lose in one commit without a word: so much is rarely meant, and easily overlooked. */
const MAX_DELETED = 500;

/** Shape: `roles` are files that change and are there, as they are named; `isRefused` where one loses too much. */
export interface Staged {
  readonly roles: readonly string[];
  readonly isRefused: boolean;
}

/**
 * Looks at the roles in what git is to commit, and tells which of them lose more lines than pass unseen.
 *
 * Errors: throws {@link UsageError} outside of a repository.
 */
export async function checkStaged(workFolder: string, allowDeletions: boolean): Promise<Staged> {
  const top = findWorkRoot(workFolder);
  const { GIT_INDEX_FILE: index } = process.env;
  const staged = await stagedDeletions(top, ROLES, index === undefined ? undefined : resolve(index));
  if (staged === undefined) {
    throw new UsageError('--staged asks git what is to be committed, and git has no answer here.', {
      help: 'It needs git on PATH, and a repository.',
    });
  }
  const excessive = staged.filter(({ lines }) => lines > MAX_DELETED);
  for (const { path, lines } of allowDeletions ? [] : excessive) {
    writeErr(`wfmap: "${path}" loses ${lines} lines in this commit; more than ${MAX_DELETED} are refused.\n`);
  }
  const isRefused = !allowDeletions && excessive.length > 0;
  if (isRefused) writeErr('  Look at the change. Where it is meant, --allow-deletions lets it pass.\n');
  const changed = staged
    .map(({ path }) => join(top, path))
    .filter((path) => path.endsWith('.md') && existsSync(path));
  return { roles: changed.map((path) => relative(workFolder, path).replaceAll('\\', '/')), isRefused };
}
