import type { Node } from 'web-tree-sitter';
import type { Language, SymbolKind } from '../languages/language.ts';
import type { TextRange } from './count-names.ts';
import type { Definition } from './file-tags.ts';
import { MAX_HEAD, signatureOf } from './signature-of.ts';

/** A match of a query: a definition and the node of its name. */
export interface FoundDefinition {
  readonly kind: string;
  readonly node: Node;
  readonly name: Node;
}

/** Units: definitions, and UTF-16. */
const MAX_DEFINITIONS = 2_000;
const MAX_NAME = 80;

const KINDS: readonly SymbolKind[] = [
  'function',
  'method',
  'class',
  'interface',
  'struct',
  'enum',
  'type',
  'module',
  'macro',
  'constant',
  'scope',
];

interface Placed {
  readonly kind: SymbolKind;
  readonly name: string;
  readonly end: number;
}

/**
 * The definitions of a file that others can use, in the order of the text: those inside of functions are left out, a
 * function of a class is a method, and of several with one name, such as overloads, the first counts.
 */
export function toDefinitions(
  found: readonly FoundDefinition[],
  text: string,
  language: Language,
): readonly Definition[] {
  const definitions = new Map<string, Definition>();
  const open: Placed[] = [];
  for (const each of placesOf(found)) {
    while ((open.at(-1)?.end ?? Infinity) <= each.start) open.pop();
    const around = open.at(-1);
    const placed = placeOf(each, text, { language, around });
    if (placed === undefined) continue;
    if (placed.kind !== 'constant') open.push(placed);
    const definition = definitionOf(each, placed, { around, text });
    const key = `${definition.within}.${definition.name}`;
    const isListed = placed.kind !== 'scope' && !definitions.has(key);
    if (isListed && definitions.size < MAX_DEFINITIONS) definitions.set(key, definition);
  }
  return [...definitions.values()];
}

function definitionOf(
  { node }: FoundDefinition,
  { kind, name }: Placed,
  { around, text }: { readonly around: Placed | undefined; readonly text: string },
): Definition {
  const isAlone = around === undefined || kind === 'macro' || around.kind === 'type';
  const signature = signatureOf(text, node, kind);
  return { name, kind, line: node.startPosition.row + 1, signature, within: isAlone ? '' : around.name };
}

/** In the order of the text, the outer first. What one place is by two patterns is rather anything than a type. */
function placesOf(found: readonly FoundDefinition[]): readonly (FoundDefinition & TextRange)[] {
  const places = new Map<string, FoundDefinition & TextRange>();
  for (const each of found) {
    const range = { start: each.node.startIndex, end: each.node.endIndex };
    const key = `${range.start} ${range.end} ${each.name.startIndex}`;
    if ((places.get(key)?.kind ?? 'type') === 'type') places.set(key, { ...each, ...range });
  }
  return [...places.values()].toSorted((a, b) => a.start - b.start || b.end - a.end);
}

/** Undefined for what others cannot use. */
function placeOf(
  { kind: written, name, start, end }: FoundDefinition & TextRange,
  text: string,
  { language, around }: { readonly language: Language; readonly around: Placed | undefined },
): Placed | undefined {
  if (around?.kind === 'function' || around?.kind === 'method') return undefined;
  const head = text.slice(start, Math.min(end, start + MAX_HEAD));
  const kind = kindOf(written, head, around);
  // An `impl` of a generic type is of the type.
  const given = name.text.replace(/<.*$/s, '').slice(0, MAX_NAME + 1);
  if (kind === undefined || given.length > MAX_NAME) return undefined;
  if (kind === 'constant' && language.isConstant?.(head) === false) return undefined;
  return { kind, name: given, end };
}

function kindOf(written: string, head: string, around: Placed | undefined): SymbolKind | undefined {
  const kind = KINDS.find((each) => each === written);
  if (kind === 'function' && around !== undefined && around.kind !== 'module') return 'method';
  // A constant that holds a function is one.
  const isFunction =
    /^[\w$]+\s*(?::[^=]*)?=\s*(?:async\s*)?(?:function\b|<|\([^)]*\)\s*(?::[^=]*)?=>|[\w$]+\s*=>)/;
  return kind === 'constant' && isFunction.test(head) ? 'function' : kind;
}
