import { inElement, joined, UNREAD, type Demand } from '../../expression/reads/demand.ts';
import type { Reader } from '../../expression/reads/read-expression.ts';
import type { Block, Task } from '../../model/block.ts';
import type { SchemaSource } from '../../model/field.ts';
import { itemNameOf, resultNamesOf } from '../../model/tasks.ts';
import { foreachAround, type BlockNode } from '../blocks/blocks.ts';
import type { ProgramPoint } from '../blocks/program-point.ts';
import type { PromptSubject } from '../blocks/rule.ts';
import { bindingsOf } from '../names/bindings.ts';

/** A value of a map that has readers. Shape: `demand` only grows. */
export class ReadValue {
  demand: Demand = UNREAD;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  readonly read = (demand: Demand): void => {
    const now = joined(this.demand, demand);
    if (now === this.demand) return;
    this.demand = now;
    this.#changed();
  };
}

/** The values of a map, and whom a name means at a point of it. */
export class MapValues {
  readonly subject: PromptSubject;
  readonly #create: () => ReadValue;
  readonly #inputs = new Map<string, ReadValue>();
  readonly #bound = new Map<Block, Map<string, ReadValue>>();
  readonly #passed = new Map<Task, Map<string, ReadValue>>();
  readonly #items = new Map<Task, ReadValue>();
  readonly #results = new Map<Task, ReadValue>();
  readonly #blocks = new Map<Block, ReadValue>();
  readonly #schemas = new Map<SchemaSource, ReadValue>();

  constructor(subject: PromptSubject, create: () => ReadValue) {
    this.subject = subject;
    this.#create = create;
    for (const { name } of subject.document.map.fields) this.input(name);
  }

  input(name: string): ReadValue {
    return this.#of(this.#inputs, name);
  }

  /** What a task of a block binds under a name. */
  bound(block: Block, name: string): ReadValue {
    return this.#of(this.#namesOf(block), name);
  }

  #namesOf(block: Block): Map<string, ReadValue> {
    const known = this.#bound.get(block);
    if (known) return known;
    const names = new Map(bindingsOf(block).map(({ name }) => [name, this.#create()]));
    this.#bound.set(block, names);
    return names;
  }

  /** What an action passes to a task. */
  passed(task: Task, name: string): ReadValue {
    const names = this.#passed.get(task) ?? new Map<string, ReadValue>();
    this.#passed.set(task, names);
    return this.#of(names, name);
  }

  item(task: Task): ReadValue {
    return this.#of(this.#items, task);
  }

  result(task: Task): ReadValue {
    return this.#of(this.#results, task);
  }

  /** What a block comes to. */
  resultOf(block: Block): ReadValue {
    return this.#of(this.#blocks, block);
  }

  schema(source: SchemaSource): ReadValue {
    return this.#of(this.#schemas, source);
  }

  /** Whom to tell of what is read of a name at a point: all that it may mean there. */
  *readersOf(name: string, point: ProgramPoint): Iterable<Reader> {
    const { blockNode, task } = point;
    const own = task && this.#readerOfOwn(name, task, point);
    if (own) {
      yield own;
      return;
    }
    yield* this.#readersOfCommon(name, blockNode, task);
  }

  *#readersOfCommon(name: string, blockNode: BlockNode, task: Task | undefined): Iterable<Reader> {
    const values = [task && this.#passed.get(task)?.get(name), this.#inputs.get(name)];
    for (const value of [...values, ...this.#boundAround(name, blockNode)]) if (value) yield value.read;
    const foreach = name === 'upstream' ? foreachAround(blockNode) : undefined;
    if (foreach) yield this.result(foreach).read;
  }

  *#boundAround(name: string, blockNode: BlockNode): Iterable<ReadValue | undefined> {
    for (let each: BlockNode | undefined = blockNode; each; each = each.around?.outer) {
      yield this.#namesOf(each.block).get(name);
      const around = each.around?.task;
      if (around && itemNameOf(around) === name) yield this.item(around);
    }
  }

  /** Its result; the item, where keys are worked out; what a branch or item came to, where its work is merged. */
  #readerOfOwn(
    name: string,
    task: Task,
    { hasResult, extra }: Pick<ProgramPoint, 'hasResult' | 'extra'>,
  ): Reader | undefined {
    if (hasResult && resultNamesOf(task).includes(name)) return this.result(task).read;
    if (extra?.has(name) !== true) return undefined;
    if (name === itemNameOf(task)) return this.item(task).read;
    return (demand) => {
      this.result(task).read(inElement(demand));
    };
  }

  #of<K>(values: Map<K, ReadValue>, key: K): ReadValue {
    const value = values.get(key) ?? this.#create();
    values.set(key, value);
    return value;
  }
}
