import { expressionOf } from '../../expression/cel/expression-of.ts';
import { typeOfExpression } from '../../expression/check/type-of-expression.ts';
import { declaredType } from '../../expression/types/declared-type.ts';
import { elementOf } from '../../expression/types/member-of.ts';
import { resultTypeOf, type SchemaOf } from '../../expression/types/result-type.ts';
import type { ValueType } from '../../expression/types/value.ts';
import { digestOf } from '../../journal/source-store.ts';
import type { ExpressionText } from '../../model/action.ts';
import type { ActiveTask, Block, ClaudeTask, PromptSource, ShellTask, Task } from '../../model/block.ts';
import { childBlocksOf } from '../../model/child-blocks.ts';
import type { SchemaSource } from '../../model/field.ts';
import { situationsOf } from '../../model/claims.ts';
import { isOriginalMap } from '../../model/is-original-map.ts';
import type { WorkflowMap } from '../../model/map.ts';
import type { Value } from '../../model/value.ts';
import {
  assignmentsOf,
  canChange,
  isPrompted,
  itemNameOf,
  paramsOf,
  reminderOf,
  roleOf,
} from '../../model/tasks.ts';
import { commandPartsOf } from '../../prompt/shell/command-parts.ts';
import type { Template } from '../../prompt/parse/template.ts';

/** What a run asks of the tasks and blocks of a map over and over; sub-maps have their own. */
export interface Facts {
  /** Whether the map is of the original format, and cannot say what its tasks may change. */
  readonly isOriginal: boolean;
  readonly tasks: ReadonlyMap<Task, TaskFacts>;
  /** The types of the names that tasks of a block bind. Of a name that several bind it is the one they agree on. */
  readonly boundTypes: ReadonlyMap<Block, Types>;
}

export interface TaskFacts {
  /** The names that the task itself may read: in expressions, its templates and their partials. Not those of blocks inside. */
  readonly names: ReadonlySet<string>;
  /** Those of them that its guards and arguments read. */
  readonly actionNames: ReadonlySet<string>;
  /** Whether what it changes in its folder is read, as `changes`: by its own actions, or by other tasks of its block. */
  readonly isCompared: boolean;
  /** Whether its actions ask by `has(changes)` if anybody can compare: where nobody can, as outside of git, they go without. */
  readonly asksForChanges: boolean;
  /** The type of one item of a `foreach`; `any` for other tasks. */
  readonly itemType: ValueType;
  /** What an inline prompt is stored under; undefined for other prompts and tasks. */
  readonly inlineDigest: string | undefined;
}

type Types = ReadonlyMap<string, ValueType>;

/** What of a program they are worked out from. */
interface Source {
  readonly map: WorkflowMap;
  readonly templates: ReadonlyMap<PromptSource, Template>;
  readonly roles: ReadonlyMap<string, Template>;
  readonly schemas: ReadonlyMap<SchemaSource, Value>;
}

/** Works out the facts of a checked map. Errors: throws an InvariantError for a text that is no expression. */
export function factsOf(source: Source): Facts {
  const isOriginal = isOriginalMap(source.map);
  const facts = { isOriginal, tasks: new Map<Task, TaskFacts>(), boundTypes: new Map<Block, Types>() };
  const schemaOf: SchemaOf = (each) => source.schemas.get(each);
  const { fields, block } = source.map;
  collect(block, new Map(fields.map((field) => [field.name, declaredType(field, schemaOf)])), {
    source,
    facts,
    schemaOf,
  });
  return facts;
}

interface Collecting {
  readonly source: Source;
  readonly facts: { readonly tasks: Map<Task, TaskFacts>; readonly boundTypes: Map<Block, Types> };
  readonly schemaOf: SchemaOf;
}

/** `outer` are the inputs and the names that blocks around bind. */
function collect(block: Block, outer: Types, collecting: Collecting): void {
  const { source, facts, schemaOf } = collecting;
  const bound = boundTypesOf(block, schemaOf);
  facts.boundTypes.set(block, bound);
  const types = new Map([...outer, ...bound]);
  const names = new Map(block.tasks.map((task) => [task, namesOf(task, source)]));
  const isReadLater = [...names].some(
    ([task, { ownNames }]) => ownNames.has('changes') && !isBound(task, types),
  );
  for (const [task, { names: all, actionNames }] of names) {
    const itemType = itemTypeOf(task, types);
    const isCompared =
      canChange(task) && (isReadLater || (actionNames.has('changes') && !isBound(task, types)));
    const inlineDigest = inlineDigestOf(task);
    const asksForChanges = isCompared && !isReadLater && asksFor('changes', task);
    facts.tasks.set(task, { names: all, actionNames, isCompared, asksForChanges, itemType, inlineDigest });
    const item = itemNameOf(task);
    const inside = item === undefined ? types : new Map([...types, [item, itemType] as const]);
    for (const child of childBlocksOf(task)) collect(child.block, inside, collecting);
  }
}

function boundTypesOf(block: Block, schemaOf: SchemaOf): Types {
  const types = new Map<string, ValueType>();
  const declare = (name: string, type: ValueType): void => {
    const other = types.get(name);
    types.set(name, other === undefined || isSame(other, type) ? type : 'any');
  };
  for (const task of block.tasks) {
    if (task.type === 'end') continue;
    // Numbers that are computed are doubles, whatever they look like.
    for (const { name } of assignmentsOf(task)) declare(name, 'any');
    if (task.as !== undefined) declare(task.as, resultTypeOf(task, schemaOf));
  }
  return types;
}

function isSame(one: ValueType, other: ValueType): boolean {
  return one === other || JSON.stringify(one, mapsToo) === JSON.stringify(other, mapsToo);
}

function mapsToo(_: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}

function itemTypeOf(task: Task, types: Types): ValueType {
  if (task.type !== 'foreach') return 'any';
  return (
    elementOf(typeOfExpression(expressionOf(task.items), { types, unbound: new Set<string>() })) ?? 'any'
  );
}

function inlineDigestOf(task: Task): string | undefined {
  const prompt = isPrompted(task) ? task.prompt : undefined;
  return prompt?.kind === 'inline' ? digestOf(prompt.text) : undefined;
}

/** Whether `changes` is something of the map's own where a task reads it. */
function isBound(task: Task, types: Types): boolean {
  return types.has('changes') || paramsOf(task).some(({ name }) => name === 'changes');
}

/** Shape: `ownNames` are those that the task reads of what was before it: actions of others read their own changes. */
function namesOf(task: Task, { map, templates, roles }: Source) {
  const claimed = claimedOf(task, map);
  const actionNames = namesIn(task.type === 'end' ? [] : [...actionExpressions(task), ...claimed.taken]);
  const ownNames = new Set(namesIn([...ownExpressions(task), ...claimed.entered]));
  for (const prompt of promptsOf(task))
    for (const name of templates.get(prompt)?.names ?? []) ownNames.add(name);
  const named = roleOf(task);
  const role = named && roles.get(named.name);
  for (const name of role?.names ?? []) ownNames.add(name);
  const names = new Set([...actionNames, ...ownNames]);
  return { names, actionNames, ownNames: canChange(task) ? ownNames : names };
}

/** The conditions of properties that are evaluated when a task is entered, and when an action of it is taken. */
function claimedOf({ name }: Task, { properties }: WorkflowMap) {
  const situations = properties
    .flatMap(({ claim }) => situationsOf(claim))
    .filter(({ task }) => task === undefined || task === name);
  const whens = (isMeant: (action: string | undefined) => boolean): readonly ExpressionText[] =>
    situations.flatMap(({ action, when }) => (when !== undefined && isMeant(action) ? [when] : []));
  return { entered: whens((action) => action === undefined), taken: whens((action) => action !== undefined) };
}

function namesIn(nodes: readonly ExpressionText[]): ReadonlySet<string> {
  return new Set(nodes.flatMap((node) => expressionOf(node).names.map(({ name }) => name)));
}

/** Whether an action of a task asks by `has(name)` if there is something. */
function asksFor(wanted: string, task: Task): boolean {
  const nodes = task.type === 'end' ? [] : actionExpressions(task);
  return nodes.some((node) =>
    expressionOf(node).names.some(({ name, guarded }) => guarded && name === wanted),
  );
}

function promptsOf(task: Task): readonly PromptSource[] {
  const reminder = reminderOf(task);
  return [...(isPrompted(task) ? [task.prompt] : []), ...(reminder === undefined ? [] : [reminder.text])];
}

function actionExpressions({ actions }: ActiveTask): readonly ExpressionText[] {
  return actions.flatMap(({ when, args }) => [
    ...(when === undefined ? [] : [when]),
    ...args.flatMap((argument) => (argument.kind === 'expression' ? [argument.expression] : [])),
  ]);
}

/** The expressions of a task besides those of its actions. */
function ownExpressions(task: Task): readonly ExpressionText[] {
  switch (task.type) {
    case 'shell':
      return [...commandExpressions(task), ...frozenOf(task)];
    case 'decide':
      return task.set.map(({ expression }) => expression);
    case 'workflow':
      return task.with.map(({ expression }) => expression);
    case 'foreach':
      return [task.items, task.key, task.after, task.exclusive, mergeOf(task)].filter(
        (each) => each !== undefined,
      );
    case 'parallel':
      return [mergeOf(task)].filter((each) => each !== undefined);
    case 'end':
      return [task.reason, task.result].filter((each) => each !== undefined);
    case 'claude':
      return [task.frozen, task.outlineFocus, task.signal?.signature].filter((each) => each !== undefined);
    case 'human':
      return [task.evidence].filter((each) => each !== undefined);
  }
  return [];
}

function frozenOf({ frozen }: ShellTask | ClaudeTask): readonly ExpressionText[] {
  return frozen === undefined ? [] : [frozen];
}

function commandExpressions({ command }: ShellTask): readonly ExpressionText[] {
  const texts = command.kind === 'argv' ? command.parts : [command.line];
  return texts
    .flatMap(commandPartsOf)
    .flatMap((part) => (part.kind === 'expression' ? [part.expression] : []));
}

function mergeOf({ workspace }: ActiveTask & { type: 'foreach' | 'parallel' }): ExpressionText | undefined {
  return workspace.kind === 'worktree' && typeof workspace.merge === 'object' ? workspace.merge : undefined;
}
