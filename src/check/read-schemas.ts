import type { Report } from '../diagnostics/diagnostic.ts';
import type { SchemaSource } from '../model/field.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { TemplateLookup } from '../model/template-lookup.ts';
import type { Value } from '../model/value.ts';
import { checkSchema } from '../parse/decode/check-schema.ts';
import { parseJson } from '../parse/tree/parse-json.ts';
import { valueOf } from '../parse/tree/json-value.ts';
import { schemaPlacesOf } from '../validate/blocks/schema-places.ts';

/**
 * Reads the schemas of a map: each file once. One that is not there, or no JSON, is left out.
 *
 * Errors: reports the group syntax, at places in the files.
 */
export function readSchemas(
  { map }: MapDocument,
  lookUp: (path: string) => TemplateLookup,
  report: Report,
): ReadonlyMap<SchemaSource, Value> {
  const schemas = new Map<SchemaSource, Value>();
  const files = new Map<string, Value | undefined>();
  for (const { source } of schemaPlacesOf(map)) {
    if (source.kind === 'inline') {
      schemas.set(source, source.schema);
      continue;
    }
    if (!files.has(source.path)) files.set(source.path, readFile(lookUp(source.path), report));
    const schema = files.get(source.path);
    if (schema !== undefined) schemas.set(source, schema);
  }
  return schemas;
}

function readFile(lookup: TemplateLookup, report: Report): Value | undefined {
  const root = lookup.kind === 'found' ? parseJson(lookup.source, report) : undefined;
  if (!root || lookup.kind !== 'found') return undefined;
  checkSchema(root, lookup.source, report);
  return valueOf(root);
}
