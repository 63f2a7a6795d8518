import { adaptTree } from './adapt-tree.ts';
import type { FreeName, Meaning } from './adaptation.ts';
import { aliasNames, type Aliased } from './alias-names.ts';
import { parseCel, type CelExpression } from './cel-library.ts';
import { depthOf, type CelNode } from './cel-node.ts';
import { describeFault, type CelFault } from './describe-fault.ts';
import { readTokens, type Fault } from './read-tokens.ts';

/**
 * What the text of an expression says, wherever it stands.
 *
 * Shape: `root` is for looking at only, since all who look share it; names are in source order. Units: offsets into the text.
 */
export interface Analysis {
  readonly aliased: Aliased;
  readonly root: CelNode;
  readonly names: readonly FreeName[];
  /** What was found out by checking the operators against types, by these. */
  readonly mismatches: Map<string, CelFault | undefined>;
}

/** The library walks a tree by recursion; a tree of this depth is safe, and a chain of 200 terms is enough. */
const MAX_DEPTH = 200;
/** Units: UTF-16 units of all texts that are known. A tree has no more nodes than its text has characters. */
const MAX_KNOWN_LENGTH = 256 * 1024;

const known = new Map<string, Analysis | Fault>();
let knownLength = 0;

/** Reads an expression; a text that was read lately is not read again. Errors: none thrown; the first fault is the result. */
export function analyseExpression(text: string): Analysis | Fault {
  const before = known.get(text);
  if (before) return before;
  const analysis = analyse(text);
  if (knownLength + text.length > MAX_KNOWN_LENGTH) {
    known.clear();
    knownLength = 0;
  }
  known.set(text, analysis);
  knownLength += text.length;
  return analysis;
}

function analyse(text: string): Analysis | Fault {
  const { tokens, fault } = readTokens(text);
  if (fault) return fault;
  if (tokens.length === 0) return { start: 0, end: text.length, problem: 'it is empty' };
  const aliased = aliasNames(text, tokens);
  const parsed = tryParse(text, aliased);
  if ('problem' in parsed) return parsed;
  const { names, faults } = adaptTree(parsed.root, { ...UNUSED, originalOf: namesOf(aliased) });
  return faults[0] ?? { aliased, root: parsed.root, names, mismatches: new Map() };
}

/** Nobody evaluates or checks what is looked at. */
const UNUSED: Omit<Meaning, 'originalOf'> = {
  typeOf: () => 'dyn',
  has: () => false,
  read: () => undefined,
  charge: (result) => result,
  spend: () => undefined,
};

/** The name that the author wrote, for a name in the tree. */
export function namesOf({ originalOf }: Aliased): (alias: string) => string {
  return (alias) => originalOf.get(alias) ?? alias;
}

function tryParse(text: string, aliased: Aliased): CelExpression | Fault {
  try {
    const parsed = parseCel(aliased.text);
    if (depthOf(parsed.root) <= MAX_DEPTH) return parsed;
    return { start: 0, end: text.length, problem: `it is nested more than ${MAX_DEPTH} deep` };
  } catch (thrown) {
    const problem = 'it makes no sense to the parser';
    return describeFault(thrown, text) ?? { start: 0, end: text.length, problem };
  }
}
