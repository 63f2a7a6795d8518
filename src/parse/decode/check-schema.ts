import type { Extra, Report } from '../../diagnostics/diagnostic.ts';
import type { Source, Span } from '../../text/source.ts';
import { closest } from '../../util/closest.ts';
import type { JsonMember, JsonNode, JsonObject } from '../tree/json-node.ts';

/** Keywords of JSON Schema, of all drafts: by what their values are made of. */
const VALUES =
  'type enum const default examples title description $comment format pattern deprecated readOnly writeOnly uniqueItems ' +
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems minProperties ' +
  'maxProperties minContains maxContains required dependentRequired $schema $id id $anchor $ref $dynamicRef $dynamicAnchor ' +
  '$recursiveRef $recursiveAnchor $vocabulary contentEncoding contentMediaType';
const PARTS =
  'additionalProperties propertyNames items contains not if then else additionalItems unevaluatedItems unevaluatedProperties ' +
  'contentSchema allOf anyOf oneOf prefixItems';
const MAPS = 'properties patternProperties $defs definitions dependentSchemas dependencies';
const [OF_PARTS, OF_MAPS] = [new Set(PARTS.split(' ')), new Set(MAPS.split(' '))];
const KEYWORDS: ReadonlySet<string> = new Set([...VALUES.split(' '), ...OF_PARTS, ...OF_MAPS]);
/** What people write for a keyword that is not near. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['props', 'properties'],
  ['fields', 'properties'],
  ['values', 'enum'],
  ['options', 'enum'],
  ['desc', 'description'],
  ['regex', 'pattern'],
]);
const MAX_DEPTH = 40;

/**
 * Checks what a JSON Schema says, keyword by keyword.
 *
 * Errors: reports `unknown-keyword` and `unsatisfiable-schema`.
 */
export function checkSchema(root: JsonNode, source: Source, report: Report): void {
  const visit = (node: JsonNode, depth: number): void => {
    if (node.kind !== 'object' || depth > MAX_DEPTH) return;
    reportUnknown(node, source, report);
    for (const [member, problem] of contradictionsIn(node))
      report('unsatisfiable-schema', spanOf(member, source), { problem });
    for (const each of schemasIn(node)) visit(each, depth + 1);
  };
  visit(root, 0);
}

function reportUnknown(node: JsonObject, source: Source, report: Report): void {
  const unknown = [...node.members.values()].filter(
    ({ name }) => !KEYWORDS.has(name) && !name.startsWith('x-'),
  );
  const isWhole = unknown.length > 0 && unknown.length === node.members.size;
  for (const member of isWhole ? unknown.slice(0, 1) : unknown) {
    const extra = isWhole ? wrapping(node, unknown, source) : renaming(member, node, source);
    report('unknown-keyword', spanOf(member, source), { keyword: member.name }, extra);
  }
}

function schemasIn({ members }: JsonObject): readonly JsonNode[] {
  return [...members.values()].flatMap(({ name, value }) => {
    if (OF_PARTS.has(name)) return partsOf(value);
    const isMap = OF_MAPS.has(name) && value.kind === 'object';
    return isMap ? Array.from(value.members.values(), (each) => each.value) : [];
  });
}

function partsOf(node: JsonNode): readonly JsonNode[] {
  return node.kind === 'array' ? node.items : [node];
}

function spanOf({ nameStart, nameEnd }: JsonMember, source: Source): Span {
  return { source, start: nameStart, end: nameEnd };
}

function renaming(member: JsonMember, { members }: JsonObject, source: Source): Extra {
  const near = MEANT.get(member.name) ?? closest(member.name, KEYWORDS);
  if (near === undefined || members.has(near)) return {};
  const span = spanOf(member, source);
  const newText = source.text[span.start] === '"' ? JSON.stringify(near) : near;
  return { fix: { title: `Write ${near}.`, safe: false, edits: [{ span, newText }] } };
}

/** All members are schemas: those of the members of an object, without "properties" around them. */
function wrapping(node: JsonObject, members: readonly JsonMember[], source: Source): Extra {
  if (members.some(({ value }) => value.kind !== 'object')) return {};
  const at = (offset: number, newText: string) => ({ span: { source, start: offset, end: offset }, newText });
  const edits = [at(node.start + 1, ' "type": "object", "properties": {'), at(node.end - 1, '} ')];
  return { fix: { title: 'Put "properties" around them.', safe: false, edits } };
}

type Contradiction = readonly [JsonMember, problem: string];

const BOUNDS: readonly (readonly [least: string, most: string])[] = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
];

function contradictionsIn(node: JsonObject): readonly Contradiction[] {
  return [...boundContradictions(node), ...typeContradictions(node), ...missingProperties(node)];
}

function* boundContradictions({ members }: JsonObject): Iterable<Contradiction> {
  for (const [least, most] of BOUNDS) {
    const low = members.get(least);
    const [from, to] = [low, members.get(most)].map((each) => each && numberIn(each.value));
    if (!low || from === undefined || to === undefined) continue;
    if (from > to || (from === to && least === 'exclusiveMinimum'))
      yield [low, `"${least}" is ${from} and "${most}" ${to}`];
  }
}

/** What is required beside listed members, where none are allowed beside these. */
function missingProperties({ members }: JsonObject): readonly Contradiction[] {
  const others = members.get('additionalProperties')?.value;
  const required = members.get('required');
  const isClosed = others?.kind === 'scalar' && others.value === false && !members.has('patternProperties');
  if (!isClosed || required?.value.kind !== 'array') return [];
  const properties = members.get('properties')?.value;
  const listed = properties?.kind === 'object' ? properties.members : new Map<string, JsonMember>();
  const names = required.value.items.map((item) => (item.kind === 'scalar' ? item.value : null));
  const missing = names.filter((name) => typeof name === 'string').filter((name) => !listed.has(name));
  return missing.map((name): Contradiction => [
    required,
    `"${name}" is required, and is not one of the "properties", beside which none are allowed`,
  ]);
}

function* typeContradictions(node: JsonObject): Iterable<Contradiction> {
  const type = node.members.get('type')?.value;
  const types = type && partsOf(type).flatMap((each) => (each.kind === 'scalar' ? String(each.value) : []));
  for (const name of ['enum', 'const']) {
    const member = node.members.get(name);
    if (!types || !member) continue;
    const values = name === 'enum' ? partsOf(member.value) : [member.value];
    if (values.length === 0 || values.some((value) => types.some((each) => isOfType(value, each)))) continue;
    yield [member, `no value of "${name}" is of the type "${types.join('" or "')}"`];
  }
}

function isOfType(node: JsonNode, type: string): boolean {
  if (node.kind !== 'scalar') return node.kind === type;
  if (node.value === null) return type === 'null';
  if (type === 'integer') return Number.isInteger(node.value);
  return typeof node.value === type;
}

function numberIn(node: JsonNode): number | undefined {
  return node.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;
}
