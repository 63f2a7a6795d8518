import type { ArtifactFile, MapArtifacts } from '../../model/artifacts.ts';
import type { SchemaSource } from '../../model/field.ts';
import { assignmentsIn, expressionAt, expressionIn, referenceAt } from './decode-expression.ts';
import type { Decoding } from './decoding.ts';
import { itemsOf, memberOf, membersOf, numberOf, stringOf } from '../tree/json-fields.ts';
import type { JsonNode } from '../tree/json-node.ts';

/** Reads which files are kept in step with a run; undefined where the map names none. */
export function decodeArtifacts(root: JsonNode, decoding: Decoding): MapArtifacts | undefined {
  const owner = memberOf(root, 'artifacts')?.value;
  const member = owner && memberOf(owner, 'map');
  if (!member) return undefined;
  const node = member.value;
  const artifacts: MapArtifacts = {
    workflow: stringOf(node, 'workflow'),
    goal: expressionIn(node, 'goal', decoding),
    blueprint: expressionIn(node, 'blueprint', decoding),
    verification: expressionIn(node, 'verification', decoding),
    review: expressionIn(node, 'review', decoding),
    earlier: expressionIn(node, 'earlier', decoding),
    subtasks: itemsOf(node, 'subtasks').map((item) => referenceAt(item, decoding)),
    steps: membersOf(node, 'steps').map((each) => {
      const { text: step } = expressionAt(each.value, decoding);
      return decoding.places.addMember({ name: each.name, step }, each);
    }),
    recipes: membersOf(node, 'recipes').map((each) => {
      const { text: recipe } = expressionAt(each.value, decoding);
      return decoding.places.addMember({ name: each.name, recipe }, each);
    }),
    stages: assignmentsIn(node, 'stages', decoding),
    files: itemsOf(node, 'files').map((item) => decodeFile(item, decoding)),
    maxRetries: numberOf(node, 'maxRetries'),
  };
  return decoding.places.addMember(artifacts, member);
}

function decodeFile(node: JsonNode, decoding: Decoding): ArtifactFile {
  const file: ArtifactFile = {
    path: expressionIn(node, 'path', decoding) ?? { text: '' },
    content: expressionIn(node, 'content', decoding) ?? { text: '' },
    schema: schemaIn(node, decoding),
    kind: stringOf(node, 'kind'),
  };
  return decoding.places.addValue(file, node);
}

function schemaIn(node: JsonNode, decoding: Decoding): SchemaSource | undefined {
  const member = memberOf(node, 'schemaPath');
  const path = stringOf(node, 'schemaPath');
  if (!member || path === undefined) return undefined;
  const file: SchemaSource = { kind: 'file', path };
  return decoding.places.addMember(file, member);
}
