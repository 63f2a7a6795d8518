import { findBuiltIn } from '../functions/functions.ts';
import { argumentsFit, FUNCTIONS, METHODS, requireWhole, type CelFunction } from './cel-functions.ts';
import { fromCel, toCel } from './convert-value.ts';
import { ExpressionFault } from './expression-fault.ts';
import type { Frame } from './frame.ts';
import { isNumeric, kindInWords, kindOf, operandsFit } from './kinds.ts';
import {
  applyByKind,
  isPath,
  type Binary,
  type ByKind,
  type Call,
  type Index,
  type Logic,
  type Macro,
  type Member,
  type Method,
  type NameNode,
  type Negative,
  type Node,
  type Path,
} from './node.ts';
import { elementIn, isEqual, isIn, memberIn, OPERATIONS } from './operations.ts';
import {
  argumentsProblem,
  conditionProblem,
  operandsProblem,
  rangeProblem,
  signProblem,
} from './problems.ts';
import { quoted, quotedName } from './quoted.ts';

/** One evaluation. Shape: `text` is the whole expression; `bound` has what macros bind, by name. */
export interface Evaluation {
  readonly text: string;
  readonly frame: Frame;
  readonly bound: Map<string, unknown>;
}

/**
 * Evaluates a part of an expression.
 *
 * Shape: texts, booleans and null are themselves, numbers are numbers, whole ones bigints, lists arrays, objects Maps.
 * Errors: throws {@link ExpressionFault}.
 */
export function evaluateNode(node: Node, to: Evaluation): unknown {
  return to.frame.charge(applyByKind(VALUES, node, to));
}

const VALUES: ByKind<unknown, [Evaluation]> = {
  literal: ({ value }) => value,
  name: ({ name, isBound }, { bound, frame }) => (isBound ? bound.get(name) : frame.read(name)),
  member: readMember,
  index: readElement,
  has: ({ path }, to) => find(path, to) !== undefined,
  call,
  method: (node, to) => apply(node, METHODS.get(node.name), { args: [node.receiver, ...node.args], to }),
  macro: goThrough,
  list: ({ items }, to) => items.map((each) => evaluateNode(each, to)),
  object: ({ entries }, to) =>
    new Map(entries.map(({ key, value }) => [evaluateNode(key, to), evaluateNode(value, to)])),
  not: ({ of }, to) => !holds(of, to),
  negative: negate,
  choice: ({ condition, yes, no }, to) => evaluateNode(holds(condition, to) ? yes : no, to),
  logic: connect,
  binary: operate,
};

/** Whether a condition is true. Null is false. */
function holds(node: Node, to: Evaluation): boolean {
  const value = evaluateNode(node, to) ?? false;
  if (typeof value === 'boolean') return value;
  throw new ExpressionFault(conditionProblem(partOf(node, to), kindOf(value)));
}

/** A side that decides does so whatever the other is, also where that one fails. */
function connect({ operator, left, right }: Logic, to: Evaluation): boolean {
  return quantify(operator === '||', [left, right], (side) => holds(side, to));
}

/** Whether something is so of any (`decides` is true) or of all of some things. One that decides does so also where others fail. */
function quantify<T>(decides: boolean, all: Iterable<T>, isSo: (each: T) => boolean): boolean {
  let fault: ExpressionFault | undefined;
  for (const each of all) {
    try {
      if (isSo(each) === decides) return decides;
    } catch (thrown) {
      if (!(thrown instanceof ExpressionFault)) throw thrown;
      fault ??= thrown;
    }
  }
  if (fault !== undefined) throw fault;
  return !decides;
}

function readMember({ owner, name }: Member, to: Evaluation): unknown {
  const from = evaluateNode(owner, to);
  const found = memberIn(from, name);
  if (found !== undefined) return found;
  const problem =
    from === null || typeof from === 'object'
      ? `there is no ${quoted(name)} in it`
      : `${quoted(name)} asks for a member of ${kindInWords(kindOf(from))}`;
  throw new ExpressionFault(problem);
}

function readElement({ owner, index }: Index, to: Evaluation): unknown {
  const from = evaluateNode(owner, to);
  const key = evaluateNode(index, to);
  const found = Array.isArray(from) ? elementIn(from, key) : memberIn(from, key);
  if (found !== undefined) return found;
  if (!Array.isArray(from)) throw new ExpressionFault(`there is no ${quotedName(String(key))} in it`);
  const problem = isNumeric(kindOf(key))
    ? 'a list has no element at that index'
    : 'an element of a list is read by its number, as in list[0]';
  throw new ExpressionFault(problem);
}

/** What has() asks for: undefined where it is not there, or anything on the way to it. */
function find(path: Path, to: Evaluation): unknown {
  if (path.kind === 'name') return findName(path, to);
  const from = isPath(path.owner) ? find(path.owner, to) : evaluateNode(path.owner, to);
  const key = path.kind === 'member' ? path.name : evaluateNode(path.index, to);
  if (from instanceof Map) return from.get(key);
  return Array.isArray(from) ? elementIn(from, key) : undefined;
}

function findName({ name, isBound }: NameNode, { bound, frame }: Evaluation): unknown {
  if (isBound) return bound.get(name);
  return frame.has(name) ? frame.read(name) : undefined;
}

function call(node: Call, to: Evaluation): unknown {
  const { name, args } = node;
  const builtIn = findBuiltIn(name);
  if (builtIn === undefined) return apply(node, FUNCTIONS.get(name), { args, to });
  return toCel(builtIn.call(args.map((each) => fromCel(evaluateNode(each, to)))), 'any');
}

function apply(
  node: Call | Method,
  called: CelFunction | undefined,
  { args, to }: { readonly args: readonly Node[]; readonly to: Evaluation },
): unknown {
  const given = args.map((each) => evaluateNode(each, to));
  if (called === undefined || !argumentsFit(called, given.map(kindOf))) {
    throw new ExpressionFault(argumentsProblem(partOf(node, to)));
  }
  if (called.isSearch === true) to.frame.spend(costOfSearch(given));
  return called.call(given);
}

/** V8 looks for a text from its end, and may start again at nearly every place. It is paid for before it begins. */
function costOfSearch([text, sought]: readonly unknown[]): number {
  return (String(text).length * String(sought).length) / COMPARED_PER_UNIT;
}

const COMPARED_PER_UNIT = 5000;

function goThrough(node: Macro, to: Evaluation): unknown {
  const from = evaluateNode(node.receiver, to);
  const elements: unknown = from instanceof Map ? [...from.keys()] : from;
  if (!Array.isArray(elements)) throw new ExpressionFault(rangeProblem(partOf(node.receiver, to)));
  const { name } = node.variable;
  const hidden = to.bound.get(name);
  try {
    return resultOf(node, elements, to);
  } finally {
    to.bound.set(name, hidden);
  }
}

function resultOf(
  { name, variable, condition, result }: Macro,
  elements: readonly unknown[],
  to: Evaluation,
): unknown {
  const isSo = (element: unknown): boolean => {
    to.bound.set(variable.name, element);
    return condition === undefined || holds(condition, to);
  };
  if (name === 'all' || name === 'exists') return quantify(name === 'exists', elements, isSo);
  const kept: unknown[] = [];
  for (const element of elements) {
    if (isSo(element)) kept.push(result ? evaluateNode(result, to) : element);
  }
  return name === 'exists_one' ? kept.length === 1 : kept;
}

function negate(node: Negative, to: Evaluation): number | bigint {
  const value = evaluateNode(node.of, to);
  if (typeof value === 'bigint') return requireWhole(-value);
  if (typeof value === 'number') return -value;
  throw new ExpressionFault(signProblem(partOf(node, to), kindOf(value)));
}

function operate(node: Binary, to: Evaluation): unknown {
  const left = evaluateNode(node.left, to);
  const right = evaluateNode(node.right, to);
  const { operator } = node;
  if (operator === '==') return isEqual(left, right);
  if (operator === '!=') return !isEqual(left, right);
  const kinds = [kindOf(left), kindOf(right)] as const;
  if (!operandsFit(operator, ...kinds)) {
    throw new ExpressionFault(operandsProblem(partOf(node, to), operator, kinds));
  }
  return operator === 'in' ? isIn(left, right) : OPERATIONS[operator](left, right);
}

function partOf({ start, end }: Node, { text }: Evaluation): string {
  return quoted(text.slice(start, end));
}
