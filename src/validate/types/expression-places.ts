import { TASK_TYPES } from '../../model/task-types.ts';
import type { Expression } from '../../expression/cel/expression.ts';
import type { ExpressionText } from '../../model/action.ts';
import type { ActiveTask, ForeachTask, ParallelTask, ShellTask, Task } from '../../model/block.ts';
import { expressionsIn, filesOf, type ArtifactSection } from '../../model/artifacts.ts';
import { situationsOf } from '../../model/claims.ts';
import { waysOf } from '../blocks/block-edges.ts';
import { blockNodesOf, type BlockNode } from '../blocks/blocks.ts';
import { environmentsOf } from './environments.ts';
import { onEntry, type ProgramPoint } from '../blocks/program-point.ts';
import type { PromptSubject } from '../blocks/rule.ts';
import { isRouted } from '../blocks/routing.ts';
import type { Wanted } from './wanted.ts';

/** A guard, and what it came to. */
export interface KnownGuard {
  readonly guard: Expression;
  readonly truth: boolean;
}

/**
 * An expression of the map itself, when it is evaluated, and what it must give; undefined for any value.
 *
 * Shape: `known` are guards of the same task that were evaluated before.
 */
export interface ExpressionPlace {
  readonly expression: Expression;
  readonly wanted: Wanted | undefined;
  readonly point: ProgramPoint;
  readonly known?: readonly KnownGuard[];
}

const CONDITION: Wanted = { kind: 'condition' };

/** All expressions of a map that are no part of a prompt. One that cannot be parsed is left out, and told by then. */
export function* expressionPlacesOf(subject: PromptSubject): Iterable<ExpressionPlace> {
  const places = blockNodesOf(subject.document.map);
  for (const blockNode of places) {
    for (const task of blockNode.block.tasks) yield* placesInTask(task, blockNode, subject);
  }
  const { properties, artifacts } = subject.document.map;
  if (properties.length > 0) yield* placesInSituations(places, subject);
  if (artifacts.length > 0 && places[0]) yield* placesInArtifacts(artifacts, places[0], subject);
}

/** Read at any point of the root block: what is made of a name that is unbound then is left out. */
function* placesInArtifacts(
  sections: readonly ArtifactSection[],
  blockNode: BlockNode,
  subject: PromptSubject,
): Iterable<ExpressionPlace> {
  const alsoBound = environmentsOf(subject).boundNamesOf(blockNode);
  const place = { point: { blockNode, task: undefined, alsoBound, hasResult: false }, wanted: undefined };
  const files = filesOf(sections);
  const contents = files.map(({ content }) => content);
  for (const node of [...sections.flatMap(expressionsIn), ...contents]) yield* placeOf(node, place, subject);
  for (const { path } of files) {
    for (const expression of subject.placeholdersOf(path)) yield { expression, ...place };
  }
}

/** A name that several blocks have is that of the outermost. */
function* placesInSituations(
  places: readonly BlockNode[],
  subject: PromptSubject,
): Iterable<ExpressionPlace> {
  const entries = new Map<string, ProgramPoint & { readonly task: Task }>();
  for (const blockNode of places) {
    for (const task of blockNode.block.tasks) {
      if (!entries.has(task.name)) entries.set(task.name, { ...onEntry(blockNode, task), task });
    }
  }
  const [root] = places;
  const anywhere = root && { blockNode: root, task: undefined, alsoBound: [], hasResult: false };
  for (const { when, task, action } of subject.document.map.properties.flatMap(({ claim }) =>
    situationsOf(claim),
  )) {
    const entry = entries.get(task ?? '');
    const point = entry === undefined ? anywhere : afterAction(entry, action, subject);
    if (when && point) yield* placeOf(when, { point, wanted: CONDITION }, subject);
  }
}

/** Once an action of a task is taken, its result and what it bound can be read, too. */
function afterAction(
  entry: ProgramPoint & { readonly task: Task },
  name: string | undefined,
  { expressionOf }: PromptSubject,
): ProgramPoint {
  const { task } = entry;
  if (name === undefined || task.type === 'end') return entry;
  const way = waysOf(task, expressionOf).find(({ action }) => action.name === name);
  return { ...entry, alsoBound: way?.after ?? [], hasResult: TASK_TYPES[task.type].hasResult };
}

function* placesInTask(task: Task, blockNode: BlockNode, subject: PromptSubject): Iterable<ExpressionPlace> {
  const point = onEntry(blockNode, task);
  if (task.type === 'end') {
    if (task.reason) yield* placeOf(task.reason, { point, wanted: { kind: 'text' } }, subject);
    if (task.result) yield* placeOf(task.result, { point, wanted: undefined }, subject);
    return;
  }
  if (task.type === 'shell') {
    for (const text of textsOf(task)) {
      for (const expression of subject.placeholdersOf(text)) {
        yield { expression, point, wanted: undefined };
      }
    }
  }
  if (task.type === 'decide') {
    const set: string[] = [];
    for (const { name, expression } of task.set) {
      yield* placeOf(expression, { point: { ...point, alsoBound: [...set] }, wanted: undefined }, subject);
      set.push(name);
    }
  }
  yield* placeOfSetting(task, point, subject);
  yield* placesInContainer(task, point, subject);
  yield* placesInActions(task, point, subject);
}

/** What a task must leave as it is, what a person decides by, or what an outline is about. */
function* placeOfSetting(
  task: ActiveTask,
  point: ProgramPoint,
  subject: PromptSubject,
): Iterable<ExpressionPlace> {
  if ('frozen' in task && task.frozen) {
    yield* placeOf(task.frozen, { point, wanted: { kind: 'paths', field: 'frozen' } }, subject);
  }
  if (task.type === 'human' && task.evidence) {
    yield* placeOf(task.evidence, { point, wanted: { kind: 'evidence' } }, subject);
  }
  if (task.type === 'claude' && task.outlineFocus) {
    const wanted = { kind: 'paths', field: 'outlineFocus' } as const;
    yield* placeOf(task.outlineFocus, { point, wanted }, subject);
  }
  const signature = 'signal' in task ? task.signal?.signature : undefined;
  if (signature) yield* placeOf(signature, { point, wanted: { kind: 'signature' } }, subject);
}

function* placesInContainer(
  task: ActiveTask,
  point: ProgramPoint,
  subject: PromptSubject,
): Iterable<ExpressionPlace> {
  if (task.type === 'foreach') yield* placesInItems(task, point, subject);
  if (task.type === 'foreach' || task.type === 'parallel') yield* placeInMerge(task, point, subject);
  for (const { expression } of task.type === 'workflow' ? task.with : []) {
    yield* placeOf(expression, { point, wanted: undefined }, subject);
  }
}

function* placesInItems(
  task: ForeachTask,
  entry: ProgramPoint,
  subject: PromptSubject,
): Iterable<ExpressionPlace> {
  yield* placeOf(task.items, { point: entry, wanted: { kind: 'list', field: 'items' } }, subject);
  const item = environmentsOf(subject).itemTypeOf(task, entry.blockNode);
  const point = { ...entry, extra: new Map([[task.item, item]]) };
  if (task.key) yield* placeOf(task.key, { point, wanted: { kind: 'key' } }, subject);
  for (const field of ['after', 'exclusive'] as const) {
    const node = task[field];
    if (node) yield* placeOf(node, { point, wanted: { kind: 'keys', field } }, subject);
  }
}

/** Whether the work of a branch or item is merged is decided by what that came to. */
function* placeInMerge(
  task: ForeachTask | ParallelTask,
  entry: ProgramPoint,
  subject: PromptSubject,
): Iterable<ExpressionPlace> {
  const { workspace } = task;
  if (workspace.kind !== 'worktree' || typeof workspace.merge === 'string') return;
  const extra = new Map([['result', environmentsOf(subject).partTypeOf(task)]]);
  yield* placeOf(workspace.merge, { point: { ...entry, extra }, wanted: CONDITION }, subject);
}

function* placesInActions(
  task: ActiveTask,
  entry: ProgramPoint,
  subject: PromptSubject,
): Iterable<ExpressionPlace> {
  const { hasResult, guardsReadResult } = TASK_TYPES[task.type];
  const ways = new Map(waysOf(task, subject.expressionOf).map((way) => [way.action, way]));
  const passed: KnownGuard[] = [];
  for (const action of task.actions) {
    const way = ways.get(action);
    const guard = action.when && subject.expressionOf(action.when);
    const known = passed.slice(-MAX_KNOWN);
    if (guard) {
      const point = { ...entry, alsoBound: way?.before ?? [], hasResult: guardsReadResult };
      yield { expression: guard, point, wanted: CONDITION, known: [...known] };
      known.push({ guard, truth: true });
      if (isRouted(task)) passed.push({ guard, truth: false });
    }
    const point = { ...entry, alsoBound: way?.taken ?? [], hasResult };
    for (const argument of action.args) {
      if (argument.kind !== 'expression') continue;
      yield* placeOf(argument.expression, { point, wanted: undefined, known }, subject);
    }
  }
}

/** More guards before one are not looked at. */
const MAX_KNOWN = 16;

function* placeOf(
  node: ExpressionText,
  place: Omit<ExpressionPlace, 'expression'>,
  { expressionOf }: PromptSubject,
): Iterable<ExpressionPlace> {
  const expression = expressionOf(node);
  if (expression) yield { expression, ...place };
}

/** The texts of a command. */
export function textsOf({ command }: ShellTask): readonly ExpressionText[] {
  return command.kind === 'argv' ? command.parts : [command.line];
}
