import { argumentsFit, FUNCTIONS, METHODS, type CelFunction } from '../cel/cel-functions.ts';
import { kindOfType, mayEqual, operandsFit, type Kind } from '../cel/kinds.ts';
import { literalOf } from '../cel/literal-node.ts';
import type { Binary, Call, Method, Negative, Node } from '../cel/node.ts';
import {
  argumentsProblem,
  conditionProblem,
  operandsProblem,
  rangeProblem,
  signProblem,
} from '../cel/problems.ts';
import { elementOf } from '../types/member-of.ts';
import type { ValueType } from '../types/value.ts';

/** What is done with values of known types. Shape: `node` is what a message is about. */
export type Operation =
  | { readonly kind: 'condition'; readonly node: Node; readonly type: ValueType }
  | { readonly kind: 'operands'; readonly node: Binary; readonly left: ValueType; readonly right: ValueType }
  | { readonly kind: 'sign'; readonly node: Negative; readonly type: ValueType }
  | { readonly kind: 'range'; readonly node: Node; readonly type: ValueType }
  | { readonly kind: 'index'; readonly node: Node; readonly list: ValueType; readonly key: ValueType }
  | { readonly kind: 'call'; readonly node: Call; readonly types: readonly ValueType[] }
  | { readonly kind: 'method'; readonly node: Method; readonly types: readonly ValueType[] };

/** Why no values of the types would do. Shape: `problem` is a clause without a full stop, of the quoted text of the part. */
export interface Mismatch {
  readonly node: Node;
  readonly problem: (part: string) => string;
  /** What to write instead, of the text of the part. */
  readonly help?: (part: string) => string;
}

/** Finds out whether an operation must fail, or can never hold, whatever its values. */
export function findMismatch(operation: Operation): Mismatch | undefined {
  switch (operation.kind) {
    case 'condition':
      return conditionMismatch(operation.node, operation.type);
    case 'operands':
      return operandsMismatch(operation.node, operation.left, operation.right);
    case 'sign':
      return unless(isOneOf(operation.type, NUMBERS), operation.node, (part) =>
        signProblem(part, kindOfType(operation.type)),
      );
    case 'range':
      return unless(isOneOf(operation.type, RANGES), operation.node, rangeProblem);
    case 'index':
      return indexMismatch(operation);
    case 'call':
      return unless(typesFit(FUNCTIONS, operation), operation.node, argumentsProblem);
    case 'method':
  }
  return unless(typesFit(METHODS, operation), operation.node, argumentsProblem);
}

function indexMismatch({
  node,
  list,
  key,
}: Extract<Operation, { readonly kind: 'index' }>): Mismatch | undefined {
  if (kindOfType(list) !== 'list') return undefined;
  if (!isOneOf(key, NUMBERS))
    return { node, problem: () => 'an element of a list is read by its number, as in list[0]' };
  if (Number(literalOf(node) ?? 0) >= 0) return undefined;
  const help = (): string => 'Count from its size: the last element of a list is list[size(list) - 1].';
  return { node, problem: () => 'the elements of a list are counted from 0', help };
}

const NUMBERS: readonly Kind[] = ['integer', 'number'];
const RANGES: readonly Kind[] = ['list', 'object', 'null'];

function isOneOf(type: ValueType, kinds: readonly Kind[]): boolean {
  const kind = kindOfType(type);
  return kind === undefined || kinds.includes(kind);
}

function unless(fits: boolean, node: Node, problem: Mismatch['problem']): Mismatch | undefined {
  return fits ? undefined : { node, problem };
}

function typesFit(
  functions: ReadonlyMap<string, CelFunction>,
  { node, types }: Extract<Operation, { readonly kind: 'call' | 'method' }>,
): boolean {
  const called = functions.get(node.name);
  if (called === undefined) return true;
  if (!argumentsFit(called, types.map(kindOfType))) return false;
  return called.parameters.every(({ elements }, index) => {
    const held = elements && elementOf(types[index] ?? 'any');
    const kind = held && kindOfType(held);
    return elements === undefined || kind === undefined || kind === elements;
  });
}

function conditionMismatch(node: Node, type: ValueType): Mismatch | undefined {
  const kind = kindOfType(type);
  if (kind === undefined || kind === 'boolean' || kind === 'null') return undefined;
  const problem = (part: string): string => conditionProblem(part, kind);
  // A condition that is a text or a number was meant to be compared with nothing.
  const nothing = kind === 'text' ? '""' : kind === 'number' || kind === 'integer' ? '0' : undefined;
  const isPlain = node.kind === 'name' || node.kind === 'member';
  if (nothing === undefined || !isPlain) return { node, problem };
  return { node, problem, help: (part) => `Compare it: ${part} != ${nothing}.` };
}

function operandsMismatch(node: Binary, left: ValueType, right: ValueType): Mismatch | undefined {
  const kinds = [kindOfType(left), kindOfType(right)] as const;
  const problem = (part: string): string => operandsProblem(part, node.operator, kinds);
  if (!operandsFit(node.operator, ...kinds)) return { node, problem };
  const element = node.operator === 'in' ? elementOf(right) : undefined;
  const canBeIn = element === undefined || mayEqual(kinds[0], kindOfType(element));
  return canBeIn ? undefined : { node, problem };
}
