import type { CstNode, IToken } from 'chevrotain';
import type { Range } from './node-builder.ts';

/** The first part of a node under a name. */
export function childOf(node: CstNode | undefined, name: string): CstNode | undefined {
  for (const each of node?.children[name] ?? []) if ('children' in each) return each;
  return undefined;
}

export function childrenOf(node: CstNode | undefined, name: string): readonly CstNode[] {
  return (node?.children[name] ?? []).filter((each): each is CstNode => 'children' in each);
}

export function tokenOf(node: CstNode | undefined, name: string): IToken | undefined {
  return (node?.children[name] ?? []).find((each): each is IToken => 'image' in each);
}

/** The only part of a node that is one of alternatives. */
export function onlyChild(node: CstNode): CstNode | undefined {
  // Most nodes have one name; a list of their values would be made for each.
  for (const name in node.children) {
    const part = childOf(node, name);
    if (part) return part;
  }
  return undefined;
}

export function rangeOf(node: CstNode | undefined): Range {
  // What is left out has no place, which the parser writes as NaN.
  const start = node?.location?.startOffset || 0;
  return { start, end: Math.max(start, (node?.location?.endOffset || start - 1) + 1) };
}

export function tokenRange(token: IToken): Range {
  return { start: token.startOffset, end: token.startOffset + token.image.length };
}

/** All tokens of a node, which is no deeper than brackets may nest. */
export function* tokensIn({ children }: CstNode): Generator<IToken> {
  for (const part of Object.values(children).flat()) {
    if ('image' in part) yield part;
    else yield* tokensIn(part);
  }
}

/** A token as a node of its own. */
export function leaf(token: IToken): CstNode {
  const { startOffset } = token;
  const endOffset = startOffset + token.image.length - 1;
  const location = { startOffset, endOffset, startLine: NaN, startColumn: NaN, endLine: NaN, endColumn: NaN };
  return { name: token.tokenType.name, children: {}, location };
}
