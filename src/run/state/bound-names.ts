import { declaredType } from '../../expression/types/declared-type.ts';
import { expressionOf } from '../../expression/cel/expression-of.ts';
import { elementOf } from '../../expression/types/member-of.ts';
import { resultTypeOf, type SchemaOf } from '../../expression/types/result-type.ts';
import { typeOfExpression } from '../../expression/check/type-of-expression.ts';
import type { Scope, ValueType } from '../../expression/types/value.ts';
import type { Block, ForeachTask } from '../../model/block.ts';
import type { Value } from '../../model/value.ts';
import { assignmentsOf } from '../../model/tasks.ts';
import type { BlockInstance } from './block-instance.ts';
import type { Program } from '../program/program.ts';

/**
 * The names that a task of a block can read beside inputs and its own: those that tasks of it bind, with what they
 * hold now, and those of the blocks around.
 *
 * Shape: every name that some task binds is declared; one that is not bound is absent.
 */
export function boundNames({ program, block, bound, outer }: BlockInstance): Scope {
  const types = typesOf(program, block);
  if (outer.types.size === 0) return { types, values: bound };
  // Until it binds a name itself, a block sees that of the blocks around.
  return { types: new Map([...outer.types, ...types]), values: new Map([...outer.values, ...bound]) };
}

/** What a block inside of this one sees for as long as it runs: the names as they are now. */
export function namesInside(instance: BlockInstance): Scope {
  const { types, values } = boundNames(instance);
  return { types, values: new Map(values) };
}

/** The same for an item of a foreach, whose name is bound too. */
export function itemNames(instance: BlockInstance, task: ForeachTask, item: Value): Scope {
  const { types, values } = namesInside(instance);
  return {
    types: new Map([...types, [task.item, itemTypeOf(instance, task)]]),
    values: new Map([...values, [task.item, item]]),
  };
}

const itemTypes = new WeakMap<ForeachTask, ValueType>();

/** What is known of the items, once a task: of the same names they are always of the same type. */
function itemTypeOf(instance: BlockInstance, task: ForeachTask): ValueType {
  const known = itemTypes.get(task);
  if (known !== undefined) return known;
  const { types } = boundNames(instance);
  const { fields } = instance.program.map;
  const schemaOf: SchemaOf = (source) => instance.program.schemas.get(source);
  const inputs = fields.map((field): [string, ValueType] => [field.name, declaredType(field, schemaOf)]);
  const env = { types: new Map([...inputs, ...types]), unbound: new Set<string>() };
  const type = elementOf(typeOfExpression(expressionOf(task.items), env)) ?? 'any';
  itemTypes.set(task, type);
  return type;
}

/** Nothing is bound yet: what a prompt is rendered from where there is no run. */
export function noBoundNames(program: Program, block: Block): Scope {
  return { types: typesOf(program, block), values: new Map<string, Value>() };
}

const known = new WeakMap<Block, ReadonlyMap<string, ValueType>>();

function typesOf(program: Program, block: Block): ReadonlyMap<string, ValueType> {
  const types = known.get(block) ?? collectTypes(program, block);
  known.set(block, types);
  return types;
}

/** A name that several tasks bind is of the type that they agree on. */
function collectTypes({ schemas }: Program, block: Block): ReadonlyMap<string, ValueType> {
  const types = new Map<string, ValueType>();
  const declare = (name: string, type: ValueType): void => {
    const other = types.get(name);
    types.set(name, other === undefined || isSame(other, type) ? type : 'any');
  };
  for (const task of block.tasks) {
    if (task.type === 'end') continue;
    // Numbers that are computed are doubles, whatever they look like.
    for (const { name } of assignmentsOf(task)) declare(name, 'any');
    if (task.as !== undefined)
      declare(
        task.as,
        resultTypeOf(task, (source) => schemas.get(source)),
      );
  }
  return types;
}

function isSame(one: ValueType, other: ValueType): boolean {
  return one === other || JSON.stringify(one, mapsToo) === JSON.stringify(other, mapsToo);
}

function mapsToo(_: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}
