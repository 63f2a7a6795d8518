import type { ExpressionText } from '../../model/action.ts';
import type { Value } from '../../model/value.ts';
import type { CelNode } from '../cel/cel-node.ts';
import { literalOf } from '../cel/literal-node.ts';
import { openTree } from '../cel/open-tree.ts';
import { pathOf } from './path-of.ts';
import type { TypeEnvironment, ValuePath } from './type-environment.ts';

/** A value that is known before an expression is evaluated; undefined for one that is not. */
export type Known = { readonly value: Value } | undefined;

/**
 * What an expression comes to, as far as the values that are known decide it.
 *
 * As in CEL, one side of `&&` or `||` may decide whatever the other is. What is neither logic nor a comparison of
 * scalars is not known. Errors: none; the text is known to be right.
 */
export function knownValueOf({ text }: ExpressionText, read: (path: ValuePath) => Known): Known {
  const { root, originalOf } = openTree(text);
  return valueOf(root, (node) => {
    const path = pathOf(node, NOTHING, originalOf);
    return path && read(path);
  });
}

/** The same for a condition, in which null is false. */
export function knownTruthOf(node: ExpressionText, read: (path: ValuePath) => Known): boolean | undefined {
  return truthOf(knownValueOf(node, read));
}

const NOTHING: TypeEnvironment = { types: new Map(), unbound: new Set() };

type Read = (node: CelNode) => Known;

function valueOf(node: CelNode, read: Read): Known {
  const literal = literalOf(node);
  if (literal !== undefined) return { value: literal };
  if (node.op === '!_') return negated(truthOf(valueOf(node.args, read)));
  if (node.op === '&&' || node.op === '||') return connected(node, read);
  if (node.op === '==') return isEqual(node.args, read);
  if (node.op === '!=') return negated(truthOf(isEqual(node.args, read)));
  if (node.op !== '?:') return read(node);
  const condition = truthOf(valueOf(node.args[0], read));
  return condition === undefined ? undefined : valueOf(node.args[condition ? 1 : 2], read);
}

function connected({ op, args }: CelNode & { readonly op: '&&' | '||' }, read: Read): Known {
  const decides = op === '||';
  const sides = args.map((side) => truthOf(valueOf(side, read)));
  if (sides.includes(decides)) return { value: decides };
  return sides.includes(undefined) ? undefined : { value: !decides };
}

function isEqual([left, right]: readonly [CelNode, CelNode], read: Read): Known {
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
