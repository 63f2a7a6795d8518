import type { MapNotes, TaskNote } from '../artifact/map/task-notes.ts';
import { innerBlocksOf } from '../compile/inner-blocks.ts';
import type { Block, Task } from '../model/block.ts';
import type { Program } from './program.ts';

/** What artifacts need to know of a map and of those in it. Of several tasks of one name the outermost counts. */
export function mapNotesOf({ map, maps }: Program): MapNotes {
  const { artifacts } = map;
  const steps = new Map(artifacts?.steps.map(({ name, step }) => [name, step]));
  const loops = new Set(artifacts?.subtasks.map(({ name }) => name));
  const tasks = new Map<string, TaskNote>();
  for (const task of tasksIn(map.block)) {
    if (!tasks.has(task.name)) tasks.set(task.name, noteOf(task, steps.get(task.name), loops.has(task.name)));
  }
  return { tasks, maps: new Map(Array.from(maps, ([path, inner]) => [path, mapNotesOf(inner)])) };
}

/** The steps of a map and of those in it, in the order of work. */
export function stepsOf(notes: MapNotes): readonly string[] {
  const own = [...notes.tasks.values()].flatMap(({ step }) => step ?? []);
  const all = new Set([...own, ...[...notes.maps.values()].flatMap(stepsOf)]);
  return [...all].toSorted((a, b) => Number(a) - Number(b));
}

function tasksIn(block: Block): readonly Task[] {
  const blocks = [block];
  // A list grows while it is walked.
  for (const each of blocks) blocks.push(...each.tasks.flatMap(innerBlocksOf));
  return blocks.flatMap(({ tasks }) => tasks);
}

function noteOf(task: Task, step: string | undefined, hasSubtasks: boolean): TaskNote {
  return {
    step,
    role: task.type === 'claude' ? task.agent?.name : undefined,
    as: task.type === 'end' ? undefined : task.as,
    hasSubtasks,
    isHuman: task.type === 'human',
    isRoute: task.type === 'decide' || task.type === 'end',
  };
}
