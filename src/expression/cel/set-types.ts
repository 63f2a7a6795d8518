import { childrenOf, type CelNode } from './cel-node.ts';

/** Makes the library's checker take the types that are known already, and null compare with everything. */
export function setTypes(node: CelNode, typeOf: (node: CelNode) => string | undefined): void {
  const type = typeOf(node);
  const children = childrenOf(node);
  if (type !== undefined) {
    node.check = (checker, _node, context) => {
      if (node.op === '.' || node.op === '[]') {
        for (const child of children) if (!isPlainWord(child)) checker.check(child, context);
      }
      return checker.getType(type);
    };
  } else if ((node.op === '==' || node.op === '!=') && node.args.some(isNull)) {
    node.check = (checker, _node, context) => {
      for (const child of children) checker.check(child, context);
      return checker.getType('bool');
    };
  }
  for (const child of children) setTypes(child, typeOf);
}

/** `vars` in `vars["name"]` is no name of its own. */
function isPlainWord(node: CelNode): boolean {
  return node.op === 'id';
}

function isNull(node: CelNode): boolean {
  return node.op === 'value' && node.args === null;
}
