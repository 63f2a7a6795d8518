/**
 * A part of an expression, typed by its kind: what the checker, the completion, the guards and the evaluation all look at.
 *
 * 1. Parentheses have no node. They lie outside the part that they hold, and inside the one around it.
 * 2. A tree is shared by all who read the same text, and nobody changes it.
 */
export type Node<K extends NodeKind = NodeKind> = { [P in K]: Nodes[P] }[K];
export type NodeKind = keyof Nodes;

interface Nodes {
  readonly literal: Literal;
  readonly name: NameNode;
  readonly member: Member;
  readonly index: Index;
  readonly has: Has;
  readonly call: Call;
  readonly method: Method;
  readonly macro: Macro;
  readonly list: ListNode;
  readonly object: ObjectNode;
  readonly not: Not;
  readonly negative: Negative;
  readonly choice: Choice;
  readonly logic: Logic;
  readonly binary: Binary;
}

/** What is done with nodes, by their kind. */
export type ByKind<Result, Rest extends readonly unknown[] = []> = {
  readonly [K in NodeKind]: (node: Nodes[K], ...rest: Rest) => Result;
};

/** Does with a node what a table says of its kind. */
export function applyByKind<K extends NodeKind, Result, Rest extends readonly unknown[]>(
  table: ByKind<Result, Rest>,
  node: Node<K> & { readonly kind: K },
  ...rest: Rest
): Result {
  return table[node.kind](node, ...rest);
}

/** Units: offsets into the text of the expression, half-open. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Shape: a whole number without a point or an exponent is a bigint. */
export interface Literal extends Place {
  readonly kind: 'literal';
  readonly value: string | number | bigint | boolean | null;
}

/** Shape: `isBound` where a macro around it binds the name; `word` is where the name itself is written. */
export interface NameNode extends Place {
  readonly kind: 'name';
  readonly name: string;
  readonly isBound: boolean;
  readonly word: Place;
}

export interface Member extends Place {
  readonly kind: 'member';
  readonly owner: Node;
  readonly name: string;
}

export interface Index extends Place {
  readonly kind: 'index';
  readonly owner: Node;
  readonly index: Node;
}

/** A name, or members and elements that lead from one. */
export type Path = NameNode | Member | Index;

export interface Has extends Place {
  readonly kind: 'has';
  readonly path: Path;
}

export interface Call extends Place {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Node[];
}

export interface Method extends Place {
  readonly kind: 'method';
  readonly name: string;
  readonly receiver: Node;
  readonly args: readonly Node[];
}

export type MacroName = 'all' | 'exists' | 'exists_one' | 'filter' | 'map';

/** Shape: `condition` is absent in a map() without one, `result` in all that are not map(). */
export interface Macro extends Place {
  readonly kind: 'macro';
  readonly name: MacroName;
  readonly receiver: Node;
  readonly variable: NameNode;
  readonly condition: Node | undefined;
  readonly result: Node | undefined;
}

export interface ListNode extends Place {
  readonly kind: 'list';
  readonly items: readonly Node[];
}

/** Shape: a key that is a bare word is a literal text. */
export interface ObjectNode extends Place {
  readonly kind: 'object';
  readonly entries: readonly { readonly key: Node; readonly value: Node }[];
}

export interface Not extends Place {
  readonly kind: 'not';
  readonly of: Node;
}

export interface Negative extends Place {
  readonly kind: 'negative';
  readonly of: Node;
}

export interface Choice extends Place {
  readonly kind: 'choice';
  readonly condition: Node;
  readonly yes: Node;
  readonly no: Node;
}

export interface Logic extends Place {
  readonly kind: 'logic';
  readonly operator: '&&' | '||';
  readonly left: Node;
  readonly right: Node;
}

export type BinaryOperator = Equality | Order | Arithmetic | 'in';
export type Equality = '==' | '!=';
export type Order = '<' | '<=' | '>' | '>=';
export type Arithmetic = '+' | '-' | '*' | '/' | '%';

export interface Binary extends Place {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Node;
  readonly right: Node;
}

/** The nodes right below one, in source order. */
export function childrenOf(node: Node): readonly Node[] {
  return applyByKind(CHILDREN, node);
}

const CHILDREN: ByKind<readonly Node[]> = {
  literal: () => [],
  name: () => [],
  member: ({ owner }) => [owner],
  index: ({ owner, index }) => [owner, index],
  has: ({ path }) => [path],
  call: ({ args }) => args,
  method: ({ receiver, args }) => [receiver, ...args],
  macro: ({ receiver, variable, condition, result }) =>
    [receiver, variable, condition, result].filter((each) => each !== undefined),
  list: ({ items }) => items,
  object: ({ entries }) => entries.flatMap(({ key, value }) => [key, value]),
  not: ({ of }) => [of],
  negative: ({ of }) => [of],
  choice: ({ condition, yes, no }) => [condition, yes, no],
  logic: ({ left, right }) => [left, right],
  binary: ({ left, right }) => [left, right],
};

export function isPath(node: Node): node is Path {
  if (node.kind === 'name') return true;
  return (node.kind === 'member' || node.kind === 'index') && isPath(node.owner);
}

/** How deep a tree is. Counts without recursion: it says whether recursion is safe. */
export function depthOf(root: Node): number {
  let depth = 0;
  for (let level: readonly Node[] = [root]; level.length > 0; depth += 1) level = level.flatMap(childrenOf);
  return depth;
}
