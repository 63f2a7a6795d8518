import type { CelNode } from '../cel/cel-node.ts';
import { literalOf } from '../cel/literal-node.ts';

/** A question whether something holds nothing, however it is put. */
export interface Emptiness {
  readonly of: CelNode;
  /** Whether yes means that it holds nothing. */
  readonly isEmpty: boolean;
}

/** Reads `size(x) == 0`, `x.size() > 0`, `1 <= size(x)` and the like: a size is a whole number from 0 on. */
export function emptinessOf(node: CelNode): Emptiness | undefined {
  if (!isComparison(node)) return undefined;
  const { op, args } = node;
  const [left, right] = args;
  const of = sizedBy(left) ?? sizedBy(right);
  const isTurned = sizedBy(left) === undefined;
  const bound = literalOf(isTurned ? left : right);
  const isEmpty = ANSWERS.get(`${isTurned ? TURNED[op] : op} ${String(bound)}`);
  return of === undefined || isEmpty === undefined ? undefined : { of, isEmpty };
}

const TURNED = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

function isComparison(node: CelNode): node is CelNode & { readonly op: keyof typeof TURNED } {
  return Object.hasOwn(TURNED, node.op);
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
export function sizedBy(node: CelNode): CelNode | undefined {
  if (node.op === 'call') return node.args[0] === 'size' ? node.args[1][0] : undefined;
  return node.op === 'rcall' && node.args[0] === 'size' ? node.args[1] : undefined;
}
