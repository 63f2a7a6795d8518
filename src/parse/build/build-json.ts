import type { CstNode } from 'chevrotain';
import type { Extra } from '../../diagnostics/diagnostic.ts';
import type { JsonNode, JsonScalar } from '../tree/json-node.ts';
import { parseJson } from '../tree/parse-json.ts';
import { childOf, childrenOf, onlyChild, rangeOf, tokenOf } from './cst.ts';
import { type Building, ObjectBuilder, type Range } from './node-builder.ts';
import { readText } from './read-text.ts';

export function scalar(value: JsonScalar['value'], { start, end }: Range): JsonScalar {
  return { kind: 'scalar', start, end, value };
}

/** A name or text. Errors: reports `malformed-string`. */
export function textIn(node: CstNode | undefined, building: Building): JsonScalar | undefined {
  if (!node) return undefined;
  const range = rangeOf(node);
  const image = building.source.text.slice(range.start, range.end);
  // Between the words of a name there may be any blanks.
  if (!image.startsWith('"')) return scalar(image.replace(/[ \t]+/g, ' '), range);
  const read = readText(image);
  if ('value' in read) return scalar(read.value, range);
  const fix = backslashFix(image, range, building);
  building.report('malformed-string', { source: building.source, ...range }, { fault: read.fault }, fix);
  return scalar('', range);
}

/** A backslash that escapes nothing is meant as one. */
function backslashFix(image: string, { start }: Range, { source }: Building): Extra {
  if (image.startsWith('"""')) return {};
  const edits = [...image.matchAll(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\/g)]
    .filter(([found]) => found === '\\')
    .map(({ index }) => {
      const at = start + index;
      return { span: { source, start: at, end: at }, newText: '\\' };
    });
  return edits.length === 0 ? {} : { fix: { title: 'Write \\\\ for a backslash.', safe: false, edits } };
}

export function nameIn(node: CstNode | undefined, building: Building): { name: string; at: Range } {
  const text = textIn(node, building);
  return { name: String(text?.value ?? ''), at: rangeOf(node) };
}

/** A path, in quotes as it stands; without quotes one word alone is a file in the folder for it. */
export function pathIn(
  node: CstNode | undefined,
  building: Building,
  folder?: { readonly path: string; readonly ending: string },
): JsonScalar | undefined {
  const text = textIn(node, building);
  if (!text || !folder || typeof text.value !== 'string') return text;
  const isShort = building.source.text[text.start] !== '"' && !/[./]/.test(text.value);
  return isShort ? { ...text, value: `${folder.path}/${text.value}${folder.ending}` } : text;
}

/** An expression as it stands, comments blanked out. */
export function expressionIn(node: CstNode | undefined, { bare }: Building): JsonScalar | undefined {
  if (!node) return undefined;
  const range = rangeOf(node);
  return scalar(bare.slice(range.start, range.end), range);
}

/** Errors: reports `unexpected-word` for a number that only CEL has. */
export function numberIn(node: CstNode | undefined, building: Building): JsonScalar | undefined {
  if (!node) return undefined;
  const range = rangeOf(node);
  const image = building.bare.slice(range.start, range.end).replace(/\s/g, '');
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(image)) {
    const params = { expected: 'a decimal number', found: `"${image.slice(0, 40)}"` };
    building.report('unexpected-word', { source: building.source, ...range }, params);
    return scalar(0, range);
  }
  return scalar(Number(image), range);
}

export function jsonIn(node: CstNode | undefined, building: Building): JsonNode | undefined {
  if (!node) return undefined;
  const part = onlyChild(node);
  if (!part) {
    const image = tokenOf(node, 'Literal')?.image ?? 'null';
    return scalar(image === 'null' ? null : image === 'true', rangeOf(node));
  }
  switch (part.name) {
    case 'object':
      return objectIn(part, building);
    case 'list':
      return listIn(part, building);
    case 'number':
      return numberIn(part, building);
    default:
      return textIn(part, building);
  }
}

export function objectIn(node: CstNode | undefined, building: Building): JsonNode | undefined {
  if (!node) return undefined;
  const object = new ObjectBuilder(building);
  for (const member of childrenOf(node, 'member')) {
    const { name, at } = nameIn(childOf(member, 'word'), building);
    object.add(name, at, jsonIn(childOf(member, 'json'), building));
  }
  return object.node(rangeOf(node));
}

export function listIn(node: CstNode | undefined, building: Building): JsonNode | undefined {
  if (!node) return undefined;
  const items = childrenOf(node, 'json').flatMap((each) => jsonIn(each, building) ?? []);
  return { kind: 'array', ...rangeOf(node), items };
}

export function namesIn(node: CstNode | undefined, building: Building): JsonNode | undefined {
  if (!node) return undefined;
  const names = [...childrenOf(node, 'name'), ...childrenOf(node, 'word')];
  const items = names.flatMap((each) => textIn(each, building) ?? []);
  return { kind: 'array', ...rangeOf(node), items };
}

/** What is written as JSON is a value, all else an expression. Shape: undefined for an expression. */
export function literalIn(node: CstNode, building: Building): JsonNode | undefined {
  const { start, end } = rangeOf(node);
  let sound = true;
  const text = building.bare.slice(start, end);
  const literal = parseJson({ name: '', text }, () => (sound = false));
  return sound && literal ? moved(literal, start) : undefined;
}

function moved(node: JsonNode, by: number): JsonNode {
  const at = { start: node.start + by, end: node.end + by };
  if (node.kind === 'scalar') return { ...node, ...at };
  if (node.kind === 'array') return { ...node, ...at, items: node.items.map((each) => moved(each, by)) };
  const members = [...node.members.values()].map(({ name, nameStart, nameEnd, value }) => {
    return [
      name,
      { name, nameStart: nameStart + by, nameEnd: nameEnd + by, value: moved(value, by) },
    ] as const;
  });
  return { ...node, ...at, members: new Map(members) };
}
