import { NO_NAMES } from '../../expression/types/extend-scope.ts';
import type { Scope } from '../../expression/types/value.ts';
import { blockKeyOf, ROOT_ADDRESS } from '../../model/address.ts';
import type { EndTask } from '../../model/block.ts';
import { UNKNOWN_PROJECT } from '../../model/project-insight.ts';
import type { FollowedRun } from '../../run/host/projection.ts';
import { taskScope } from '../../run/scope/task-scope.ts';
import { boundNames } from '../../run/state/bound-names.ts';

/** Nothing of a task can be read there, so that any will do. */
const NO_TASK: EndTask = {
  type: 'end',
  name: '',
  description: undefined,
  outcome: '',
  reason: undefined,
  result: undefined,
  failed: false,
};

/** What the expressions of a section read: the names of the root block as they are now, each of which may be unbound. */
export function rootScope({ program, state, run }: Pick<FollowedRun, 'program' | 'state' | 'run'>): Scope {
  const root = state.blocks.get(blockKeyOf([]));
  if (root === undefined) return NO_NAMES;
  const { fields } = root;
  const project = state.started?.project ?? UNKNOWN_PROJECT;
  const settings = { channel: 'text' as const, run };
  const context = { program, fields, settings, project, bound: boundNames(root), item: undefined };
  return taskScope(context, { address: ROOT_ADDRESS, args: {} }, NO_TASK).scope;
}
