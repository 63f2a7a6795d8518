import { knownTruthOf, knownValueOf, type Known } from '../../expression/check/known-value.ts';
import type { ValuePath } from '../../expression/check/type-environment.ts';
import type { Action, ExpressionText } from '../../model/action.ts';
import type { ActiveTask, Block, Task } from '../../model/block.ts';
import { childBlocksOf } from '../../model/child-blocks.ts';
import { actionsOf, assignmentsOf, chooserOf, itemNameOf, paramsOf } from '../../model/tasks.ts';
import type { Value } from '../../model/value.ts';
import type { Program } from './program.ts';

/**
 * Which tasks of a map a run can reach, from what is known before it starts: its inputs, and what follows from them.
 *
 * R1. `can`: no task that a run can reach is left out. A guard is passed over only where it cannot hold.
 * R2. `wellGoing`: the same for a run in which every command succeeds, nothing fails and no limit is reached. What the
 *     tasks of a block compute once counts as known all over the block.
 */
export type Expectation = 'can' | 'wellGoing';

/** A block of a map or of a part of it, and what is known in it. */
export interface KnownBlock {
  readonly program: Program;
  readonly block: Block;
  readonly expectation: Expectation;
  readonly read: (path: ValuePath) => Known;
}

/** The outermost block of a map that starts with these inputs. */
export function knownRoot(
  program: Program,
  fields: Readonly<Record<string, Value>>,
  expectation: Expectation,
): KnownBlock {
  const inputs = new Map(Object.entries(fields).map(([name, value]) => [name, { value }]));
  return knownBlock({ program, block: program.map.block, expectation, outer: named(inputs) });
}

/** The blocks inside of a task: its branches, its items, the map that it runs. */
export function knownInside(around: KnownBlock, task: Task): readonly KnownBlock[] {
  const { program, expectation } = around;
  if (task.type === 'workflow') {
    const inner = program.maps.get(task.map);
    if (inner === undefined) return [];
    const given = new Map(
      task.with.map(({ name, expression }) => [name, knownValueOf(expression, around.read)]),
    );
    const fields = inner.map.fields.map(({ name, default: value }): [string, Known] => {
      if (given.has(name)) return [name, given.get(name)];
      return [name, value === undefined ? undefined : { value }];
    });
    return [
      knownBlock({ program: inner, block: inner.map.block, expectation, outer: named(new Map(fields)) }),
    ];
  }
  const item = itemNameOf(task);
  const outer = (path: ValuePath): Known => (path.name === item ? undefined : around.read(path));
  return childBlocksOf(task).map(({ block }) => knownBlock({ program, block, expectation, outer }));
}

function named(values: ReadonlyMap<string, Known>): KnownBlock['read'] {
  return ({ name, keys }) => (keys.length === 0 ? values.get(name) : undefined);
}

interface Beginning extends Pick<KnownBlock, 'program' | 'block' | 'expectation'> {
  readonly outer: KnownBlock['read'];
}

function knownBlock({ program, block, expectation, outer }: Beginning): KnownBlock {
  const sources = sourcesIn(block, expectation);
  const known = new Map<string, Known>();
  const commands = new Set(block.tasks.flatMap((task) => (task.type === 'shell' ? [task.as] : [])));
  const valueOf = (name: string): Known => {
    if (known.has(name)) return known.get(name);
    // What is computed from itself is not known.
    known.set(name, undefined);
    const from = sources.get(name);
    const isComputed = typeof from === 'object' && outer({ name, keys: [] }) === undefined;
    const found = isComputed ? knownValueOf(from, read) : undefined;
    known.set(name, found);
    return found;
  };
  const read = (path: ValuePath): Known => {
    if (!sources.has(path.name)) return outer(path);
    if (path.keys.length === 0) return valueOf(path.name);
    return commands.has(path.name) ? exitCodeAt(path, expectation) : undefined;
  };
  return { program, block, expectation, read };
}

function exitCodeAt({ keys }: ValuePath, expectation: Expectation): Known {
  return expectation === 'wellGoing' && keys.length === 1 && keys[0] === 'exitCode'
    ? { value: 0 }
    : undefined;
}

/** Where a name comes from that a block binds: the one expression that computes it, or something that is not known. */
function sourcesIn(
  { start, tasks }: Block,
  expectation: Expectation,
): ReadonlyMap<string, ExpressionText | 'unknown'> {
  const sources = new Map<string, ExpressionText | 'unknown'>();
  const bind = (name: string, source: ExpressionText | 'unknown'): void => {
    sources.set(name, sources.has(name) ? 'unknown' : source);
  };
  for (const task of tasks) {
    // Until a name is bound it reads as nothing; only in the first task is it bound before anything reads it.
    const isBoundFirst = task.name === start || expectation === 'wellGoing';
    for (const { name, expression } of assignmentsOf(task)) bind(name, isBoundFirst ? expression : 'unknown');
    if (task.type !== 'end' && task.as !== undefined) bind(task.as, 'unknown');
    for (const { name } of paramsOf(task)) bind(name, 'unknown');
    for (const { args } of actionsOf(task)) for (const { name } of args) bind(name, 'unknown');
  }
  return sources;
}

/** The tasks of a block that can be reached from a task of it, its first unless another is named, in the order in which they are found. */
export function reachedIn(
  { block, expectation, read }: KnownBlock,
  { from = block.start, without }: { readonly from?: string; readonly without?: Task } = {},
): ReadonlySet<Task> {
  const byName = new Map(block.tasks.map((task) => [task.name, task]));
  const reached = new Set<Task>();
  const enter = (name: string): void => {
    const task = byName.get(name);
    if (task !== undefined && task !== without) reached.add(task);
  };
  enter(from);
  // A set grows while it is walked.
  for (const task of reached) for (const target of targetsOf(task, expectation, read)) enter(target);
  return reached;
}

/** A task that can be reached, with the program it is in; `isReadonly` says that nothing is to be changed around it. */
export interface ReachedTask {
  readonly task: Task;
  readonly program: Program;
  readonly isReadonly: boolean;
}

/** The tasks of a block that can be reached, with all inside of them; from a task of it on, where one is named. */
export function reachedWithin(known: KnownBlock, from?: string, isReadonly = false): readonly ReachedTask[] {
  return [...reachedIn(known, from === undefined ? {} : { from })].flatMap((task) => {
    const kind = task.type === 'foreach' || task.type === 'parallel' ? task.workspace.kind : 'shared';
    const isReadonlyInside = kind === 'shared' ? isReadonly : kind === 'readonly';
    const inner = knownInside(known, task).flatMap((each) =>
      reachedWithin(each, undefined, isReadonlyInside),
    );
    return [{ task, program: known.program, isReadonly }, ...inner];
  });
}

function targetsOf(task: Task, expectation: Expectation, read: KnownBlock['read']): readonly string[] {
  if (task.type === 'end') return [];
  const own = (path: ValuePath): Known => {
    if (path.name !== 'result') return read(path);
    return task.type === 'shell' ? exitCodeAt(path, expectation) : undefined;
  };
  const { targets, limits } = takenFrom(task, own);
  if (expectation === 'wellGoing') return targets;
  const onFailure = [task.onError, task.maxVisits?.then].filter((target) => target !== undefined);
  return [...targets, ...limits, ...onFailure];
}

/** Where the actions of a task lead that may be taken, and where they lead once they were taken too often. */
function takenFrom(task: ActiveTask, read: KnownBlock['read']) {
  // Of guards the first that holds is taken; agents and people choose among all.
  const isOrdered = chooserOf(task) === 'guard';
  const taken: Action[] = [];
  for (const action of task.actions) {
    const holds = action.when === undefined || knownTruthOf(action.when, read);
    if (holds !== false) taken.push(action);
    if (holds === true && isOrdered) break;
  }
  return {
    targets: taken.map(({ target }) => target),
    limits: taken.flatMap(({ limit }) => (limit === undefined ? [] : [limit.then])),
  };
}
