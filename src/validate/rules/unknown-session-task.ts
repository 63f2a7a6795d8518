import type { ClaudeTask, Task } from '../../model/block.ts';
import { placedBlocksOf, type PlacedBlock } from '../blocks.ts';
import { NearNames } from '../near-names.ts';
import type { Rule } from '../rule.ts';

/** The session that a task goes on with is that of a claude task of its own or an enclosing block. */
export const unknownSessionTask: Rule = ({ document }, report) => {
  for (const placed of placedBlocksOf(document.map)) {
    const inSessions = placed.block.tasks.filter((task) => task.type === 'claude' && isBorrowed(task));
    if (inSessions.length === 0) continue;
    const { byName, names } = visibleFrom(placed);
    for (const task of inSessions) {
      if (task.type !== 'claude' || !isBorrowed(task)) continue;
      const { session } = task;
      const found = byName.get(session.task);
      if (found?.type === 'claude') continue;
      const span = document.spanOf(session, session.kind);
      const fault = found ? `is of type "${found.type}"` : 'is not a task of this block or of one around it';
      const fix = found ? undefined : names.fixFor(session.task, span, 'Write');
      report('unknown-session-task', span, { task: task.name, of: session.task, fault }, { fix });
    }
  }
};

type Borrowing = ClaudeTask & { readonly session: { readonly kind: 'of' | 'fork'; readonly task: string } };

function isBorrowed(task: ClaudeTask): task is Borrowing {
  return task.session.kind === 'of' || task.session.kind === 'fork';
}

/** The tasks that a block sees: the nearest of each name. */
function visibleFrom(placed: PlacedBlock): {
  readonly byName: ReadonlyMap<string, Task>;
  readonly names: NearNames;
} {
  const byName = new Map<string, Task>();
  for (let each: PlacedBlock | undefined = placed; each; each = each.around?.outer) {
    for (const task of each.block.tasks) if (!byName.has(task.name)) byName.set(task.name, task);
  }
  return { byName, names: new NearNames([...byName.values()].filter(({ type }) => type === 'claude')) };
}
