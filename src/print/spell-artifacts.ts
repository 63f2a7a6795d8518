import { fieldsOf, fieldsThat } from '../language/fields.ts';
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
  const map = partOf(node, 'map');
  if (map?.kind !== 'object' || !hasOnly(node, ['map'])) return undefined;
  const workflow = partOf(map, 'workflow');
  const name = isKeyword(stringIn(workflow) ?? '') ? quotedOf(workflow) : pathOf(workflow);
  if (workflow && name === undefined) return undefined;
  const lines: ArtifactLine[] = [];
  for (const run of runsOf(membersOf(map).filter((each) => each.name !== 'workflow'))) {
    const found = linesOf(run, indent);
    if (!found) return undefined;
    lines.push(...found);
  }
  return { head: name === undefined ? 'artifacts' : `artifacts ${name}`, lines };
}

const EXPRESSIONS: ReadonlySet<string> = new Set(
  fieldsThat('mapArtifacts', ({ kind }) => kind === 'expression'),
);

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
  if (name === 'files') return fileLines(value, member, indent);
  const words = EXPRESSIONS.has(name) ? bindingsOf(run, 'with', indent) : wordsOf(name, value, indent);
  return words === undefined ? undefined : [{ text: words, member }];
}

function wordsOf(name: string, value: JsonNode, indent: string): string | undefined {
  switch (name) {
    case 'subtasks':
      return after('subtasks ', namesOf(value));
    case 'maxRetries':
      return after('maxRetries ', numberOf(value));
    case 'stages':
      return bindingsOf(membersOf(value), 'stages', indent);
    case 'steps':
    case 'recipes': {
      const labels = membersOf(value).map((each) => labelOf(each));
      return labels.includes(undefined) ? undefined : filledList(name, labels, indent);
    }
    default:
      return undefined;
  }
}

function labelOf({ name, value }: JsonMember): string | undefined {
  const text = quotedOf(value);
  return text === undefined ? undefined : `${spellName(name)} ${text}`;
}

function fileLines(value: JsonNode, owner: JsonMember, indent: string): readonly ArtifactLine[] | undefined {
  if (value.kind !== 'array' || value.items.length === 0) return undefined;
  const lines: ArtifactLine[] = [];
  for (const [index, file] of value.items.entries()) {
    const text = spellFile(file, indent);
    if (text === undefined) return undefined;
    // A comment above a file stays there.
    lines.push({ text, member: index === 0 ? owner : { ...owner, nameStart: file.start, value: file } });
  }
  return lines;
}

function spellFile(file: JsonNode, indent: string): string | undefined {
  const [path, content] = [pathOf(partOf(file, 'path')), expressionOf(partOf(file, 'content'))];
  const [schemaPath, kind] = [partOf(file, 'schemaPath'), partOf(file, 'kind')];
  const [schema, word] = [pathOf(schemaPath), wordOf(kind)];
  const isSaid = hasOnly(file, fieldsOf('artifactFile'));
  if (path === undefined || content === undefined || !isSaid) return undefined;
  if ((schemaPath && schema === undefined) || (kind && word === undefined)) return undefined;
  const parts = [`file ${path}`, after('as ', word), after('schema ', schema), `= ${content}`];
  return filledLines(parts, indent);
}
