import type { Fix } from '../../diagnostics/diagnostic.ts';
import type { Expression } from '../cel/expression.ts';
import { childrenOf, type Binary, type Node, type Place } from '../cel/node.ts';
import { VALUES_ELSEWHERE } from '../cel/words.ts';
import { mayBeNull } from '../types/member-of.ts';
import { environmentOf, SILENT } from './infer-expression.ts';
import { TypeInference } from './infer-type.ts';
import { pathOf } from './path-of.ts';
import type { TypeEnvironment } from './type-environment.ts';

/**
 * The fix for a value that other languages have, such as undefined or True.
 *
 * Shape: what is compared with null, and cannot be it, is asked for with has(). Undefined where the name is
 * that of no such value, or all that is written is nothing.
 */
export function fixOfValueElsewhere(
  name: string,
  expression: Expression,
  env: TypeEnvironment,
): Fix | undefined {
  const value = VALUES_ELSEWHERE.get(name);
  if (value === undefined) return undefined;
  const { span, text, root } = expression;
  // What is given nothing is left out.
  if (value === 'null' && root.kind === 'name') return undefined;
  const known = environmentOf(expression, env);
  const edits = usesOf(name, root).map(({ node, around }) => {
    const path = value === 'null' && around ? askedPath(node, around, known) : undefined;
    const asked = path && `${around?.operator === '==' ? '!' : ''}has(${text.slice(path.start, path.end)})`;
    const { start, end } = asked === undefined ? node : (around ?? node);
    return {
      span: { source: span.source, start: span.start + start, end: span.start + end },
      newText: asked ?? value,
    };
  });
  return { title: `Write ${edits[0]?.newText ?? value}.`, safe: false, edits };
}

interface Use {
  readonly node: Node;
  /** What it is compared in. */
  readonly around: Binary | undefined;
}

function usesOf(name: string, node: Node, around?: Node): readonly Use[] {
  if (node.kind === 'name') {
    const isComparison = around?.kind === 'binary' && (around.operator === '==' || around.operator === '!=');
    return node.name === name && !node.isBound ? [{ node, around: isComparison ? around : undefined }] : [];
  }
  return childrenOf(node).flatMap((child) => usesOf(name, child, node));
}

/** What is compared with nothing, where it is a path that cannot be null. */
function askedPath(node: Node, { left, right }: Binary, env: TypeEnvironment): Place | undefined {
  const other = left === node ? right : left;
  if (pathOf(other) === undefined) return undefined;
  let isMissing = false;
  const miss = (): void => {
    isMissing = true;
  };
  const { type } = new TypeInference({ ...SILENT, unboundName: miss, badMember: miss }).infer(other, env);
  return mayBeNull(type) && !isMissing ? undefined : other;
}
