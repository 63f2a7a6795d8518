import { asSentence } from '../../util/as-sentence.ts';
import type { Batch } from '../live/batch.ts';
import type { EvidenceRecord } from '../../model/event-records.ts';
import { brokenBy } from '../live/broken-by.ts';
import type { AtWork } from '../live/at-work.ts';
import type { LiveRun } from '../live/live-run.ts';
import { isOwnFolder } from '../live/work-folder.ts';
import type { BrokenEffects } from '../program/broken-effects.ts';
import type { TaskEffects } from '../program/task-effects.ts';
import type { Outcome } from '../scope/route.ts';
import type { OpenTask } from '../state/run-state.ts';
import { conclude } from './conclude.ts';
import { fail } from './fail.ts';

/** So many paths and commits are named. */
const MAX_NAMED = 10;

/** Records what a task came to, or that it failed, because it changed what it must not. */
export function concludeWithin(live: LiveRun, batch: Batch, open: OpenTask, outcome: Outcome): void {
  const failure = failureOf(live, open);
  if (failure === undefined) conclude(live, batch, open, outcome);
  // Its answer is not kept: who changed what it looked at looks again.
  else fail(batch, open, failure);
}

/** Records why a task failed, and also what it changed that it must not: the next execution may be compared anew. */
export function failWithin(live: LiveRun, batch: Batch, open: OpenTask, failure: Failure): void {
  const broken = failureOf(live, open);
  if (broken?.fault !== 'effects') fail(batch, open, failure);
  else fail(batch, open, { reason: `${asSentence(failure.reason)} ${broken.reason}`, fault: 'effects' });
}

/**
 * How an execution changed what it must not; undefined where it did not, or where nobody could look from the start.
 *
 * What somebody else may change who was at work in the same folder meanwhile is not held against it. In a simulation
 * nothing is changed, whatever its answers make up.
 */
function failureOf(live: LiveRun, open: OpenTask): Failure | undefined {
  const { atWork, changes: reader } = live;
  const at = atWork.get(open.start);
  if (reader === undefined || at?.effects === undefined || open.snapshot === undefined) return undefined;
  const changes = open.changes?.changes ?? undefined;
  if (changes === undefined) return unknownFailure(open, at.effects);
  const broken = brokenBy(at, changes, open.changes?.meanwhile);
  if (broken === undefined) return undefined;
  const who = whoIn(at, isOwnFolder(live, open.address.block));
  const problems = problemsIn(who, broken, at.effects);
  if (problems.length === 0) return undefined;
  return { reason: [...problems, ...afterwardsOf(open)].join(' '), fault: 'effects' };
}

/** What others did is not held against one that works in a copy, but in a folder of the run, where a person did nothing. */
function whoIn({ copy, beside }: AtWork, isOwn: boolean): string {
  if (beside.size === 0 || (copy !== undefined && !isOwn)) return 'It';
  return `It, or ${besideOf([...beside].map(({ name }) => name))},`;
}

/** What is known of the changes, and what to do about them. */
function afterwardsOf(open: OpenTask): readonly string[] {
  const help = hasOnError(open) ? [] : [HELP];
  return ['What it changed is still there.', ...knownOf(open.changes?.evidence), ...help];
}

/** So many calls are shown. */
const MAX_CALLS = 3;

function knownOf({ patch, calls }: EvidenceRecord = { calls: [] }): readonly string[] {
  const more = calls.length > MAX_CALLS ? `, and ${calls.length - MAX_CALLS} more` : '';
  return [
    ...(calls.length === 0 ? [] : [`Named in: ${calls.slice(0, MAX_CALLS).join('; ')}${more}.`]),
    ...(patch === undefined ? [] : [`Both versions: ${patch}; "git apply -R" of it takes the change back.`]),
  ];
}

const HELP =
  'Undo it or keep it, then resume the run: the task begins again, and compares with what is there then.';

/**
 * A comparison that was possible before the work and is not after it: the work may have seen to that. The next execution
 * is compared with how it was before this one.
 */
function unknownFailure(open: OpenTask, effects: TaskEffects): Failure {
  const why = asSentence(open.changes?.reason ?? 'nobody compared it');
  const reason = `What it changed cannot be found out, and it ${permissionOf(effects)}: ${why}`;
  const help = hasOnError(open) ? '' : ' See to that, then resume the run.';
  return { reason: reason + help, fault: 'permanent' };
}

function hasOnError({ task }: OpenTask): boolean {
  return task.type !== 'end' && task.onError !== undefined;
}

type Failure = Parameters<typeof fail>[2];

function besideOf(names: readonly string[]): string {
  const different = [...new Set(names)];
  return `${inARow(different, different.length, 'task')} beside it`;
}

function problemsIn(
  who: string,
  { ofGit, paths, unnamed, commits }: BrokenEffects,
  effects: TaskEffects,
): readonly string[] {
  const changed = paths.length + unnamed;
  const ids = commits.map((id) => id.slice(0, 12));
  return [
    ...(ofGit.length === 0
      ? []
      : [`${who} changed how git works here, which no task may: ${listed(ofGit, ofGit.length, 'file')}.`]),
    ...(changed === 0
      ? []
      : [`${who} changed ${listed(paths, changed, 'file')}, and ${permissionOf(effects)}.`]),
    ...(ids.length === 0
      ? []
      : [`${who} committed or moved HEAD, which it may not: ${listed(ids, ids.length, 'commit')}.`]),
  ];
}

function permissionOf({ writes, frozen }: TaskEffects): string {
  if (writes === 'nothing') return 'may change nothing';
  const but = frozen.length === 0 ? '' : ` but ${listed(frozen, frozen.length, 'path')}`;
  return writes === 'anything'
    ? `may change anything${but}`
    : `may change only ${listed(writes, writes.length, 'path')}${frozen.length === 0 ? '' : `, without ${listed(frozen, frozen.length, 'path')}`}`;
}

function listed(names: readonly string[], count: number, what: string): string {
  return inARow(
    names.map((name) => JSON.stringify(name)),
    count,
    what,
  );
}

function inARow(names: readonly string[], count: number, what: string): string {
  const shown = names.slice(0, MAX_NAMED);
  const rest = count - shown.length;
  if (rest === 0) return shown.join(', ');
  return [...shown, `${rest} more ${what}${rest === 1 ? '' : 's'}`].join(', ');
}
