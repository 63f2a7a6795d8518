import { isAlias, isMap, isScalar, isSeq, parseDocument, type Node } from 'yaml';
import type { Value } from '../model/value.ts';
import { yamlProblem } from '../prompt/values/yaml-entries.ts';
import type { Source, Span } from '../text/source.ts';

/**
 * A value that was written in YAML, with the place of everything in it.
 *
 * Shape: of an object the `members` and of a list the `items`, in written order. What an alias stands for has the
 * places of where it is written.
 */
export interface YamlTree {
  readonly value: Value;
  readonly span: Span;
  readonly members?: ReadonlyMap<string, { readonly key: Span; readonly tree: YamlTree }>;
  readonly items?: readonly YamlTree[];
}

/** What is wrong with a text. Shape: `message` is a sentence. */
export interface YamlFault {
  readonly message: string;
  readonly span: Span;
}

/** Aliases count as what they stand for. */
const MAX_PARTS = 200_000;
const MAX_DEPTH = 60;

/**
 * Reads YAML 1.2 (so JSON, too): scalars, lists and objects, aliases (`*name`) and merged objects (`<<: *name`).
 *
 * Errors: none thrown; the first fault is returned.
 */
export function readYamlTree(source: Source): YamlTree | YamlFault {
  const document = parseDocument(source.text, {
    prettyErrors: false,
    logLevel: 'silent',
    // Its own search for duplicates takes time by the square of the number of keys.
    uniqueKeys: false,
  });
  const [error] = document.errors;
  if (error) {
    const [start, end] = error.pos;
    return { message: `This is no YAML: ${yamlProblem(error)}.`, span: within(source, start, end) };
  }
  if (document.contents === null) {
    return { message: 'There is nothing in it.', span: within(source, 0, 0) };
  }
  try {
    return treeOf(document.contents, { source, anchors: new Map(), budget: { parts: 0 }, depth: 0 });
  } catch (thrown) {
    if (thrown instanceof Unreadable) return thrown.fault;
    throw thrown;
  }
}

interface Reading {
  readonly source: Source;
  /** What was read under an anchor, and of how many parts it is. To look for one each time takes the time of the whole. */
  readonly anchors: Map<string, { readonly tree: YamlTree; readonly parts: number }>;
  readonly budget: { parts: number };
  readonly depth: number;
}

/** Ends the reading from any depth; caught where it began. */
class Unreadable extends Error {
  readonly fault: YamlFault;

  constructor(message: string, span: Span) {
    super(message);
    this.fault = { message, span };
  }
}

function treeOf(node: Node | null, reading: Reading): YamlTree {
  const { budget, depth, anchors } = reading;
  const before = budget.parts;
  budget.parts += 1;
  if (depth > MAX_DEPTH) refuseSize(node, reading);
  const tree = isAlias(node) ? aliased(node, reading) : writtenTree(node, { ...reading, depth: depth + 1 });
  if (budget.parts > MAX_PARTS) refuseSize(node, reading);
  const anchor = node !== null && 'anchor' in node ? node.anchor : undefined;
  if (typeof anchor === 'string') anchors.set(anchor, { tree, parts: budget.parts - before });
  return tree;
}

function refuseSize(node: Node | null, { source }: Reading): never {
  const message = 'It is too large or nested too deep, with all that aliases stand for.';
  throw new Unreadable(message, spanOf(node, source));
}

/** The same tree once more, not a copy: it is read once, and counted each time. */
function aliased(node: Node & { readonly source: string }, { source, anchors, budget }: Reading): YamlTree {
  const span = spanOf(node, source);
  const named = anchors.get(node.source);
  if (named === undefined) throw new Unreadable(`There is no anchor "&${node.source}" before this.`, span);
  budget.parts += named.parts;
  return { ...named.tree, span };
}

function writtenTree(node: Node | null, reading: Reading): YamlTree {
  const span = spanOf(node, reading.source);
  if (isMap<Node, Node | null>(node)) return objectOf(node.items, span, reading);
  if (isSeq<Node | null>(node)) {
    const items = node.items.map((item) => treeOf(item, reading));
    return { value: items.map(({ value }) => value), span, items };
  }
  return { value: isScalar(node) ? scalarOf(node.value, span) : null, span };
}

function objectOf(
  pairs: readonly { readonly key: Node; readonly value: Node | null }[],
  span: Span,
  reading: Reading,
): YamlTree {
  const own = new Map<string, { readonly key: Span; readonly tree: YamlTree }>();
  const merged = new Map(own);
  for (const { key, value } of pairs) {
    const keySpan = spanOf(key, reading.source);
    if (!isScalar(key)) throw new Unreadable('A key is a text.', keySpan);
    const name = typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
    const tree = treeOf(value, reading);
    if (name === '<<' && isAlias(value)) {
      for (const [each, member] of tree.members ?? []) merged.set(each, member);
    } else if (own.has(name)) throw new Unreadable(`The key "${name}" is there twice.`, keySpan);
    else own.set(name, { key: keySpan, tree });
  }
  const members = new Map([...merged, ...own]);
  const value = Object.fromEntries(Array.from(members, ([name, { tree }]) => [name, tree.value]));
  return { value, span, members };
}

function scalarOf(value: unknown, span: Span): Value {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value + 0;
  throw new Unreadable('This is not a text, a number, true, false or null.', span);
}

function spanOf(node: Node | null, source: Source): Span {
  const [start, end] = node?.range ?? [0, 0];
  return within(source, start, end);
}

/** Errors may point behind the text. */
function within(source: Source, from: number, to: number): Span {
  const start = Math.min(from, source.text.length);
  return { source, start, end: Math.max(start, Math.min(to, source.text.length)) };
}
