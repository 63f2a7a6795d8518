import type { Value } from '../../../model/value.ts';
import { dependantsOf } from './dependency-order.ts';
import { memberIn, toList, toRecord, toTexts, type Record } from './read-record.ts';

/**
 * The subtasks to go on with once a verification has failed.
 *
 * Shape: those of `before` in their order, then the new ones of `after` in theirs. What is not invalidated, itself or
 * by something that it waits for, stays as it is, also where `after` changes it or leaves it out. What is, comes from
 * `after`, else from `before`, with a `revision` one higher than before, so that a `foreach` that carries results does
 * it again. New ones have no `revision`, which counts as 0. Where an id of `after` comes twice, the first counts;
 * what there has no id is left out.
 * Source: the MAP framework's re-decomposition: keep what is not invalidated, cascade along dependants
 */
export function replan(before: Value, after: Value, invalidated: Value): readonly Value[] {
  const kept = toList(before);
  const replacements = byIdOf(toList(after));
  const again = cascadeOf(kept, toTexts(invalidated));
  const known = new Set<string>();
  const result = kept.map((each) => {
    const record = toRecord(each);
    const id = idOf(record);
    if (record === undefined || id === undefined) return each;
    known.add(id);
    if (!again.has(id)) return each;
    return { ...(replacements.get(id) ?? record), revision: revisionOf(record) + 1 };
  });
  const fresh = [...replacements].filter(([id]) => !known.has(id)).map(([, each]) => withoutRevision(each));
  return [...result, ...fresh];
}

/** The ids that are invalidated, with all that wait for them. */
function cascadeOf(subtasks: readonly Value[], invalidated: readonly string[]): ReadonlySet<string> {
  const dependencies = new Map<string, readonly string[]>();
  for (const each of subtasks) {
    const record = toRecord(each);
    const id = idOf(record);
    if (id === undefined) continue;
    const all = toTexts(memberIn(record, 'dependencies'));
    dependencies.set(id, [...(dependencies.get(id) ?? []), ...all]);
  }
  const dependants = dependantsOf(dependencies);
  const found = new Set(invalidated);
  // The set grows while it is gone through.
  for (const id of found) for (const next of dependants.get(id) ?? []) found.add(next);
  return found;
}

function byIdOf(subtasks: readonly Value[]): ReadonlyMap<string, Record> {
  const byId = new Map<string, Record>();
  for (const each of subtasks) {
    const record = toRecord(each);
    const id = idOf(record);
    if (record && id !== undefined && !byId.has(id)) byId.set(id, record);
  }
  return byId;
}

function idOf(record: Record | undefined): string | undefined {
  const id = memberIn(record, 'id');
  return typeof id === 'string' ? id : undefined;
}

function revisionOf(record: Record): number {
  const revision = memberIn(record, 'revision');
  return typeof revision === 'number' && Number.isSafeInteger(revision) && revision > 0 ? revision : 0;
}

/** Who makes a new plan does not count its revisions. */
function withoutRevision(record: Record): Record {
  // `fromEntries` defines keys such as `__proto__` instead of assigning them.
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== 'revision'));
}
