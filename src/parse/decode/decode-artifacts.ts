import type { FieldSpec } from '../../language/field-spec.ts';
import { fieldsIn, SECTIONS, type Section } from '../../language/sections.ts';
import { TASK_TYPE_NAMES } from '../../model/task-types.ts';
import type { ArtifactField, ArtifactFile, ArtifactSection } from '../../model/artifacts.ts';
import type { Task } from '../../model/block.ts';
import type { SchemaSource } from '../../model/field.ts';
import { expressionAt, expressionIn, referenceAt, textOf } from './decode-expression.ts';
import { invariant } from '../../util/invariant.ts';
import type { Decoding } from './decoding.ts';
import { itemsIn, memberOf, membersIn, stringOf } from '../tree/json-fields.ts';
import type { JsonMember, JsonNode } from '../tree/json-node.ts';

/** Reads which files are kept in step with a run, section by section. */
export function decodeArtifacts(root: JsonNode, decoding: Decoding): readonly ArtifactSection[] {
  const owner = memberOf(root, 'artifacts')?.value;
  return SECTIONS.flatMap((section) => {
    const member = owner?.kind === 'object' ? owner.members.get(section.name) : undefined;
    return member ? [decodeSection(section, member, decoding)] : [];
  });
}

function decodeSection(section: Section, member: JsonMember, decoding: Decoding): ArtifactSection {
  const { value: node } = member;
  const fields = fieldsIn(section).flatMap(({ name, field }) => {
    const value = node.kind === 'object' ? node.members.get(name)?.value : undefined;
    const read = READERS[field.kind];
    invariant(read, `No field of a section is of the kind "${field.kind}".`);
    return value ? [read(name, value, { field, decoding })] : [];
  });
  return decoding.places.addMember({ name: section.name, fields }, member);
}

interface Reading {
  readonly field: FieldSpec;
  readonly decoding: Decoding;
}

type Reader = (name: string, value: JsonNode, reading: Reading) => ArtifactField;

/** How the fields of sections are read, by the kinds that sections have. */
const READERS: Readonly<Partial<Record<FieldSpec['kind'], Reader>>> = {
  path: (name, value) => ({ kind: 'text', name, text: textOf(value) }),
  number: (name, value) => ({
    kind: 'number',
    name,
    number: value.kind === 'scalar' ? Number(value.value) : 0,
  }),
  expression: (name, value, { decoding }) => ({
    kind: 'expression',
    name,
    expression: expressionAt(value, decoding),
  }),
  words: (name, value, { field, decoding }) => ({
    kind: 'tasks',
    name,
    taskType: 'names' in field ? taskTypeOf(field.names) : undefined,
    tasks: itemsIn(value).map((item) => referenceAt(item, decoding)),
  }),
  texts: (name, value, { field, decoding }) => ({
    kind: 'labels',
    name,
    taskType: 'keys' in field ? taskTypeOf(field.keys) : undefined,
    labels: membersIn(value).map((each) =>
      decoding.places.addMember({ name: each.name, text: textOf(each.value) }, each),
    ),
  }),
  part: (name, value, { decoding }) => ({
    kind: 'assignments',
    name,
    assignments: membersIn(value).map((each) =>
      decoding.places.addMember({ name: each.name, expression: expressionAt(each.value, decoding) }, each),
    ),
  }),
  list: (name, value, { decoding }) => ({
    kind: 'files',
    name,
    files: itemsIn(value).map((item) => decodeFile(item, decoding)),
  }),
};

/** The type of the tasks that a field names; undefined for any. */
function taskTypeOf(named: string | undefined): Task['type'] | undefined {
  return TASK_TYPE_NAMES.find((type) => named === `${type} task`);
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
