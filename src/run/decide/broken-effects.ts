import type { ChangesRecord } from '../../model/event-records.ts';
import type { AtWork } from '../live/at-work.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { TaskEffects } from '../program/task-effects.ts';
import type { OpenTask } from '../state/run-state.ts';

/** So many paths and commits are named. */
const MAX_NAMED = 10;

const HELP =
  'What it changed is still there. Undo it or keep it, then resume the run: the task begins again, and compares with what is there then.';

/**
 * How an execution changed what it must not; undefined where it did not, or where nobody looked.
 *
 * What somebody else may change who was at work in the same folder meanwhile is not held against it. In a simulation
 * nothing is changed, whatever its answers make up.
 */
export function brokenEffects({ atWork, changes: reader }: LiveRun, open: OpenTask): string | undefined {
  if (reader === undefined) return undefined;
  const at = atWork.get(open.start);
  const changes = open.changes?.changes ?? undefined;
  if (at?.effects === undefined || changes === undefined || at.beside.has(undefined)) return undefined;
  const all = [at.effects, ...at.beside].filter((each) => each !== undefined);
  const problems = [...pathProblems(at, all, changes), ...commitProblems(all, changes)];
  return problems.length === 0 ? undefined : `${problems.join(' ')} ${HELP}`;
}

function pathProblems(
  { effects }: AtWork,
  all: readonly TaskEffects[],
  { added, modified, deleted, count }: ChangesRecord,
): readonly string[] {
  const named = [...added, ...modified, ...deleted];
  const wrong = named.filter((path) => !all.some((each) => mayChange(each, path)));
  // Of so many not all are known by name; whoever may change anything may change them.
  const unknown = all.some(({ writes, frozen }) => writes === 'anything' && frozen.length === 0)
    ? 0
    : count - named.length;
  if (wrong.length + unknown === 0) return [];
  const paths = listed(wrong.toSorted(), wrong.length + unknown, 'file');
  return [`It changed ${paths}, and ${permissionOf(effects)}.`];
}

function permissionOf(effects: TaskEffects | undefined): string {
  if (effects === undefined) return 'may change anything';
  const { writes, frozen } = effects;
  if (writes === 'nothing') return 'may change nothing';
  const but = frozen.length === 0 ? '' : ` but ${listed(frozen, frozen.length, 'path')}`;
  return writes === 'anything'
    ? `may change anything${but}`
    : `may change only ${listed(writes, writes.length, 'path')}${frozen.length === 0 ? '' : `, without ${listed(frozen, frozen.length, 'path')}`}`;
}

function commitProblems(all: readonly TaskEffects[], { commits }: ChangesRecord): readonly string[] {
  if (commits.length === 0 || all.some(({ mayCommit }) => mayCommit)) return [];
  const ids = commits.map((id) => id.slice(0, 12));
  return [`It committed, which it may not: ${listed(ids, ids.length, 'commit')}.`];
}

function mayChange({ writes, frozen }: TaskEffects, path: string): boolean {
  if (isInside(path, frozen) || writes === 'nothing') return false;
  return writes === 'anything' || isInside(path, writes);
}

/** Whether a path is one of these, or in one of them. */
function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

function listed(names: readonly string[], count: number, what: string): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => JSON.stringify(name));
  const rest = count - shown.length;
  if (rest === 0) return shown.join(', ');
  return [...shown, `${rest} more ${what}${rest === 1 ? '' : 's'}`].join(', ');
}
