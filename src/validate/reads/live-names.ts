import type { Task } from '../../model/block.ts';
import { actionsOf, isPrompted, resultNamesOf } from '../../model/tasks.ts';
import { edgesOf, type Edge } from '../blocks/block-edges.ts';
import { blockNodesOf, type BlockNode } from '../blocks/blocks.ts';
import type { PromptSubject } from '../blocks/rule.ts';
import { bindingsOf } from '../names/bindings.ts';
import { templatesOf } from '../names/declarations.ts';
import { expressionPlacesOf } from '../types/expression-places.ts';

/** A result that another takes the place of on every way, before anything reads it. Shape: `by` is a task that binds the name again. */
export interface LostResult {
  readonly task: Task;
  readonly name: string;
  readonly by: string;
}

/** The names that are read at a task: `before` its result is there, those of its child blocks too, and `after`. */
interface NamesAt {
  readonly before: Set<string>;
  readonly after: Set<string>;
}

/** Finds the results that are bound to a name, and bound over before they are read, where several tasks bind it. */
export function lostResultsOf(subject: PromptSubject): readonly LostResult[] {
  const { map } = subject.document;
  const names = namesReadIn(subject);
  return blockNodesOf(map).flatMap((blockNode) => {
    const { around, block } = blockNode;
    // What an item leaves bound is bound in the next.
    if (around?.task.type === 'foreach' && around.task.carry) return [];
    const binders = Map.groupBy(bindingsOf(block), ({ name }) => name);
    const again = [...binders].filter(([name, { length }]) => length > 1 && !names.anywhere.has(name));
    const edges = edgesOf(block, subject.expressionOf);
    const looked = again.slice(0, Math.floor(MAX_LOOKS / (edges.length + 1)));
    const ways = { from: Map.groupBy(edges, ({ from }) => from), to: Map.groupBy(edges, ({ to }) => to) };
    return looked.flatMap(([name, each]) =>
      lostIn(blockNode, { name, binders: new Set(each.map(({ task }) => task)), ways, names }),
    );
  });
}

/** Units: ways of a block, for all its names. Only generated maps have more. */
const MAX_LOOKS = 2_000_000;

function asOf(task: Task): string | undefined {
  return task.type === 'end' ? undefined : task.as;
}

interface ReadNames {
  readonly at: ReadonlyMap<Task, NamesAt>;
  /** Read at any time, as by artifacts. */
  readonly anywhere: ReadonlySet<string>;
}

/** The ways of a block, by the position that they lead from, and to. */
interface Ways {
  readonly from: ReadonlyMap<number, readonly Edge[]>;
  readonly to: ReadonlyMap<number, readonly Edge[]>;
}

interface Looked {
  readonly name: string;
  readonly binders: ReadonlySet<Task>;
  readonly ways: Ways;
  readonly names: ReadNames;
}

function lostIn({ block: { tasks } }: BlockNode, looked: Looked): readonly LostResult[] {
  const { name, ways, names } = looked;
  const live = livePlaces(tasks, looked);
  // A name that nobody reads is another matter.
  if (live.size === 0) return [];
  const leadsToLive = (from: number) =>
    (ways.from.get(from) ?? []).some(({ to, isArrival }) => !isArrival && live.has(to));
  return tasks.flatMap((task, at) => {
    if (asOf(task) !== name || leadsToLive(at) || readsOwn(task, name, names)) return [];
    const by = nextBinder(at, tasks, looked);
    return by === undefined ? [] : [{ task, name, by: tasks[by]?.name ?? '' }];
  });
}

/** The positions at which some way leads to what reads a name, before it is bound again. */
function livePlaces(tasks: readonly Task[], { name, binders, ways, names }: Looked): ReadonlySet<number> {
  const isRead = (task: Task, phase: keyof NamesAt) => names.at.get(task)?.[phase].has(name) === true;
  const live = new Set<number>();
  for (const [at, task] of tasks.entries()) {
    if (isRead(task, 'before') || (isRead(task, 'after') && asOf(task) !== name)) live.add(at);
  }
  // A set grows while it is walked.
  for (const at of live) {
    for (const { from, isArrival } of ways.to.get(at) ?? []) {
      const task = tasks[from];
      if (isArrival || (task && !binders.has(task))) live.add(from);
    }
  }
  return live;
}

/** Guards and arguments of a task read its result by its name, or as `result`. */
function readsOwn(task: Task, name: string, { at }: ReadNames): boolean {
  const after = at.get(task)?.after;
  return [name, ...resultNamesOf(task)].some((each) => after?.has(each) === true);
}

function nextBinder(start: number, tasks: readonly Task[], { binders, ways }: Looked): number | undefined {
  const next = (ways.from.get(start) ?? []).filter(({ isArrival }) => !isArrival);
  const reached = new Set(next.map(({ to }) => to));
  // A set grows while it is walked.
  for (const at of reached) {
    const task = tasks[at];
    if (task && binders.has(task)) return at;
    for (const { to } of ways.from.get(at) ?? []) reached.add(to);
  }
  return undefined;
}

function namesReadIn(subject: PromptSubject): ReadNames {
  const at = new Map<Task, NamesAt>();
  const anywhere = new Set<string>();
  const namesAt = (task: Task) => {
    const made = at.get(task) ?? { before: new Set<string>(), after: new Set<string>() };
    at.set(task, made);
    return made;
  };
  const add = (blockNode: BlockNode, task: Task, phase: keyof NamesAt, names: Iterable<string>) => {
    for (const name of names) {
      namesAt(task)[phase].add(name);
      for (let { around } = blockNode; around; { around } = around.outer)
        namesAt(around.task).before.add(name);
    }
  };
  for (const { expression, point } of expressionPlacesOf(subject)) {
    const names = expression.names.map(({ name }) => name);
    if (!point.task) for (const name of names) anywhere.add(name);
    else
      add(point.blockNode, point.task, isAfter(expression, point.task, subject) ? 'after' : 'before', names);
  }
  for (const blockNode of blockNodesOf(subject.document.map)) {
    for (const task of blockNode.block.tasks.filter(isPrompted)) {
      for (const { names } of templatesOf(task, subject)) add(blockNode, task, 'before', names);
    }
  }
  return { at, anywhere };
}

function isAfter(expression: object, task: Task, { expressionOf }: PromptSubject): boolean {
  return actionsOf(task).some(
    ({ when, args }) =>
      (when && expressionOf(when) === expression) ||
      args.some((each) => each.kind === 'expression' && expressionOf(each.expression) === expression),
  );
}
