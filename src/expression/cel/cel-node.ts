/**
 * A node of the library's syntax tree, with the parts that its published types leave out.
 *
 * The tree is changed in place: a node whose `check` or `evaluate` is set answers by that instead of by its
 * class. Both stay in use through the node itself only, so every reader of the tree sees the change.
 */
export type CelNode = NodeBase & NodeKind;

type NodeKind =
  | { readonly op: 'value'; readonly args: unknown }
  | { readonly op: 'id'; readonly args: string }
  | { readonly op: '.'; readonly args: readonly [CelNode, string]; readonly handle: ReadMember }
  | { readonly op: '[]'; readonly args: readonly [CelNode, CelNode]; readonly handle: ReadMember }
  | { readonly op: 'call'; readonly args: readonly [string, readonly CelNode[]] }
  | {
      readonly op: 'rcall';
      readonly args: readonly [string, CelNode, readonly CelNode[]];
      readonly handle: CallMethod;
    }
  | { readonly op: 'list'; readonly args: readonly CelNode[] }
  | { readonly op: 'map'; readonly args: readonly (readonly [CelNode, CelNode])[] }
  | { readonly op: '?:'; readonly args: readonly [CelNode, CelNode, CelNode] }
  | { readonly op: '!_'; readonly args: CelNode }
  | { readonly op: '-_'; readonly args: CelNode }
  | Infix<'&&' | '||' | '==' | '!=' | 'in' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%'>;

/** One kind for each operator, so that a check of `op` tells them apart. */
type Infix<Op> = Op extends string ? { readonly op: Op; readonly args: readonly [CelNode, CelNode] } : never;

/** How a checked node reads a member, once owner and key are evaluated. */
type ReadMember = (owner: unknown, key: unknown, node: CelNode, evaluator: CelEvaluator) => unknown;

/** How a checked node calls a method, once its object and arguments are evaluated. */
type CallMethod = (given: readonly unknown[], evaluator: CelEvaluator, node: CelNode) => unknown;

interface NodeBase {
  /** Units: offsets into the parsed text, half-open. */
  readonly start: number;
  readonly end: number;
  /** What a macro put in the node's place, and how nodes of this kind are evaluated. */
  readonly meta: {
    readonly alternate?: CelNode;
    readonly macro?: { evaluate: (evaluator: CelEvaluator, macro: unknown, context: unknown) => unknown };
    readonly evaluate: CelNode['evaluate'];
  };
  check: (checker: CelChecker, node: CelNode, context: unknown) => CelType;
  evaluate: (evaluator: CelEvaluator, node: CelNode, context: unknown) => unknown;
}

export interface CelType {
  readonly name: string;
}

interface CelChecker {
  readonly check: (node: CelNode, context: unknown) => CelType;
  readonly getType: (name: string) => CelType;
}

export interface CelEvaluator {
  readonly run: (node: CelNode, context: unknown) => unknown;
}

/** The nodes right below one, in no promised order. */
export function childrenOf(node: CelNode): readonly CelNode[] {
  if (node.op === 'value' || node.op === 'id') return [];
  if (node.op === '.') return [node.args[0]];
  if (node.op === 'call') return node.args[1];
  if (node.op === 'rcall') return [node.args[1], ...node.args[2]];
  if (node.op === 'map') return node.args.flat();
  if (node.op === '!_' || node.op === '-_') return [node.args];
  return node.args;
}

/** How deep a tree is. Counts without recursion: it says whether recursion is safe. */
export function depthOf(root: CelNode): number {
  let depth = 0;
  for (let level: readonly CelNode[] = [root]; level.length > 0; depth += 1)
    level = level.flatMap(childrenOf);
  return depth;
}
