import { childrenOf, type Node, type Place } from './node.ts';
import { parseTokens } from './parse-tokens.ts';
import { readTokens, type Fault } from './read-tokens.ts';
import { InvariantError } from '../../util/invariant.ts';

/** What the text of an expression says, wherever it stands. Shape: `names` are in source order. */
export interface SyntaxTree {
  readonly root: Node;
  readonly names: readonly FreeName[];
}

/** A use of a free name. Shape: `isGuarded` inside `has(name)`. */
export interface FreeName extends Place {
  readonly name: string;
  readonly isGuarded: boolean;
}

/** Units: UTF-16 units of all texts that are known. A tree has no more nodes than its text has characters. */
const MAX_KNOWN_LENGTH = 256 * 1024;

const known = new Map<string, SyntaxTree | Fault>();
let knownLength = 0;

/** Reads an expression; a text that was read lately is not read again. Errors: none thrown; the first fault is the result. */
export function readSyntaxTree(text: string): SyntaxTree | Fault {
  const before = known.get(text);
  if (before) return before;
  const tree = read(text);
  if (knownLength + text.length > MAX_KNOWN_LENGTH) {
    known.clear();
    knownLength = 0;
  }
  known.set(text, tree);
  knownLength += text.length;
  return tree;
}

/** The root of an expression that is known to be right. */
export function rootOf(text: string): Node {
  const tree = readSyntaxTree(text);
  if ('problem' in tree) throw new InvariantError(`An expression that cannot be read: ${tree.problem}.`);
  return tree.root;
}

function read(text: string): SyntaxTree | Fault {
  const { tokens, fault } = readTokens(text);
  if (fault) return fault;
  if (tokens.length === 0) return { start: 0, end: text.length, problem: 'it is empty' };
  const root = parseTokens(text, tokens);
  if ('problem' in root) return root;
  return { root, names: [...freeNames(root, false)].toSorted((a, b) => a.start - b.start) };
}

function* freeNames(node: Node, isGuarded: boolean): Iterable<FreeName> {
  if (node.kind === 'name') {
    if (!node.isBound) yield { name: node.name, ...node.word, isGuarded };
    return;
  }
  // Of a path in has() the name alone is guarded, not what its indexes read.
  const first = node.kind === 'has' || (isGuarded && (node.kind === 'member' || node.kind === 'index'));
  for (const [index, child] of childrenOf(node).entries()) yield* freeNames(child, first && index === 0);
}
