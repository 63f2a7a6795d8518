import type { ChangesRecord, MeanwhileRecord } from '../../model/event-records.ts';
import { brokenEffects, type BrokenEffects } from '../program/broken-effects.ts';
import type { AtWork } from './at-work.ts';

/**
 * What an execution, or who was at work beside it, changed that none of them may; undefined where somebody may change
 * anything. What is only known to have changed `meanwhile` does not count.
 */
export function brokenBy(
  { effects, beside }: AtWork,
  changes: ChangesRecord,
  meanwhile: MeanwhileRecord | undefined,
): BrokenEffects | undefined {
  const all = [{ effects }, ...beside].flatMap((each) => each.effects ?? []);
  return all.length <= beside.size
    ? undefined
    : brokenEffects(all, meanwhile === undefined ? changes : without(changes, meanwhile));
}

function without(changes: ChangesRecord, { paths, commits }: MeanwhileRecord): ChangesRecord {
  const [gone, undone] = [new Set(paths), new Set(commits)];
  const isHeld = (path: string): boolean => !gone.has(path);
  return {
    added: changes.added.filter(isHeld),
    modified: changes.modified.filter(isHeld),
    deleted: changes.deleted.filter(isHeld),
    commits: changes.commits.filter((id) => !undone.has(id)),
    count:
      changes.count -
      [changes.added, changes.modified, changes.deleted].flat().filter((path) => gone.has(path)).length,
  };
}
