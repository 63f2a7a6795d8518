import { declaredType } from '../expression/declared-type.ts';
import type { TypeEnvironment } from '../expression/type-environment.ts';
import { typeOfExpression } from '../expression/type-of-expression.ts';
import { resultTypeOf } from '../expression/result-type.ts';
import { unionOf } from '../expression/union-of.ts';
import type { ValueType } from '../expression/value.ts';
import type { Task } from '../model/block.ts';
import { bindingsOf, type BindingPlace } from './bindings.ts';
import { placedBlocksOf, type PlacedBlock } from './blocks.ts';
import { BoundNames } from './bound-names.ts';
import { BUILT_INS } from './built-ins.ts';
import { declarationOf } from './declarations.ts';
import { nameTypesOf } from './name-types.ts';
import { passedNamesOf } from './passed-arguments.ts';
import type { PromptSubject } from './rule.ts';

/**
 * A moment of a run at which names are read.
 *
 * Shape: `task` is undefined for what is read anywhere in the block; `alsoBound` are the names that are surely bound
 * then beside those bound on entry; `hasResult` once the task has found out something.
 */
export interface Moment {
  readonly placed: PlacedBlock;
  readonly task: Task | undefined;
  readonly alsoBound: readonly string[];
  readonly hasResult: boolean;
}

/** What a task sees before it does anything: its prompt, its command. */
export function onEntry(placed: PlacedBlock, task: Task): Moment {
  return { placed, task, alsoBound: [], hasResult: false };
}

interface BlockKnowledge {
  readonly bound: BoundNames;
  readonly types: ReadonlyMap<string, ValueType>;
}

/** Says which names can be read at every moment of a map, what they hold and whether they are surely bound. */
export class Environments {
  readonly #subject: PromptSubject;
  readonly #blocks = new Map<PlacedBlock, BlockKnowledge>();
  readonly #passed: ReturnType<typeof passedNamesOf>;
  #namesLeft = 200_000;

  constructor(subject: PromptSubject) {
    this.#subject = subject;
    this.#passed = passedNamesOf(subject.document.map);
    for (const placed of placedBlocksOf(subject.document.map)) this.#add(placed);
  }

  #add(placed: PlacedBlock): void {
    const { around, block } = placed;
    const isBoundOutside = (name: string) =>
      around !== undefined &&
      this.#isBound(name, { ...around, placed: around.outer, alsoBound: [], hasResult: false });
    const bound = new BoundNames(block, this.#subject.expressionOf, isBoundOutside);
    this.#blocks.set(placed, { bound, types: new Map() });
    const typeOfAssignment = (binding: BindingPlace, types: ReadonlyMap<string, ValueType>) => {
      this.#blocks.set(placed, { bound, types });
      return this.#typeOfAssignment(placed, binding);
    };
    const types = nameTypesOf(bindingsOf(block), this.#subject, typeOfAssignment);
    this.#blocks.set(placed, { bound, types });
  }

  #typeOfAssignment(placed: PlacedBlock, { task, name, assignment }: BindingPlace): ValueType {
    const expression = assignment && this.#subject.expressionOf(assignment.expression);
    if (!expression || task.type !== 'decide') return 'any';
    const names = task.set.map((each) => each.name);
    const alsoBound = names.slice(0, names.indexOf(name));
    const moment = { ...onEntry(placed, task), alsoBound };
    const used = expression.names.map((each) => each.name);
    return typeOfExpression(expression, this.environmentOf(used, moment));
  }

  /** What is known of some names; those that cannot be read are left out. */
  environmentOf(names: Iterable<string>, moment: Moment): TypeEnvironment {
    const types = new Map<string, ValueType>();
    const unbound = new Set<string>();
    for (const name of names) {
      const type = this.#typeOf(name, moment);
      if (type === undefined) continue;
      types.set(name, type);
      if (this.#isOpen(name, moment)) unbound.add(name);
    }
    return { types, unbound };
  }

  /** Of some names those that may hold nothing: what is optional and has no default, beside what may be unbound. */
  absentAmong(names: Iterable<string>, moment: Moment): ReadonlySet<string> {
    const absent = new Set(this.environmentOf(names, moment).unbound);
    for (const name of names) {
      const declaration = declarationOf(name, moment.task, this.#subject);
      if (declaration && !declaration.required && declaration.default === undefined) absent.add(name);
    }
    return absent;
  }

  /** Names that can be read, for telling what a typo may stand for; in all no more than are cheap to compare. */
  *namesAt(moment: Moment): Iterable<string> {
    for (const name of this.#namesAt(moment)) {
      this.#namesLeft -= 1;
      if (this.#namesLeft < 0) return;
      yield name;
    }
  }

  *#namesAt({ placed, task, hasResult }: Moment): Iterable<string> {
    if (hasResult) yield 'result';
    yield* BUILT_INS.keys();
    for (const { name } of this.#subject.document.map.fields) yield name;
    if (task && 'params' in task) for (const { name } of task.params) yield name;
    for (let each: PlacedBlock | undefined = placed; each; each = each.around?.outer) {
      yield* this.#blocks.get(each)?.types.keys() ?? [];
    }
  }

  #typeOf(name: string, { placed, task, hasResult }: Moment): ValueType | undefined {
    const schemaOf: Parameters<typeof resultTypeOf>[1] = (source) => this.#subject.schemas.get(source);
    if (name === 'result' && hasResult && task) return resultTypeOf(task, schemaOf);
    const declaration = declarationOf(name, task, this.#subject);
    if (declaration && declaration.from !== 'template') return declaredType(declaration, schemaOf);
    const bound = this.#typeOfBound(name, placed);
    if (bound !== undefined) return bound;
    if (declaration) return declaredType(declaration, schemaOf);
    // What nobody declares arrives as it was passed.
    const passed = task && this.#passed.get(task)?.get(name);
    return passed ?? BUILT_INS.get(name);
  }

  #typeOfBound(name: string, placed: PlacedBlock): ValueType | undefined {
    const found: ValueType[] = [];
    for (let each: PlacedBlock | undefined = placed; each; each = each.around?.outer) {
      const type = this.#blocks.get(each)?.types.get(name);
      if (type !== undefined) found.push(type);
    }
    return found.length === 0 ? undefined : unionOf(found);
  }

  /** Whether a name may have nothing in it, and nobody said that this is meant. */
  #isOpen(name: string, moment: Moment): boolean {
    const { task, placed } = moment;
    if (this.#typeOfBound(name, placed) === undefined || BUILT_INS.has(name) || name === 'result')
      return false;
    const declaration = declarationOf(name, task, this.#subject);
    if (declaration && (!declaration.required || declaration.default !== undefined)) return false;
    if (task && this.#passed.get(task)?.has(name) === true) return false;
    return !this.#isBound(name, moment);
  }

  #isBound(name: string, { placed, task, alsoBound }: Moment): boolean {
    if (alsoBound.includes(name)) return true;
    const bound = this.#blocks.get(placed)?.bound;
    if (bound?.has(name) === true) return task !== undefined && bound.isBoundOnEntry(name, task);
    const { around } = placed;
    if (!around) return false;
    return this.#isBound(name, { placed: around.outer, task: around.task, alsoBound: [], hasResult: false });
  }
}

const known = new WeakMap<PromptSubject, Environments>();

/** The environments of a map, made once for all rules. */
export function environmentsOf(subject: PromptSubject): Environments {
  const made = known.get(subject) ?? new Environments(subject);
  known.set(subject, made);
  return made;
}
