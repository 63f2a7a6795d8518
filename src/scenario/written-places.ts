import { WORKFLOW_KEY } from '../model/address.ts';
import type { Task } from '../model/block.ts';
import type { Program } from '../run/program/program.ts';
import { blocksOfMap, type WrittenBlock } from './program-blocks.ts';

/** A task of a program, or of a map inside of it, with the steps that lead to it from the outermost map. */
export interface WrittenPlace {
  readonly task: Task;
  readonly steps: WrittenBlock['steps'];
}

/** Units: places. A map that many tasks run is there as often as they do. */
const MAX_PLACES = 20_000;

/** All tasks of a program by where they can be. */
export function writtenPlaces(program: Program): readonly WrittenPlace[] {
  const places: WrittenPlace[] = [];
  const visit = ({ maps, map }: Pick<Program, 'map' | 'maps'>, outer: WrittenBlock['steps']): void => {
    for (const { block, steps } of blocksOfMap({ map })) {
      for (const task of block.tasks) {
        if (places.length >= MAX_PLACES) return;
        places.push({ task, steps: [...outer, ...steps] });
        const inner = task.type === 'workflow' ? maps.get(task.map) : undefined;
        if (inner !== undefined) visit(inner, [...outer, ...steps, task.name, WORKFLOW_KEY]);
      }
    }
  };
  visit(program, []);
  return places;
}

/** Units: UTF-16. A longer one means no task: to look for it takes time by its length. */
const MAX_LENGTH = 500;

/** Whether a place that somebody wrote can mean a task: all of where it is, a tail of that, or its bare name. */
export function canMean(place: string, { task, steps }: WrittenPlace): boolean {
  if (place.length > MAX_LENGTH || !place.endsWith(task.name)) return false;
  if (place === task.name) return true;
  const end = `/${task.name}`;
  return place.endsWith(end) && isTail(place.slice(0, -end.length), steps);
}

/** Laid over the text from its end, since a tail ends where the task begins. Keys of items may be anything. */
function isTail(text: string, steps: WrittenBlock['steps']): boolean {
  const last = steps.at(-1);
  if (steps.length === 0) return false;
  const outer = steps.slice(0, -1);
  if (last === undefined) {
    if (!text.includes('/')) return text !== '';
    return [...text.matchAll(/\//g)].some(({ index }) => isTail(text.slice(0, index), outer));
  }
  // Even steps from the outside are tasks, whose activation may be named.
  const plain = outer.length % 2 === 0 ? text.replace(/#\d+$/, '') : text;
  if (plain === last || text === last) return true;
  const rests = [text, plain].filter((each) => each.endsWith(`/${last}`));
  return rests.some((each) => isTail(each.slice(0, -last.length - 1), outer));
}
