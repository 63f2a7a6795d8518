import { childBlocksOf } from '../../model/child-blocks.ts';
import { mapSectionOf } from './map-section.ts';
import { recipesIn, type MapNotes, type TaskNote } from './follow/task-notes.ts';
import type { Block, Task } from '../../model/block.ts';
import type { Program } from '../../run/program/program.ts';

/** What artifacts need to know of a map and of those in it. Of several tasks of one name the outermost counts. */
export function mapNotesOf({ map, maps }: Program): MapNotes {
  const section = mapSectionOf(map);
  const steps = new Map(section?.steps.map(({ name, text }) => [name, text]));
  const recipes = new Map(section?.recipes.map(({ name, text }) => [name, text]));
  const loops = new Set(section?.subtasks.map(({ name }) => name));
  const tasks = new Map<string, TaskNote>();
  for (const task of tasksIn(map.block)) {
    const { name } = task;
    if (tasks.has(name)) continue;
    const said = { step: steps.get(name), recipe: recipes.get(name), hasSubtasks: loops.has(name) };
    tasks.set(name, noteOf(task, said));
  }
  return { tasks, maps: new Map(Array.from(maps, ([path, inner]) => [path, mapNotesOf(inner)])) };
}

/** The steps of a map and of those in it, in the order of work. */
export function stepsOf(notes: MapNotes): readonly string[] {
  const own = [...notes.tasks.values()].flatMap(({ step }) => step ?? []);
  const all = new Set([...own, ...[...notes.maps.values()].flatMap(stepsOf)]);
  return [...all].toSorted((a, b) => Number(a) - Number(b));
}

/** The checks of a map and of those in it, in the order in which the tasks are written. */
export function recipesOf(notes: MapNotes): readonly string[] {
  return [...new Set([...recipesIn(notes), ...[...notes.maps.values()].flatMap(recipesOf)])];
}

function tasksIn(block: Block): readonly Task[] {
  const blocks = [block];
  // A list grows while it is walked.
  for (const each of blocks) blocks.push(...each.tasks.flatMap(childBlocksOf).map(({ block }) => block));
  return blocks.flatMap(({ tasks }) => tasks);
}

function noteOf(task: Task, said: Pick<TaskNote, 'step' | 'recipe' | 'hasSubtasks'>): TaskNote {
  return {
    ...said,
    role: task.type === 'claude' && task.agent ? roleOf(task.agent.name) : undefined,
    as: task.type === 'end' ? undefined : task.as,
    isHuman: task.type === 'human',
    isRoute: task.type === 'decide' || task.type === 'end',
    isWork: task.type === 'claude' || task.type === 'shell',
  };
}

/** What a role is called, also where a project has its own in a folder: `efficient/monitor` is a monitor. */
function roleOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
