import { expressionOf } from '../../expression/cel/expression-of.ts';
import { ExpressionError } from '../../expression/cel/expression-error.ts';
import type { Task } from '../../model/block.ts';
import { isContained } from '../../util/is-contained.ts';
import { isListValue, type Value } from '../../model/value.ts';
import { isReadonly } from '../live/work-folder.ts';
import type { LiveRun } from '../live/live-run.ts';
import { statedWrites, writesOf } from '../program/stated-writes.ts';
import type { TaskEffects } from '../program/task-effects.ts';
import { valueText } from '../program/value-text.ts';
import { instanceWith } from '../state/in-state.ts';
import type { OpenTask } from '../state/run-state.ts';
import { contextOf, taskScope } from './task-scope.ts';

const NOTHING: TaskEffects = { writes: 'nothing', frozen: [], mayCommit: false };

/** Each is a permission rule on a command line; of more, a folder is to be frozen. */
const MAX_FROZEN = 1_000;

/** What an execution may change; undefined where the map does not say it. The problem is a sentence. */
export function effectsOf(
  live: LiveRun,
  open: OpenTask,
): TaskEffects | undefined | { readonly problem: string } {
  const { task } = open;
  if (task.type !== 'claude' && task.type !== 'shell') return undefined;
  const instance = instanceWith(live.state, open);
  const stated = statedWrites(instance.program, task, isReadonly(live, instance.path));
  if (stated === undefined) return undefined;
  const asked = writesOf(stated);
  if (asked === 'nothing') return NOTHING;
  const { frozen, mayCommit } = task;
  const writes = asked === 'anything' ? asked : asked.map(plainPath);
  if (frozen === undefined) return { writes, frozen: [], mayCommit };
  try {
    const { scope } = taskScope(contextOf(live, instance), open, task);
    const found = frozenPaths(task, expressionOf(frozen).evaluate(scope));
    return 'problem' in found ? found : { writes, frozen: found.paths, mayCommit };
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return { problem: thrown.message };
    throw thrown;
  }
}

function frozenPaths(
  { name }: Task,
  value: Value,
): { readonly paths: readonly string[] } | { readonly problem: string } {
  const what = `What task "${name}" must leave as it is`;
  if (value === null) return { paths: [] };
  if (!isListValue(value))
    return { problem: `${what} is not a list of paths, but ${valueText(value, 100)}.` };
  if (value.length > MAX_FROZEN)
    return {
      problem: `${what} are ${value.length} paths; at most ${MAX_FROZEN} are taken. Name their folder.`,
    };
  const paths = new Set<string>();
  for (const each of value) {
    const path = typeof each === 'string' ? plainPath(each) : '';
    if (path === '')
      return { problem: `${what} names ${valueText(each, 100)}, which is no path in the work tree.` };
    paths.add(path);
  }
  return { paths: [...paths] };
}

/** Without `.` and slashes that say nothing; "" for a path that is not in the folder. */
function plainPath(path: string): string {
  if (!isContained(path)) return '';
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  return names.join('/');
}
