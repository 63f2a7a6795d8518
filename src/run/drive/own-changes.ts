import { join } from 'node:path';
import type { ChangesRecord, MeanwhileRecord } from '../../model/event-records.ts';
import { namesPath } from './find-evidence.ts';

/** What an execution changed, and what is changed by whom is not known. */
export interface Attributed {
  readonly changes: ChangesRecord;
  readonly meanwhile?: MeanwhileRecord;
}

/** Tools that only look. */
const LOOKS = /^(?:Glob|Grep|LS|Read) /;

/**
 * What of the changes in a folder was made by an agent that works in a copy of it: only what its calls name there by the
 * whole path. Everything else was changed by others, or by the user.
 */
export function changesFromCopy(found: ChangesRecord, calls: readonly string[], folder: string): Attributed {
  const acting = calls.filter((call) => !LOOKS.test(call));
  return keepOwn(found, {
    isOwnPath: (path) => acting.some((call) => namesPath(call, join(folder, path))),
    isOwnCommit: () => false,
  });
}

/** Parts changes into those of an execution and others. What is not known by name is not held against it. */
function keepOwn(
  { added, modified, deleted, commits }: ChangesRecord,
  {
    isOwnPath,
    isOwnCommit,
  }: { readonly isOwnPath: (path: string) => boolean; readonly isOwnCommit: (id: string) => boolean },
): Attributed {
  const own = [added, modified, deleted].map((paths) => paths.filter(isOwnPath));
  const [ownAdded = [], ownModified = [], ownDeleted = []] = own;
  const changes = {
    added: ownAdded,
    modified: ownModified,
    deleted: ownDeleted,
    commits: commits.filter(isOwnCommit),
    count: own.flat().length,
  };
  const paths = [...added, ...modified, ...deleted].filter((path) => !isOwnPath(path)).toSorted();
  const others = commits.filter((id) => !isOwnCommit(id));
  if (paths.length + others.length === 0) return { changes };
  return { changes, meanwhile: { paths, commits: others } };
}
