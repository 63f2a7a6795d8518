import { literalOf } from '../cel/literal-node.ts';
import type { Binary, Equality, Node, Order } from '../cel/node.ts';

/** A question whether something holds nothing, however it is put. */
export interface Emptiness {
  readonly of: Node;
  /** Whether yes means that it holds nothing. */
  readonly isEmpty: boolean;
}

/** Reads `size(x) == 0`, `x.size() > 0`, `1 <= size(x)` and the like: a size is a whole number from 0 on. */
export function emptinessOf(node: Node): Emptiness | undefined {
  if (!isComparison(node)) return undefined;
  const { operator, left, right } = node;
  const of = sizedBy(left) ?? sizedBy(right);
  const isTurned = sizedBy(left) === undefined;
  const bound = literalOf(isTurned ? left : right);
  const isEmpty = ANSWERS.get(`${isTurned ? TURNED[operator] : operator} ${String(bound)}`);
  return of === undefined || isEmpty === undefined ? undefined : { of, isEmpty };
}

const TURNED = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

function isComparison(node: Node): node is Binary & { readonly operator: Equality | Order } {
  return node.kind === 'binary' && Object.hasOwn(TURNED, node.operator);
}

const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ['== 0', true],
  ['<= 0', true],
  ['< 1', true],
  ['!= 0', false],
  ['> 0', false],
  ['>= 1', false],
]);

/** What a node asks the size of. */
export function sizedBy(node: Node): Node | undefined {
  if (node.kind === 'call') return node.name === 'size' ? node.args[0] : undefined;
  return node.kind === 'method' && node.name === 'size' ? node.receiver : undefined;
}
