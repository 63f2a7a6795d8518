import { signature } from '../../../expression/functions/signature.ts';
import type { Value } from '../../../model/value.ts';
import { quoted } from './quoted.ts';
import { memberIn, textIn, toList, toRecord, toTexts, type Record } from './read-record.ts';

/** Units: sentences; the rest is counted. */
const MAX_DIFFERENCES = 50;

/**
 * A plan in which nothing but some subtasks is changed.
 *
 * Shape: the subtasks of `before` in their order; those whose id is in `ids` come from `after`, and go where `after` leaves
 * them out. Ids that `before` does not have follow, in the order of `after`: new subtasks, too, are taken only where they are named.
 * Without ids all of `after` is the plan. Of an id that comes twice the first counts.
 */
export function revisePlan(before: Value, after: Value, ids: Value): readonly Value[] {
  const named = new Set(toTexts(ids));
  if (named.size === 0) return toList(after);
  const earlier = byIdOf(before);
  const answered = byIdOf(after);
  const kept = toList(before).flatMap((each) => {
    const id = textIn(toRecord(each), 'id');
    return named.has(id) ? (answered.get(id) ?? []) : each;
  });
  const added = [...answered].filter(([id]) => named.has(id) && !earlier.has(id)).map(([, each]) => each);
  return [...kept, ...added];
}

/**
 * What a person who approves a plan must know of it, where there was one before: a sentence for each subtask that is new,
 * gone or changed, with what of it is another; empty where both are the same.
 *
 * Shape: at most 50 sentences, and one that counts the others, in the order of `after`; what is gone comes after that, and a change
 * of the order alone last.
 */
export function planDifferences(before: Value, after: Value): readonly string[] {
  const earlier = byIdOf(before);
  const now = byIdOf(after);
  const differences: string[] = [];
  for (const [id, each] of now) {
    const was = earlier.get(id);
    if (was === undefined) differences.push(`${id} is new: ${titleOf(each)}.`);
    else differences.push(...changeOf(id, was, each));
  }
  for (const [id, each] of earlier)
    if (!now.has(id)) differences.push(`${id} is left out: ${titleOf(each)}.`);
  const orders = [
    [...earlier.keys()].filter((id) => now.has(id)),
    [...now.keys()].filter((id) => earlier.has(id)),
  ];
  if (signature(orders[0] ?? []) !== signature(orders[1] ?? [])) differences.push('The order is another.');
  const left = differences.length - MAX_DIFFERENCES;
  return left > 0 ? [...differences.slice(0, MAX_DIFFERENCES), `There are ${left} more.`] : differences;
}

function changeOf(id: string, was: Record, is: Record): readonly string[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => name !== 'revision');
  const changed = names.filter(
    (name) => signature(memberIn(was, name) ?? null) !== signature(memberIn(is, name) ?? null),
  );
  if (changed.length === 0) return [];
  const title = changed.includes('title') ? ` It was ${titleOf(was)} and is ${titleOf(is)}.` : '';
  return [`${id} changed: ${changed.map((name) => name.replaceAll('_', ' ')).join(', ')}.${title}`];
}

function titleOf(record: Record): string {
  return quoted(textIn(record, 'title'));
}

function byIdOf(subtasks: Value): ReadonlyMap<string, Record> {
  const byId = new Map<string, Record>();
  for (const each of toList(subtasks)) {
    const record = toRecord(each);
    const id = textIn(record, 'id');
    if (record !== undefined && id !== '' && !byId.has(id)) byId.set(id, record);
  }
  return byId;
}
