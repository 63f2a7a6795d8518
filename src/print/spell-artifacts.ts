import { fieldsOf, fieldsThat } from '../language/fields.ts';
import { HEAD_FIELD, SECTION_LINES, WORDED } from '../language/section-words.ts';
import type { SectionField } from '../language/sections.ts';
import { isKeyword } from '../parse/parse-dsl.ts';
import type { JsonMember, JsonNode } from '../parse/tree/json-node.ts';
import {
  after,
  expressionOf,
  hasOnly,
  membersOf,
  namesOf,
  numberOf,
  partOf,
  pathOf,
  quotedOf,
  stringIn,
  wordOf,
} from './parts.ts';
import { bindingsOf, filledList } from './spell-bindings.ts';
import { filledLines } from './spell-action.ts';
import { spellName } from './spell.ts';

/** A line below the head. Shape: `member` is where it comes from. */
export interface ArtifactLine {
  readonly text: string;
  readonly member: JsonMember;
}

/** The words for the artifacts of a map: a head and its lines; undefined where they are to be JSON. */
export function artifactLines(
  node: JsonNode,
  indent: string,
): { readonly head: string; readonly lines: readonly ArtifactLine[] } | undefined {
  const section = partOf(node, WORDED.name);
  if (section?.kind !== 'object' || !hasOnly(node, [WORDED.name])) return undefined;
  const first = HEAD_FIELD === undefined ? undefined : partOf(section, HEAD_FIELD);
  const head = isKeyword(stringIn(first) ?? '') ? quotedOf(first) : pathOf(first);
  if (first && head === undefined) return undefined;
  const lines: ArtifactLine[] = [];
  for (const run of runsOf(membersOf(section).filter((each) => each.name !== HEAD_FIELD))) {
    const found = linesOf(run, indent);
    if (!found) return undefined;
    lines.push(...found);
  }
  return { head: head === undefined ? 'artifacts' : `artifacts ${head}`, lines };
}

const EXPRESSIONS: ReadonlySet<string> = new Set(
  fieldsThat(WORDED.part, ({ kind }) => kind === 'expression'),
);
const LINES: ReadonlyMap<string, SectionField> = new Map(SECTION_LINES.map((each) => [each.name, each]));

/** Members that share a line: expressions that follow each other. */
function runsOf(members: readonly JsonMember[]): readonly (readonly [JsonMember, ...JsonMember[]])[] {
  const runs: [JsonMember, ...JsonMember[]][] = [];
  for (const each of members) {
    const last = runs.at(-1);
    if (last && EXPRESSIONS.has(each.name) && EXPRESSIONS.has(last[0].name)) last.push(each);
    else runs.push([each]);
  }
  return runs;
}

function linesOf(
  run: readonly [JsonMember, ...JsonMember[]],
  indent: string,
): readonly ArtifactLine[] | undefined {
  const [member] = run;
  const { name, value } = member;
  const line = LINES.get(name);
  if (line?.field.kind === 'list') return fileLines(value, member, { word: line.word, indent });
  const words = EXPRESSIONS.has(name) ? bindingsOf(run, 'with', indent) : wordsOf(line, value, indent);
  return words === undefined ? undefined : [{ text: words, member }];
}

function wordsOf(line: SectionField | undefined, value: JsonNode, indent: string): string | undefined {
  if (line === undefined) return undefined;
  const { word, field } = line;
  if (field.kind === 'words') return after(`${word} `, namesOf(value));
  if (field.kind === 'number') return after(`${word} `, numberOf(value));
  if (field.kind === 'part') return bindingsOf(membersOf(value), word, indent);
  if (field.kind !== 'texts') return undefined;
  const labels = membersOf(value).map((each) => labelOf(each));
  return labels.includes(undefined) ? undefined : filledList(word, labels, indent);
}

function labelOf({ name, value }: JsonMember): string | undefined {
  const text = quotedOf(value);
  return text === undefined ? undefined : `${spellName(name)} ${text}`;
}

function fileLines(
  value: JsonNode,
  owner: JsonMember,
  { word, indent }: { readonly word: string; readonly indent: string },
): readonly ArtifactLine[] | undefined {
  if (value.kind !== 'array' || value.items.length === 0) return undefined;
  const lines: ArtifactLine[] = [];
  for (const [index, file] of value.items.entries()) {
    const text = spellFile(file, word, indent);
    if (text === undefined) return undefined;
    // A comment above a file stays there.
    lines.push({ text, member: index === 0 ? owner : { ...owner, nameStart: file.start, value: file } });
  }
  return lines;
}

function spellFile(file: JsonNode, head: string, indent: string): string | undefined {
  const [path, content] = [pathOf(partOf(file, 'path')), expressionOf(partOf(file, 'content'))];
  const [schemaPath, kind] = [partOf(file, 'schemaPath'), partOf(file, 'kind')];
  const [schema, word] = [pathOf(schemaPath), wordOf(kind)];
  const isSaid = hasOnly(file, fieldsOf('artifactFile'));
  if (path === undefined || content === undefined || !isSaid) return undefined;
  if ((schemaPath && schema === undefined) || (kind && word === undefined)) return undefined;
  const parts = [`${head} ${path}`, after('as ', word), after('schema ', schema), `= ${content}`];
  return filledLines(parts, indent);
}
