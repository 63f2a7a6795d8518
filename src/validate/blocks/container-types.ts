import { objectOf } from '../../expression/types/result-type.ts';
import { literalsOf, membersOf, unionOf } from '../../expression/types/union-of.ts';
import type { ObjectType, ValueType } from '../../expression/types/value.ts';
import type { ForeachTask, ParallelTask, Workspace } from '../../model/block.ts';
import { CONFLICT } from '../../model/worktrees.ts';

/** Gives the type of what the block of a branch or body comes to. */
type TypeOfBlock = (index: number) => ValueType;

/** By branch: what its block comes to, and what the join and the merge make of that. */
export function parallelType(task: ParallelTask, typeOfBlock: TypeOfBlock): ValueType {
  const members = task.branches.map(({ name }, index): readonly [string, ValueType] => {
    const block = typeOfBlock(index);
    const others = [
      ...(task.atLeast === undefined ? [] : [outcomeOf('cancelled', 'null')]),
      ...conflictsOf(task.workspace, block),
    ];
    return [
      name,
      withMembers(unionOf([block, ...others]), [['reason', { type: 'string', required: false }]]),
    ];
  });
  return objectOf(members);
}

/** A list with what each item came to. */
export function foreachType(task: ForeachTask, block: ValueType): ValueType {
  // An item is skipped behind one that failed: it waits for it, or nothing more is started.
  const all = unionOf([block, outcomeOf('skipped', 'null'), ...conflictsOf(task.workspace, block)]);
  return { kind: 'list', items: withMembers(all, [['key', { type: 'string', required: true }]]) };
}

/** What a block comes to by an outcome. */
export function outcomeOf(outcome: string, result: ValueType): ObjectType {
  return objectOf([
    ['outcome', literalsOf([outcome])],
    ['result', result],
  ]);
}

/** Work that could not be merged; whether it has a result is left open. */
function conflictsOf(workspace: Workspace, block: ValueType): readonly ValueType[] {
  if (workspace.kind !== 'worktree' || workspace.merge === 'never') return [];
  const results = membersOf([block]).map((each) =>
    typeof each === 'string' || each.kind !== 'object' ? 'any' : (each.members.get('result')?.type ?? 'any'),
  );
  const conflict = outcomeOf(CONFLICT, unionOf([...results, 'null']));
  return [withMembers(conflict, [['reason', { type: 'string', required: true }]])];
}

type Members = readonly (readonly [string, { readonly type: ValueType; readonly required: boolean }])[];

/** Every object of a union with more members. */
export function withMembers(type: ValueType, more: Members): ValueType {
  return unionOf(
    membersOf([type]).map((each) =>
      typeof each === 'string' || each.kind !== 'object'
        ? each
        : { ...each, members: new Map([...more, ...each.members]) },
    ),
  );
}
