import { declaredType } from '../../expression/types/declared-type.ts';
import { absentMark, ownMark, type TypeEnvironment } from '../../expression/check/type-environment.ts';
import { typeOfExpression } from '../../expression/check/type-of-expression.ts';
import { unionOf } from '../../expression/types/union-of.ts';
import type { ValueType } from '../../expression/types/value.ts';
import type { ExpressionText } from '../../model/action.ts';
import type { ForeachTask, ParallelTask, Task } from '../../model/block.ts';
import type { SchemaSource } from '../../model/field.ts';
import { AGENT_TEXTS } from '../../model/shadowable-names.ts';
import { resultNamesOf } from '../../model/tasks.ts';
import { jsonMark, mayLackJson, withJson } from '../blocks/command-json.ts';
import { foreachAround, blockNodesOf, type BlockNode } from '../blocks/blocks.ts';
import type { BindingPlace } from '../names/bindings.ts';
import { BoundNames } from '../names/bound-names.ts';
import { BUILT_IN_NAMES, BUILT_INS, TEXTS, WORKSPACE } from '../names/built-ins.ts';
import { declarationOf } from '../names/declarations.ts';
import { onEntry, type ProgramPoint } from '../blocks/program-point.ts';
import { NameTypes } from '../names/name-types.ts';
import { passedNamesOf } from './passed-arguments.ts';
import { ResultTypes } from './result-types.ts';
import type { PromptSubject } from '../blocks/rule.ts';
import { TypeBounds } from './type-bounds.ts';

/** Says which names can be read at every point of a map, what they hold and whether they are surely bound. */
export class Environments {
  readonly #subject: PromptSubject;
  readonly #bound = new Map<BlockNode, BoundNames>();
  readonly #bounds: TypeBounds;
  readonly #types: NameTypes;
  readonly #results: ResultTypes;
  readonly #passed: ReturnType<typeof passedNamesOf>;
  #namesLeft = 200_000;

  constructor(subject: PromptSubject) {
    this.#subject = subject;
    this.#passed = passedNamesOf(subject.document.map);
    this.#bounds = new TypeBounds();
    this.#results = new ResultTypes(subject, this.#bounds, (node, point) => this.#typeOfNode(node, point));
    this.#types = new NameTypes((blockNode, binding) => this.bindingTypeOf(blockNode, binding));
    const all = blockNodesOf(subject.document.map);
    for (const blockNode of all) this.#bound.set(blockNode, this.#boundNamesOf(blockNode));
    // In written order, in which names mostly build on one another.
    for (const blockNode of all)
      for (const name of this.#types.namesIn(blockNode)) this.#types.typeOf(name, blockNode);
  }

  #boundNamesOf(blockNode: BlockNode): BoundNames {
    const isBoundOutside = (name: string) => this.#isBoundAround(blockNode, name);
    return new BoundNames(blockNode.block, this.#subject.expressionOf, isBoundOutside);
  }

  #typeOfNode(node: ExpressionText, point: ProgramPoint): ValueType {
    const expression = this.#subject.expressionOf(node);
    const names = expression?.names.map((each) => each.name) ?? [];
    return expression ? typeOfExpression(expression, this.environmentOf(names, point)) : 'any';
  }

  /** The type of what a task finds out. */
  resultTypeOf(task: Task): ValueType {
    return this.#results.of(task);
  }

  /** The type of what one binding gives its name. */
  bindingTypeOf(blockNode: BlockNode, { task, name, assignment }: BindingPlace): ValueType {
    if (!assignment || task.type !== 'decide') return this.resultTypeOf(task);
    const names = task.set.map((each) => each.name);
    const alsoBound = names.slice(0, names.indexOf(name));
    return this.#bounds.widened(
      this.#typeOfNode(assignment.expression, { ...onEntry(blockNode, task), alsoBound }),
    );
  }

  /** The type of what a block comes to. */
  blockTypeOf(blockNode: BlockNode): ValueType {
    return this.#results.ofBlock(blockNode);
  }

  /** The type of what the block of a branch or item comes to, whichever it is. */
  partTypeOf(task: ForeachTask | ParallelTask): ValueType {
    return this.#results.ofParts(task);
  }

  /** The type of an item, in the keys and the body of a task. */
  itemTypeOf(task: ForeachTask, outer: BlockNode): ValueType {
    return this.#results.ofItem(task, outer);
  }

  /** What is known of some names; those that cannot be read are left out. */
  environmentOf(names: Iterable<string>, point: ProgramPoint): TypeEnvironment {
    const types = new Map<string, ValueType>();
    const unbound = new Set<string>();
    for (const name of names) {
      const type = this.#typeOf(name, point);
      if (type === undefined) continue;
      types.set(name, mayLackJson(type) && this.#isBound(jsonMark(name), point) ? withJson(type) : type);
      if (this.#isOpen(name, point)) unbound.add(name);
      else if (this.#mayBeNull(name, point)) unbound.add(absentMark(name));
      if (this.#isOwn(name, point)) unbound.add(ownMark(name));
    }
    return { types, unbound };
  }

  /** Of some names those that may hold nothing: what is optional and has no default, beside what may be unbound. */
  absentAmong(names: Iterable<string>, point: ProgramPoint): ReadonlySet<string> {
    const absent = new Set(this.environmentOf(names, point).unbound);
    for (const name of names) {
      const declaration = declarationOf(name, point.task, this.#subject);
      if (declaration && !declaration.required && declaration.default === undefined) absent.add(name);
    }
    return absent;
  }

  /** Whether a name could hold nothing but the result that the task does not have yet. */
  #isOwn(name: string, point: ProgramPoint): boolean {
    const { blockNode, task, alsoBound, hasResult, extra } = point;
    if (task === undefined || nameOfResult(task) !== name || hasResult) return false;
    if (alsoBound.includes(name) || extra?.has(name) === true) return false;
    const isGiven = declarationOf(name, task, this.#subject) ?? this.#passed.get(task)?.get(name);
    if (isGiven !== undefined || itemNameOf(blockNode) === name) return false;
    return !blockNode.around || this.#typeOfBound(name, blockNode.around.outer) === undefined;
  }

  /** The names that tasks of a block bind. */
  boundNamesOf(blockNode: BlockNode): readonly string[] {
    return [...this.#types.namesIn(blockNode)];
  }

  /** Names that can be read, for telling what a typo may stand for; in all no more than are cheap to compare. */
  *namesAt(point: ProgramPoint): Iterable<string> {
    for (const name of this.#namesAt(point)) {
      this.#namesLeft -= 1;
      if (this.#namesLeft < 0) return;
      yield name;
    }
  }

  *#namesAt({ blockNode, task, hasResult, extra }: ProgramPoint): Iterable<string> {
    if (hasResult && task) yield* resultNamesOf(task);
    if (extra) yield* extra.keys();
    yield* builtInsAt(blockNode, task);
    for (const { name } of this.#subject.document.map.fields) yield name;
    if (task && 'params' in task) for (const { name } of task.params) yield name;
    for (let each: BlockNode | undefined = blockNode; each; each = each.around?.outer) {
      yield* this.#types.namesIn(each);
      const item = itemNameOf(each);
      if (item !== undefined) yield item;
    }
  }

  #typeOf(name: string, point: ProgramPoint): ValueType | undefined {
    const { task, hasResult, extra } = point;
    if (hasResult && task && resultNamesOf(task).includes(name)) return this.resultTypeOf(task);
    return extra?.get(name) ?? this.#typeOfCommon(name, point);
  }

  #typeOfCommon(name: string, { blockNode, task }: ProgramPoint): ValueType | undefined {
    const schemaOf = (source: SchemaSource) => this.#subject.schemas.get(source);
    const declaration = declarationOf(name, task, this.#subject);
    if (declaration && declaration.from !== 'template') return declaredType(declaration, schemaOf);
    const bound = this.#typeOfBound(name, blockNode);
    const passedTo = task && this.#passed.get(task)?.get(name);
    if (bound !== undefined) {
      const also = passedTo === undefined ? [] : [passedTo];
      // A template is written for all that it declares, not for what this map happens to bind.
      if (declaration?.enum) also.push(declaredType(declaration, schemaOf));
      // An argument hides what is bound, on the ways that pass one.
      return also.length === 0 ? bound : unionOf([bound, ...also]);
    }
    if (declaration) return declaredType(declaration, schemaOf);
    // What nobody declares arrives as it was passed.
    if (passedTo !== undefined) return passedTo;
    return this.#typeOfBuiltIn(name, blockNode, task);
  }

  #typeOfBuiltIn(name: string, blockNode: BlockNode, task: Task | undefined): ValueType | undefined {
    if (!isThere(name, task)) return undefined;
    if (name === 'workspace') return blockNode.around ? WORKSPACE : undefined;
    const foreach = name === 'upstream' || name === 'finished' ? foreachAround(blockNode) : undefined;
    if (foreach) return name === 'finished' ? TEXTS : this.#results.ofUpstream(foreach);
    return BUILT_INS.get(name);
  }

  #typeOfBound(name: string, blockNode: BlockNode): ValueType | undefined {
    const found: ValueType[] = [];
    for (let each: BlockNode | undefined = blockNode; each; each = each.around?.outer) {
      const type = this.#types.typeOf(name, each);
      if (type !== undefined) found.push(type);
      const { around } = each;
      if (around?.task.type !== 'foreach' || around.task.item !== name) continue;
      found.push(this.itemTypeOf(around.task, around.outer));
      break;
    }
    return found.length === 0 ? undefined : unionOf(found);
  }

  /** Whether it is a list, an object or a number that nobody need give, and that has no default. */
  #mayBeNull(name: string, { task, blockNode, extra, hasResult }: ProgramPoint): boolean {
    if (extra?.has(name) === true || (hasResult && task && resultNamesOf(task).includes(name))) return false;
    const declaration = declarationOf(name, task, this.#subject);
    if (!declaration || declaration.required || declaration.default !== undefined) return false;
    if (declaration.type === 'string' || declaration.type === 'boolean') return false;
    return declaration.from === 'field' && this.#typeOfBound(name, blockNode) === undefined;
  }

  /** Whether a name may have nothing in it, and nobody said that this is meant. */
  #isOpen(name: string, point: ProgramPoint): boolean {
    const { task, blockNode, extra } = point;
    if (this.#typeOfBound(name, blockNode) === undefined || BUILT_IN_NAMES.has(name)) return false;
    if (extra?.has(name) === true) return false;
    const declaration = declarationOf(name, task, this.#subject);
    if (declaration && (!declaration.required || declaration.default !== undefined)) return false;
    if (task && this.#passed.get(task)?.has(name) === true) return false;
    return !this.#isBound(name, point);
  }

  #isBound(name: string, { blockNode, task, alsoBound }: ProgramPoint): boolean {
    if (alsoBound.includes(name)) return true;
    const bound = this.#bound.get(blockNode);
    if (bound?.has(name) === true) return task !== undefined && bound.isBoundOnEntry(name, task);
    return this.#isBoundAround(blockNode, name);
  }

  /** Whether a block finds a name bound: the item of its task, or what was bound when that task was entered. */
  #isBoundAround(blockNode: BlockNode, name: string): boolean {
    const { around } = blockNode;
    if (!around) return false;
    return itemNameOf(blockNode) === name || this.#isBound(name, onEntry(around.outer, around.task));
  }
}

function nameOfResult(task: Task): string | undefined {
  return task.type === 'end' || task.type === 'decide' ? undefined : task.as;
}

/** The name of the item in the body of a foreach task. */
function itemNameOf({ around }: BlockNode): string | undefined {
  return around?.task.type === 'foreach' ? around.task.item : undefined;
}

/** Artifacts and properties are of no task, and changes are. */
function isThere(name: string, task: Task | undefined): boolean {
  if (name === 'changes') return task !== undefined;
  return !AGENT_TEXTS.has(name) || task?.type === 'claude';
}

function builtInsAt(blockNode: BlockNode, task: Task | undefined): readonly string[] {
  const everywhere = [...BUILT_INS.keys()].filter((name) => isThere(name, task));
  const inBlocks = blockNode.around ? ['workspace'] : [];
  return [...everywhere, ...inBlocks, ...(foreachAround(blockNode) ? ['upstream', 'finished'] : [])];
}

/** Kept as long as the subject of the check. Rules get that alone, and it is made by a lower room. */
const known = new WeakMap<PromptSubject, Environments>();

/** The environments of a map, made once for all rules. */
export function environmentsOf(subject: PromptSubject): Environments {
  const made = known.get(subject) ?? new Environments(subject);
  known.set(subject, made);
  return made;
}
