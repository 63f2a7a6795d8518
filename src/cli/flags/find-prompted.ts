import { childBlocksOf } from '../../model/child-blocks.ts';
import type { Block, Task } from '../../model/block.ts';
import { type PromptedTask, isPrompted, itemNameOf } from '../../model/tasks.ts';
import type { Program } from '../../run/program/program.ts';
import { closest } from '../../util/closest.ts';
import { toOneLine } from '../io/format.ts';
import { UsageError } from '../io/usage-error.ts';

/**
 * A task, and where it is written.
 *
 * Shape: `program` is that of its map, which may be one that the map named on the command line runs; `blocks` lead to it from
 * the block of that map, its own last; `items` are the names that items have around it; `isReadonly` says that the block it is
 * in is to change nothing. `place` is that of `wfmap show`, from the
 * first map, with `*` for the key of an item.
 */
export interface Written<T extends Task> {
  readonly task: T;
  readonly program: Program;
  readonly blocks: readonly Block[];
  readonly items: readonly string[];
  readonly isReadonly: boolean;
  readonly place: string;
}

/** A task that has a prompt, in a map or in one that the map runs. */
export type PromptedPlace = Written<PromptedTask>;

/**
 * Finds a task that has a prompt: by its name in the map itself, by its place, as `wfmap show` prints it or with `*` for keys,
 * else by a name that one task alone has, of the blocks in the map and of the maps in it.
 *
 * Errors: throws {@link UsageError} with the near miss and all names, or with the places that a name may mean.
 */
export function findPromptedTask(program: Program, name: string | undefined): PromptedPlace {
  const all = tasksWithin(program);
  const prompted = all.filter(hasPrompt);
  const list = `The tasks with a prompt are ${listed(prompted)}.`;
  if (name === undefined) throw new UsageError('No task is named.', { help: list });
  const meant = taskAt(rootOf(program), name) ?? all.filter(({ task }) => task.name === name);
  const found = meant.filter(hasPrompt);
  const [first] = found;
  if (first && found.length === 1) return first;
  if (first) {
    const help = `Name one by its place: ${listed(found)}.`;
    throw new UsageError(`${found.length} tasks with a prompt are called ${quoted(name)}.`, { help });
  }
  const [other] = meant;
  if (other) {
    throw new UsageError(`Task ${quoted(name)} is ${whatIs(other.task)}: it has no prompt.`, { help: list });
  }
  const near = closest(name, new Set(prompted.flatMap(({ task, place }) => [task.name, place])));
  const guess = near === undefined ? '' : `Did you mean ${quoted(near)}?\n  `;
  throw new UsageError(`The map has no task ${quoted(name)}.`, { help: `${guess}${list}` });
}

/** The task at a place of a map; undefined where there is none. */
export function findTask(program: Program, place: string): Written<Task> | undefined {
  return taskAt(rootOf(program), place)?.[0];
}

/** Units: tasks. */
const MAX_LISTED = 50;

function listed(found: readonly PromptedPlace[]): string {
  const places = found.slice(0, MAX_LISTED).map(({ place }) => quoted(place));
  const left = found.length - places.length;
  return `${places.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

function hasPrompt(written: Written<Task>): written is PromptedPlace {
  return isPrompted(written.task);
}

type Surroundings = Omit<Written<Task>, 'task'>;

function rootOf(program: Program, place = '', isReadonly = false): Surroundings {
  return { program, blocks: [program.map.block], items: [], isReadonly, place };
}

/** All tasks of a map, of the blocks in it and of the maps that it runs: each map once, where it is run first. */
export function tasksWithin(program: Program): readonly Written<Task>[] {
  const known = new Set<string>();
  const inBlock = (around: Surroundings): readonly Written<Task>[] =>
    tasksOf(around).flatMap((written) => {
      const inner = insideOf(written).filter(({ around: { program: each } }) => {
        if (each === around.program) return true;
        const isNew = !known.has(each.source.path);
        known.add(each.source.path);
        return isNew;
      });
      return [written, ...inner.flatMap((each) => inBlock(each.around))];
    });
  return inBlock(rootOf(program));
}

/** The task at a place; undefined where there is none. Names may hold slashes, so a place is gone down and not cut up. */
function taskAt(around: Surroundings, place: string): readonly Written<Task>[] | undefined {
  for (const written of tasksOf(around)) {
    const { name } = written.task;
    if (place === name) return [written];
    if (!place.startsWith(name)) continue;
    const rest = place.slice(name.length).replace(/^#\d+(?=\/)/, '');
    for (const { key, around: inner } of insideOf(written)) {
      const after = key === '*' ? /^\/[^/]+\/(.*)$/s.exec(rest)?.[1] : afterKey(rest, key);
      const found = after === undefined ? undefined : taskAt(inner, after);
      if (found) return found;
    }
  }
  return undefined;
}

function afterKey(rest: string, key: string): string | undefined {
  return rest.startsWith(`/${key}/`) ? rest.slice(key.length + 2) : undefined;
}

function tasksOf({ place, ...around }: Surroundings): readonly Written<Task>[] {
  const tasks = around.blocks.at(-1)?.tasks ?? [];
  return tasks.map((task) => ({ ...around, task, place: `${place}${task.name}` }));
}

interface Inside {
  readonly key: string;
  readonly around: Surroundings;
}

/** What a task is written around, or the map that it runs. */
function insideOf({ task, program, blocks, items, isReadonly, place }: Written<Task>): readonly Inside[] {
  if (task.type === 'workflow') {
    const inner = program.maps.get(task.map);
    return inner === undefined ? [] : [{ key: 'map', around: rootOf(inner, `${place}/map/`, isReadonly) }];
  }
  const item = itemNameOf(task);
  const own = item === undefined ? items : [...items, item];
  const kind = 'workspace' in task ? task.workspace.kind : 'shared';
  const isInner = kind === 'shared' ? isReadonly : kind === 'readonly';
  return childBlocksOf(task).map(({ block, key = '*' }) => {
    const inner = { program, blocks: [...blocks, block], items: own, isReadonly: isInner };
    const around = { ...inner, place: `${place}/${key}/` };
    return { key, around };
  });
}

function whatIs({ type }: Task): string {
  return type === 'end' ? 'an end' : `of type "${type}"`;
}

function quoted(name: string): string {
  return `"${toOneLine(name)}"`;
}
