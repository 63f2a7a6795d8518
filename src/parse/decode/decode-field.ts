import type { Field, FieldType, Param, ValueDeclaration } from '../../model/field.ts';
import { decodeSchema, decodeValue } from './decode-schema.ts';
import { type Decoding, keySpan } from './decoding.ts';
import { booleanOf, memberOf, stringOf } from '../tree/json-fields.ts';
import type { JsonMember, JsonNode } from '../tree/json-node.ts';
import { valueOf } from '../tree/json-value.ts';

/** Reads an input of the map, or something that a person is asked for. */
export function decodeField(member: JsonMember, decoding: Decoding): Field {
  const field: Field = {
    name: member.name,
    ...decodeDeclaration(member.value, `field "${member.name}"`, decoding),
    description: stringOf(member.value, 'description') ?? '',
    required: booleanOf(member.value, 'required') ?? false,
    ...(stringOf(member.value, 'type') === 'command' ? { isCommand: true } : {}),
  };
  return decoding.places.addMember(field, member);
}

/** Reads a parameter of a task: an object defines it, anything else sets it. */
export function decodeParam(member: JsonMember, decoding: Decoding): Param {
  return decoding.places.addMember(paramOf(member, decoding), member);
}

function paramOf({ name, value }: JsonMember, decoding: Decoding): Param {
  if (value.kind !== 'object') {
    return { kind: 'literal', name, value: value.kind === 'scalar' ? (value.value ?? '') : '' };
  }
  return {
    kind: 'definition',
    name,
    ...decodeDeclaration(value, `parameter "${name}"`, decoding),
    description: stringOf(value, 'description'),
    required: booleanOf(value, 'required') ?? false,
  };
}

function decodeDeclaration(node: JsonNode, owner: string, decoding: Decoding): ValueDeclaration {
  const type = typeOf(node);
  const schema = memberOf(node, 'schema');
  const hasParts = type === 'array' || type === 'object';
  if (schema && !hasParts) {
    decoding.report('ineffective-field', keySpan(decoding, schema), { owner, field: 'schema', type });
  }
  const standard = memberOf(node, 'default');
  const allowed = memberOf(node, 'enum')?.value;
  return {
    type,
    default: standard && decodeValue(standard, owner, decoding),
    enum: allowed?.kind === 'array' ? allowed.items.map(valueOf) : undefined,
    schema: hasParts ? decodeSchema(node, owner, decoding) : undefined,
  };
}

function typeOf(node: JsonNode): FieldType {
  const type = stringOf(node, 'type') ?? '';
  switch (type) {
    case 'number':
    case 'boolean':
    case 'array':
    case 'object':
      return type;
    default:
      return 'string';
  }
}
