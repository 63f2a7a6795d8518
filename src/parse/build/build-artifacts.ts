import type { CstNode } from 'chevrotain';
import type { JsonNode } from '../tree/json-node.ts';
import { expressionIn, nameIn, namesIn, numberIn, objectIn, textIn } from './build-json.ts';
import { addBindings } from './build-parts.ts';
import { childOf, childrenOf, onlyChild, rangeOf, tokenOf, tokenRange } from './cst.ts';
import { type Building, ObjectBuilder } from './node-builder.ts';

/**
 * What a map says of its artifacts: those of the MAP framework in words, or all of them as an object.
 *
 * Errors: reports `duplicate-key`.
 * Source: grammar/wfmap.ebnf, artifact
 */
export function artifactsIn(node: CstNode, building: Building): JsonNode | undefined {
  const object = childOf(node, 'object');
  if (object) return objectIn(object, building);
  const [artifacts, map] = [new ObjectBuilder(building), new ObjectBuilder(building)];
  const workflow = childOf(node, 'workflow');
  map.add('workflow', rangeOf(workflow), textIn(workflow, building));
  const parts = childrenOf(node, 'artifact');
  for (const each of parts) {
    const part = onlyChild(each);
    if (part?.name === 'bindings') addBindings(childOf(part, 'boundNames'), map, building);
    else if (part?.name !== 'artifactFile') addPart(each, map, building);
    else if (!map.has('files')) map.add('files', rangeOf(part), filesIn(parts, building));
  }
  artifacts.add('map', rangeOf(node), map.node(rangeOf(node)));
  return artifacts.node(rangeOf(node));
}

const WORDS = ['subtasks', 'steps', 'recipes', 'stages', 'maxRetries'];

function addPart(node: CstNode, map: ObjectBuilder, building: Building): void {
  const labels = childOf(node, 'labels');
  const word = WORDS.flatMap((each) => tokenOf(labels ?? node, `"${each}"`) ?? []).at(0);
  const value = namesIn(childOf(node, 'names'), building) ?? numberIn(childOf(node, 'number'), building);
  if (!word) return;
  const object = new ObjectBuilder(building);
  addBindings(childOf(node, 'boundNames'), object, building);
  for (const label of childrenOf(labels, 'label')) {
    const { name, at } = nameIn(childOf(label, 'name'), building);
    object.add(name, at, textIn(childOf(label, 'text'), building));
  }
  map.add(word.image, tokenRange(word), value ?? object.node(rangeOf(node)));
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
