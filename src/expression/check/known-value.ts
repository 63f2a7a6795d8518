import type { ExpressionText } from '../../model/action.ts';
import type { Value } from '../../model/value.ts';
import { literalOf } from '../cel/literal-node.ts';
import type { Logic, Node } from '../cel/node.ts';
import { rootOf } from '../cel/syntax-tree.ts';
import { pathOf } from './path-of.ts';
import type { ValuePath } from './type-environment.ts';

/** A value that is known before an expression is evaluated; undefined for one that is not. */
export type Known = { readonly value: Value } | undefined;

/**
 * What an expression comes to, as far as the values that are known decide it.
 *
 * As in CEL, one side of `&&` or `||` may decide whatever the other is. What is neither logic nor a comparison of
 * scalars is not known. Errors: none; the text is known to be right.
 */
export function knownValueOf({ text }: ExpressionText, read: (path: ValuePath) => Known): Known {
  return valueOf(rootOf(text), (node) => {
    const path = pathOf(node);
    return path && read(path);
  });
}

/** The same for a condition, in which null is false. */
export function knownTruthOf(node: ExpressionText, read: (path: ValuePath) => Known): boolean | undefined {
  return truthOf(knownValueOf(node, read));
}

type Read = (node: Node) => Known;

function valueOf(node: Node, read: Read): Known {
  const literal = literalOf(node);
  if (literal !== undefined) return { value: literal };
  if (node.kind === 'not') return negated(truthOf(valueOf(node.of, read)));
  if (node.kind === 'logic') return connected(node, read);
  if (node.kind === 'binary' && node.operator === '==') return isEqual([node.left, node.right], read);
  if (node.kind === 'binary' && node.operator === '!=') {
    return negated(truthOf(isEqual([node.left, node.right], read)));
  }
  if (node.kind !== 'choice') return read(node);
  const condition = truthOf(valueOf(node.condition, read));
  return condition === undefined ? undefined : valueOf(condition ? node.yes : node.no, read);
}

function connected({ operator, left, right }: Logic, read: Read): Known {
  const decides = operator === '||';
  const sides = [left, right].map((side) => truthOf(valueOf(side, read)));
  if (sides.includes(decides)) return { value: decides };
  return sides.includes(undefined) ? undefined : { value: !decides };
}

function isEqual([left, right]: readonly [Node, Node], read: Read): Known {
  const [one, other] = [valueOf(left, read), valueOf(right, read)];
  if (one === undefined || other === undefined || !isScalar(one.value) || !isScalar(other.value))
    return undefined;
  return { value: one.value === other.value };
}

function isScalar(value: Value): boolean {
  return value === null || typeof value !== 'object';
}

function negated(truth: boolean | undefined): Known {
  return truth === undefined ? undefined : { value: !truth };
}

function truthOf(known: Known): boolean | undefined {
  if (known?.value === null) return false;
  return typeof known?.value === 'boolean' ? known.value : undefined;
}
