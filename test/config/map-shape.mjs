// Compiles grammar/map.schema.json to src/parse/json/map-shape.generated.js, which needs no ajv at run time.
// Run it after every change of the schema: node test/config/map-shape.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { format } from 'prettier';

const root = new URL('../../', import.meta.url);
const target = new URL('src/parse/json/map-shape.generated.js', root);

/** The text of the compiled check, as it stands in the file. */
export async function compileMapShape() {
  const schema = withoutNotes(JSON.parse(readFileSync(new URL('grammar/map.schema.json', root), 'utf8')));
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    allowUnionTypes: true,
    // Lengths in UTF-16 units: only emptiness is asked, and to count code points the check would need a part of ajv.
    unicode: false,
    logger: false,
    messages: false,
    code: { source: true, esm: true },
  });
  ajv.addSchema(schema);
  const code = standalone.default(ajv, { isMapShape: schema.$id });
  if (/\brequire\(|\bfrom ['"]/.test(code))
    throw new Error('The compiled check needs something at run time.');
  const notice =
    '/* oxlint-disable */\n// Made by test/config/map-shape.mjs from grammar/map.schema.json. Do not edit.\n';
  return format(notice + code, { parser: 'babel', printWidth: 110, singleQuote: true });
}

/** A schema without what only editors read. Keys under `properties` and `$defs` are names, not keywords. */
function withoutNotes(schema) {
  const kept = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' || key === '$defs') kept[key] = mapValues(value, withoutNotes);
    else if (key === 'items' || key === 'additionalProperties') kept[key] = value && withoutNotes(value);
    else if (!['title', 'description', 'examples'].includes(key)) kept[key] = value;
  }
  return kept;
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

if (process.argv[1] === import.meta.filename) writeFileSync(target, await compileMapShape());
