import { InvariantError } from '../../util/invariant.ts';
import { adaptTree } from './adapt-tree.ts';
import { analyseExpression, namesOf, type Analysis } from './analyse-expression.ts';
import { parseCel } from './cel-library.ts';
import { childrenOf, type CelNode } from './cel-node.ts';
import { describeFault, type CelFault } from './describe-fault.ts';
import { setTypes } from './set-types.ts';

/** A tree to be looked at. Its names are those of the text, by `originalOf`. */
export interface OpenTree {
  readonly root: CelNode;
  readonly originalOf: (alias: string) => string;
  /** What does not go together. Shape: `typeOf` gives the CEL type of each part whose type is known already. */
  readonly findConditionMismatch: (typeOf: (node: CelNode) => string | undefined) => CelFault | undefined;
}

/** Guards of a large map are checked with ever other types; what was found of the last ones is enough to keep. */
const MAX_CLASHES = 64;

/** Opens the tree of an expression; the text is known to be right. */
export function openTree(text: string): OpenTree {
  const analysis = analyseExpression(text);
  if ('problem' in analysis)
    throw new InvariantError(`An expression that cannot be read: ${analysis.problem}.`);
  const { root, aliased, mismatches } = analysis;
  return {
    root,
    originalOf: namesOf(aliased),
    findConditionMismatch: (typeOf) => {
      const types = nodesOf(root).map(typeOf);
      const key = types.join('\n');
      if (!mismatches.has(key)) {
        if (mismatches.size >= MAX_CLASHES) mismatches.clear();
        mismatches.set(key, checkTypes(text, analysis, types));
      }
      return mismatches.get(key);
    },
  };
}

/** Checks on a tree of its own, since the library leaves its types in it. Shape: a type a node, in the order of `nodesOf`. */
function checkTypes(
  text: string,
  { aliased }: Analysis,
  types: readonly (string | undefined)[],
): CelFault | undefined {
  const parsed = parseCel(aliased.text);
  const typeByNode = new Map(nodesOf(parsed.root).map((node, index) => [node, types[index]]));
  setTypes(parsed.root, (node) => typeByNode.get(node));
  adaptTree(parsed.root, {
    originalOf: namesOf(aliased),
    typeOf: (node) => typeByNode.get(node) ?? 'dyn',
    has: () => false,
    read: () => undefined,
    charge: (result) => result,
    spend: () => undefined,
  });
  return describeFault(parsed.check(), text);
}

/** All nodes of a tree; of two trees of the same text in the same order. */
function nodesOf(root: CelNode): readonly CelNode[] {
  const nodes = [root];
  // A list grows while it is walked.
  for (const node of nodes) nodes.push(...childrenOf(node));
  return nodes;
}
