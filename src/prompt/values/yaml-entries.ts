import { isMap, isScalar, isSeq, parseDocument, type Node, type ParsedNode, type YAMLError } from 'yaml';
import type { Span } from '../../text/source.ts';

/** What is written under a key. */
export type Entry = Written & { readonly key: Key };

/**
 * A value as it is written.
 *
 * Shape: `nothing` is an empty value or `null`; `isPlain` where a scalar has no quotes and no tag; `other` is what is
 * neither, such as an alias.
 */
export type Written =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'scalar'; readonly text: string; readonly isPlain: boolean; readonly span: Span }
  | { readonly kind: 'map'; readonly entries: readonly Entry[]; readonly span: Span }
  | { readonly kind: 'list'; readonly items: readonly Written[]; readonly span: Span }
  | { readonly kind: 'other'; readonly span: Span };

interface Key {
  readonly name: string;
  readonly span: Span;
}

/** Why a text gave no entries: a clause without a full stop. */
export interface YamlFault {
  readonly problem: string;
  readonly span: Span;
}

/**
 * Reads YAML of keys and values, with the place of everything.
 *
 * The one place that knows the package. Values are the text that is written (quotes and escapes undone), so that
 * `007` stays what it is until its type is known. Nothing is expanded: an alias is an entry of kind `other`,
 * and text that would grow when it is expanded stays as small as it is written.
 */
export function readYaml(span: Span): readonly Entry[] | YamlFault {
  const { source, start, end } = span;
  const place = (from: number, to: number): Span => ({ source, start: start + from, end: start + to });
  const text = source.text.slice(start, end);
  const document = parseDocument(text, {
    prettyErrors: false,
    logLevel: 'silent',
    // Its own search for duplicates takes time by the square of the number of keys.
    uniqueKeys: false,
  });
  const [error] = document.errors;
  if (error)
    return { problem: yamlProblem(error), span: place(...inText(placeOf(error, text), end - start)) };
  const { contents } = document;
  if (contents === null) return [];
  if (isMap(contents)) return entriesOf(contents, place);
  if (isScalar(contents) && contents.value === null) return [];
  return { problem: 'it is not a list of keys and values', span: spanOf(contents, place) };
}

type Place = (from: number, to: number) => Span;

function entriesOf(map: Node, place: Place): readonly Entry[] {
  if (!isMap<ParsedNode, ParsedNode | null>(map)) return [];
  return map.items.map(({ key, value }): Entry => {
    const name = isScalar(key) ? textOf(key) : '';
    return { key: { name, span: spanOf(key, place) }, ...writtenOf(value, place) };
  });
}

function writtenOf(value: Node | null, place: Place): Written {
  if (value === null) return { kind: 'nothing' };
  const span = spanOf(value, place);
  if (isMap(value)) return { kind: 'map', entries: entriesOf(value, place), span };
  if (isSeq<ParsedNode | null>(value)) {
    return { kind: 'list', items: value.items.map((item) => writtenOf(item, place)), span };
  }
  if (!isScalar(value)) return { kind: 'other', span };
  if (value.value === null) return { kind: 'nothing' };
  const isPlain = value.type === 'PLAIN' && value.tag === undefined;
  return { kind: 'scalar', text: textOf(value), isPlain, span };
}

function textOf(scalar: { readonly value: unknown; readonly source?: string | undefined }): string {
  if (typeof scalar.value === 'string') return scalar.value;
  return scalar.source ?? String(scalar.value);
}

function spanOf(node: Node, place: Place): Span {
  const [from, to] = node.range ?? [0, 0];
  return place(from, to);
}

/** How deep is too deep depends on what is left of the stack, and how much a call takes of it: the first bracket does not. */
function placeOf({ code, pos }: YAMLError, text: string): readonly [number, number] {
  if (code !== 'RESOURCE_EXHAUSTION') return pos;
  const bracket = Math.max(0, text.search(/[[{]/));
  return [bracket, bracket + 1];
}

/** Errors may point behind the text. */
function inText([from, to]: readonly [number, number], length: number): [number, number] {
  const start = Math.min(from, length);
  return [start, Math.max(start, Math.min(to, length))];
}

const PROBLEMS: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BAD_INDENT: 'this line is indented otherwise than its neighbours',
  TAB_AS_INDENT: 'a tab is used to indent; YAML takes spaces',
  BLOCK_AS_IMPLICIT_KEY: 'a second ":" follows on the line; put the value in quotes',
  MISSING_CHAR: 'a closing quote or bracket, or a ":" after the key, is missing',
  MULTILINE_IMPLICIT_KEY: 'a ":" is missing after the key',
  UNEXPECTED_TOKEN: 'this stands where a key or a value is expected',
  BAD_SCALAR_START: 'a value that starts with this sign must be in quotes',
  BAD_DQ_ESCAPE: 'this escape has no meaning; write "\\\\" for a backslash',
  BAD_ALIAS: 'it refers to an anchor that is not there; put a value with "*" in quotes',
  RESOURCE_EXHAUSTION: 'it is nested too deep',
  MULTIPLE_DOCS: 'it holds a second document',
};

/** What is wrong with a text as YAML: a clause without a full stop. */
export function yamlProblem({ code }: Pick<YAMLError, 'code'>): string {
  return PROBLEMS[code] ?? 'this is not YAML';
}
