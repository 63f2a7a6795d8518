import type { Value } from '../../model/value.ts';
import type { Program } from './program.ts';
import { knownRoot, reachedWithin } from './reached-tasks.ts';
import { statedWrites, writesOf } from './stated-writes.ts';
import type { TaskEffects } from './task-effects.ts';

/** What a run of a map wants of walls. */
export interface WallNeeds {
  /** Whether the map, or one that the run can reach, needs a wall around each task. */
  readonly isRequired: boolean;
  readonly tasks: readonly TaskToWall[];
}

/** A task that starts processes, as its map states it: what is frozen is known only once it runs. */
export interface TaskToWall {
  readonly name: string;
  readonly isAgent: boolean;
  /** Undefined where the map does not say what it may change. */
  readonly effects: Pick<TaskEffects, 'writes' | 'mayCommit'> | undefined;
  /** Whether something is frozen in what it may write. */
  readonly freezes: boolean;
}

/** Works out what a run can want of walls, from its inputs; from a task of the map on, where one is named. */
export function wallNeedsOf(
  program: Program,
  fields: Readonly<Record<string, Value>>,
  from?: string,
): WallNeeds {
  const reached = reachedWithin(knownRoot(program, fields, 'can'), from);
  const programs = new Set([program, ...reached.map((each) => each.program)]);
  return {
    isRequired: [...programs].some(({ map }) => map.needsWall),
    tasks: reached.flatMap(({ task, program: own, isReadonly }): readonly TaskToWall[] => {
      if (task.type !== 'claude' && task.type !== 'shell') return [];
      const stated = statedWrites(own, task, isReadonly);
      const writes = stated && writesOf(stated);
      return [
        {
          name: task.name,
          isAgent: task.type === 'claude',
          effects: writes && { writes, mayCommit: writes !== 'nothing' && task.mayCommit },
          freezes: task.frozen !== undefined && writes !== 'nothing',
        },
      ];
    }),
  };
}
