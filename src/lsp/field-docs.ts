import { join } from 'node:path';
import type { PlaceKind } from '../parse/json/map-place.ts';
import { packageRoot } from '../project/package-root.ts';
import { ProjectError } from '../project/project-error.ts';
import { readText } from '../project/read-text.ts';

/** What the schema of maps says of a field. */
export interface FieldDoc {
  readonly description: string;
  /** The values that it can have, where they are few. */
  readonly values: readonly string[];
  /** Whether it holds an object, a list, or something else. */
  readonly holds: 'object' | 'array' | 'text' | 'boolean' | 'other';
}

const MAX_BYTES = 1_048_576;
const UNKNOWN: FieldDoc = { description: '', values: [], holds: 'other' };

/** What is known of a field of a part of a map; nothing where the schema is not there. */
export function fieldDocOf(kind: PlaceKind, field: string): FieldDoc {
  const schema = schemaOfMaps();
  const part =
    kind === 'map'
      ? schema
      : memberOf(memberOf(schema, '$defs'), kind === 'branch' || kind === 'body' ? 'block' : kind);
  const found = memberOf(memberOf(part, 'properties'), field);
  const target = resolved(found, schema);
  if (target === undefined) return UNKNOWN;
  const description = memberOf(found, 'description') ?? memberOf(target, 'description');
  return {
    description: typeof description === 'string' ? description : '',
    values: valuesOf(target),
    holds: holdsOf(memberOf(target, 'type')),
  };
}

function valuesOf(schema: unknown): readonly string[] {
  const values = memberOf(schema, 'enum');
  return Array.isArray(values) ? values.filter((each) => typeof each === 'string') : [];
}

function holdsOf(type: unknown): FieldDoc['holds'] {
  if (type === 'object' || type === 'array' || type === 'boolean') return type;
  return type === 'string' ? 'text' : 'other';
}

function resolved(schema: unknown, root: unknown): unknown {
  const reference = memberOf(schema, '$ref');
  const name = typeof reference === 'string' ? /^#\/\$defs\/(\w+)$/.exec(reference)?.[1] : undefined;
  return name === undefined ? schema : memberOf(memberOf(root, '$defs'), name);
}

function memberOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  // It has that member.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return isObject ? (value as Record<string, unknown>)[name] : undefined;
}

let read: { readonly schema: unknown } | undefined;

function schemaOfMaps(): unknown {
  read ??= { schema: readSchema() };
  return read.schema;
}

function readSchema(): unknown {
  try {
    return JSON.parse(readText(join(packageRoot(), 'grammar', 'map.schema.json'), MAX_BYTES));
  } catch (thrown) {
    // Without it there is less to say.
    if (thrown instanceof ProjectError || thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}
