import type { CstNode } from 'chevrotain';
import type { JsonNode, JsonScalar } from '../tree/json-node.ts';
import { parseJson } from '../tree/parse-json.ts';
import { reportedFault, type TextFault } from '../tree/text-fault.ts';
import { childOf, childrenOf, onlyChild, rangeOf, tokenOf, tokensIn } from './cst.ts';
import { type Building, ObjectBuilder, type Range } from './node-builder.ts';
import { faultInExpression, readText } from './read-text.ts';

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
  reportFault(read, range, building);
  return scalar('', range);
}

function reportFault(fault: TextFault, range: Range, { source, report }: Building): void {
  const { span, params, extra } = reportedFault(fault, { source, ...range });
  report('malformed-string', span, params, extra);
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

/** An expression as it stands, comments blanked out. Errors: reports `malformed-string` for an escape that stands for nothing. */
export function expressionIn(node: CstNode | undefined, building: Building): JsonScalar | undefined {
  if (!node) return undefined;
  const range = rangeOf(node);
  const text = building.bare.slice(range.start, range.end);
  for (const { image, startOffset: start } of text.includes('\\') ? tokensIn(node) : []) {
    const fault = faultInExpression(image);
    if (fault) reportFault(fault, { start, end: start + image.length }, building);
  }
  return scalar(text, range);
}

/** Errors: reports `unexpected-word` for a number that only CEL has. */
export function numberIn(node: CstNode | undefined, building: Building): JsonScalar | undefined {
  if (!node) return undefined;
  const range = rangeOf(node);
  const image = building.bare.slice(range.start, range.end).replace(/\s/g, '');
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(image)) {
    const params = { expected: 'a decimal number', found: `"${image.slice(0, 40)}"` };
    const help = 'Write it in the decimal system: 31, 0.5 or 1e3.';
    building.report('unexpected-word', { source: building.source, ...range }, params, { help });
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

/**
 * What is written as JSON is a value, all else an expression. So are objects and null, which an argument cannot be: an object there is
 * what has an expression. Shape: undefined for an expression.
 */
export function literalIn(node: CstNode, building: Building): JsonNode | undefined {
  const { start, end } = rangeOf(node);
  let sound = true;
  const text = building.bare.slice(start, end);
  const literal = parseJson({ name: '', text }, () => (sound = false));
  return sound && literal && isArgument(literal) ? moved(literal, start) : undefined;
}

/** Whether a value can be that of an argument, as it is. */
export function isArgument(node: JsonNode): boolean {
  return node.kind === 'array' || (node.kind === 'scalar' && node.value !== null);
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
