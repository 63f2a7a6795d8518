import { closest } from '../../util/closest.ts';
import { describeType } from '../types/describe-type.ts';
import type { BuiltIn, Parameter } from '../functions/function-table.ts';
import { canBe } from '../types/refine-type.ts';
import { membersOf } from '../types/union-of.ts';
import type { ObjectType, ValueType } from '../types/value.ts';

/**
 * Why an argument of a function cannot be meant.
 *
 * Shape: `index` says which argument it is, from 0, and `key` which member of it, where it is about one; `problem` is a
 * clause without a full stop, `help` a sentence.
 */
export interface ArgumentMismatch extends Mismatch {
  readonly index: number;
}

interface Mismatch {
  readonly key?: string;
  readonly problem: string;
  readonly help: string;
}

/**
 * Finds the first argument of a function that no value of its type can fit.
 *
 * What may be absent fits: a function takes it as nothing.
 */
export function findArgumentMismatch(
  { name, parameters }: BuiltIn,
  types: readonly ValueType[],
): ArgumentMismatch | undefined {
  for (const [index, type] of types.entries()) {
    const parameter = parameters[index];
    const mismatch = parameter && mismatchOf(`${name}()`, parameter, type);
    if (mismatch) return { ...mismatch, index };
  }
  return undefined;
}

function mismatchOf(owner: string, { name, type: wanted }: Parameter, type: ValueType): Mismatch | undefined {
  if (!canFit(type, wanted)) {
    const problem = `"${name}" of ${owner} is ${wordsFor(wanted)}, and this is ${wordsFor(type)}`;
    return {
      problem,
      help: 'Give what the function takes; "string(x)" and "[x]" turn other values into it.',
    };
  }
  if (!isObject(wanted)) return undefined;
  for (const object of membersOf([type]).filter(isObject)) {
    for (const [key, member] of object.members) {
      const mismatch = memberMismatch(owner, wanted, { name: key, type: member.type });
      if (mismatch) return { ...mismatch, key };
    }
  }
  return undefined;
}

function memberMismatch(
  owner: string,
  { members, isOpen }: ObjectType,
  { name, type }: Parameter,
): Mismatch | undefined {
  const declared = members.get(name);
  if (declared) return mismatchOf(owner, { name, type: declared.type }, type);
  if (isOpen) return undefined;
  const near = closest(name, members.keys());
  const problem = `${owner} knows no "${name}"${near === undefined ? '' : `; there is "${near}"`}`;
  return { problem, help: `It knows ${[...members.keys()].join(', ')}.` };
}

/** Whether some value of a type is one of another. */
function canFit(type: ValueType, wanted: ValueType): boolean {
  const all = membersOf([wanted]);
  return membersOf([type]).some((each) => all.some((one) => canBeOne(each, one)));
}

function canBeOne(type: ValueType, wanted: ValueType): boolean {
  if (type === 'any' || wanted === 'any' || type === 'null') return true;
  if (typeof type === 'string') return type === wanted || (wanted === 'number' && type === 'integer');
  if (type.kind === 'literals') return type.values.some((value) => value === null || canBe(wanted, value));
  if (typeof wanted === 'string' || type.kind !== wanted.kind) return false;
  return type.kind !== 'list' || wanted.kind !== 'list' || canFit(type.items, wanted.items);
}

/** Two lists that do not fit differ in what they hold. */
function wordsFor(type: ValueType): string {
  const words = membersOf([type]).map((each) =>
    typeof each !== 'string' && each.kind === 'list' ? `a list${of(each.items)}` : describeType(each),
  );
  return words.length <= 3 ? [...new Set(words)].join(' or ') : describeType(type);
}

function of(items: ValueType): string {
  const word = PLURALS[describeType(items)];
  return word === undefined ? '' : ` of ${word}`;
}

const PLURALS: Readonly<Record<string, string>> = {
  'a text': 'texts',
  'a number': 'numbers',
  'an object': 'objects',
  'a list': 'lists',
};

function isObject(type: ValueType): type is ObjectType {
  return typeof type !== 'string' && type.kind === 'object';
}
