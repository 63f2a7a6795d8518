import type { CelNode } from './cel-node.ts';

type TypeOf = (node: CelNode) => string | undefined;

/** What a condition may be: null is false there. */
const CONDITIONS: ReadonlySet<string> = new Set(['bool', 'dyn', 'null']);

/**
 * The CEL type of a tree whose parts surely go together; undefined where that is for the library to say.
 *
 * Most guards compare a member with a text, or ask for one; the library takes a tree of its own to say what is plain here.
 * Shape: `typeOf` gives the type of each part whose type is known already.
 */
export function agreedType(node: CelNode, typeOf: TypeOf): string | undefined {
  if (node.op === 'value') return typeOfValue(node.args);
  if (node.op === 'id') return typeOf(node);
  if (node.op === '.') return typeOfMember(node, typeOf);
  return isAgreed(node, typeOf) ? 'bool' : undefined;
}

function typeOfMember(node: CelNode & { readonly op: '.' }, typeOf: TypeOf): string | undefined {
  const [owner] = node.args;
  return owner.op === 'id' || agreedType(owner, typeOf) !== undefined ? typeOf(node) : undefined;
}

/** Whether a node is a condition, and surely right. */
function isAgreed(node: CelNode, typeOf: TypeOf): boolean {
  if (node.op === '!_') return isCondition(node.args, typeOf);
  if (node.op === 'call') return node.args[0] === 'has' && isPath(node.args[1]);
  if (node.op === '&&' || node.op === '||') return node.args.every((each) => isCondition(each, typeOf));
  if (node.op !== '==' && node.op !== '!=') return false;
  const [left, right] = node.args.map((each) => agreedType(each, typeOf));
  if (left === undefined || right === undefined) return false;
  return left === 'dyn' || right === 'dyn' || left === right;
}

function isCondition(node: CelNode, typeOf: TypeOf): boolean {
  return CONDITIONS.has(agreedType(node, typeOf) ?? '');
}

/** What `has` is asked of: members from a name, and nothing that would be worked out. */
function isPath([asked, ...others]: readonly CelNode[]): boolean {
  let at = others.length === 0 ? asked : undefined;
  while (at?.op === '.') at = at.args[0];
  return at?.op === 'id';
}

function typeOfValue(value: unknown): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'double';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : undefined;
}
