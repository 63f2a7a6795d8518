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

/**
 * What of the changes since a task first began was made by it, where it was stopped and resumed.
 *
 * `later` is what has changed since it was resumed, `before` what earlier starts had changed when they were stopped. What
 * else differs, a person changed while nobody worked. Where nobody looked at the stop, as after `kill -9`, all of it is given,
 * and what is not in `later` as changed meanwhile.
 */
export function changesAcrossStop(
  found: ChangesRecord,
  later: ChangesRecord,
  before: ChangesRecord | null,
): Attributed {
  const known = before === null ? [later] : [before, later];
  const paths = new Set(known.flatMap(pathsOf));
  const commits = new Set(known.flatMap((each) => each.commits));
  const own = keepOwn(found, {
    isOwnPath: (path) => paths.has(path),
    isOwnCommit: (id) => commits.has(id),
  });
  if (before === null) return { ...own, changes: found };
  const unnamed = known.reduce((sum, each) => sum + each.count - pathsOf(each).length, 0);
  const rest = Math.min(unnamed, found.count - pathsOf(found).length);
  return { changes: { ...own.changes, count: own.changes.count + rest } };
}

function pathsOf({ added, modified, deleted }: ChangesRecord): readonly string[] {
  return [...added, ...modified, ...deleted];
}

/** Parts changes into those of an execution and others. What is not known by name is not held against it. */
function keepOwn(
  found: ChangesRecord,
  {
    isOwnPath,
    isOwnCommit,
  }: { readonly isOwnPath: (path: string) => boolean; readonly isOwnCommit: (id: string) => boolean },
): Attributed {
  const { added, modified, deleted, commits } = found;
  const own = [added, modified, deleted].map((paths) => paths.filter(isOwnPath));
  const [ownAdded = [], ownModified = [], ownDeleted = []] = own;
  const changes = {
    added: ownAdded,
    modified: ownModified,
    deleted: ownDeleted,
    commits: commits.filter(isOwnCommit),
    count: own.flat().length,
  };
  const paths = pathsOf(found)
    .filter((path) => !isOwnPath(path))
    .toSorted();
  const others = commits.filter((id) => !isOwnCommit(id));
  if (paths.length + others.length === 0) return { changes };
  return { changes, meanwhile: { paths, commits: others } };
}
