import { resultTypeOf } from '../expression/result-type.ts';
import type { Scope, ValueType } from '../expression/value.ts';
import type { Block } from '../model/block.ts';
import type { Value } from '../model/value.ts';
import type { BlockInstance } from './block-instance.ts';
import type { Program } from './program.ts';

/**
 * The names that tasks of a block bind, with what they hold now.
 *
 * Shape: every name that some task binds is declared; one that is not bound is absent.
 */
export function boundNames(
  program: Program,
  { block, bound }: Pick<BlockInstance, 'block' | 'bound'>,
): Scope {
  return { types: typesOf(program, block), values: bound };
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
    if (task.type === 'decide') for (const { name } of task.set) declare(name, 'any');
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
