import type { CstNode } from 'chevrotain';
import { HEAD_FIELD, SECTION_LINES, WORDED } from '../../language/section-words.ts';
import type { JsonNode } from '../tree/json-node.ts';
import { SectionBindings, SectionLabels, SectionNames, SectionNumber } from '../words/words.ts';
import { expressionIn, nameIn, namesIn, numberIn, objectIn, textIn } from './build-json.ts';
import { addBindings } from './build-parts.ts';
import { childOf, childrenOf, onlyChild, rangeOf, tokenOf, tokenRange } from './cst.ts';
import { type Building, ObjectBuilder } from './node-builder.ts';

/**
 * What a map says of its artifacts: the section that has words in words, or all of them as an object.
 *
 * Errors: reports `duplicate-key`.
 * Source: grammar/wfmap.ebnf, artifact
 */
export function artifactsIn(node: CstNode, building: Building): JsonNode | undefined {
  const object = childOf(node, 'object');
  if (object) return objectIn(object, building);
  const [artifacts, section] = [new ObjectBuilder(building), new ObjectBuilder(building)];
  const head = childOf(node, 'head');
  if (HEAD_FIELD !== undefined) section.add(HEAD_FIELD, rangeOf(head), textIn(head, building));
  const parts = childrenOf(node, 'artifact');
  for (const each of parts) {
    const part = onlyChild(each);
    if (part?.name === 'bindings') addBindings(childOf(part, 'boundNames'), section, building);
    else if (part?.name !== 'artifactFile') addPart(each, section, building);
    else if (!section.has(FILES)) section.add(FILES, rangeOf(part), filesIn(parts, building));
  }
  artifacts.add(WORDED.name, rangeOf(node), section.node(rangeOf(node)));
  return artifacts.node(rangeOf(node));
}

const FILES = SECTION_LINES.find(({ field }) => field.kind === 'list')?.name ?? '';
const WORDS = [SectionNames, SectionLabels, SectionBindings, SectionNumber];

function addPart(node: CstNode, section: ObjectBuilder, building: Building): void {
  const labels = childOf(node, 'labels');
  const word = WORDS.flatMap((each) => tokenOf(labels ?? node, each.name) ?? []).at(0);
  const value = namesIn(childOf(node, 'names'), building) ?? numberIn(childOf(node, 'number'), building);
  const field = SECTION_LINES.find((each) => each.word === word?.image);
  if (!word || !field) return;
  const object = new ObjectBuilder(building);
  addBindings(childOf(node, 'boundNames'), object, building);
  for (const label of childrenOf(labels, 'label')) {
    const { name, at } = nameIn(childOf(label, 'name'), building);
    object.add(name, at, textIn(childOf(label, 'text'), building));
  }
  section.add(field.name, tokenRange(word), value ?? object.node(rangeOf(node)));
}

function filesIn(parts: readonly CstNode[], building: Building): JsonNode {
  const files = parts.flatMap((each) => childOf(each, 'artifactFile') ?? []);
  const [first, last] = [files[0], files.at(-1)];
  const items = files.map((file) => {
    const object = new ObjectBuilder(building);
    const member = (name: string, label: string, read: typeof textIn) => {
      const part = childOf(file, label);
      object.add(name, rangeOf(part), read(part, building));
    };
    member('path', 'path', textIn);
    member('content', 'expression', expressionIn);
    member('schemaPath', 'schema', textIn);
    member('kind', 'word', textIn);
    return object.node(rangeOf(file));
  });
  return { kind: 'array', start: rangeOf(first).start, end: rangeOf(last).end, items };
}
