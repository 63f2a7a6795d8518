// Compiles grammar/map.schema.json to src/parse/json/map-shape.generated.js, which needs no ajv at run time.
// Run it after every change of the schema: node test/config/map-shape.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { format } from 'prettier';

const root = new URL('../../', import.meta.url);
const target = new URL('src/parse/json/map-shape.generated.js', root);

/** The text of the compiled check, as it stands in the file. */
export async function compileMapShape() {
  const schema = withoutNotes(JSON.parse(readFileSync(new URL('grammar/map.schema.json', root), 'utf8')));
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    // Lengths in UTF-16 units: only emptiness is asked, and to count code points the check would need a part of ajv.
    unicode: false,
    logger: false,
    messages: false,
    // A function for each part: smaller, and the recursion needs them anyhow.
    inlineRefs: false,
    code: { source: true, esm: true },
  });
  ajv.addSchema(schema);
  const code = shortened(standalone.default(ajv, { isMapShape: schema.$id }));
  if (/\brequire\(|\bfrom ['"]/.test(code))
    throw new Error('The compiled check needs something at run time.');
  const notice =
    '/* oxlint-disable */\n// Made by test/config/map-shape.mjs from grammar/map.schema.json. Do not edit.\n';
  return format(notice + code, { parser: 'babel', printWidth: 110, singleQuote: true });
}

/** The compiled check with errors that say no more than is read of them, and in less code: start-up pays for it. */
function shortened(code) {
  return code
    .replaceAll(/schemaPath:"[^"]*",/g, '')
    .replaceAll(
      /const (err\d+) = (\{.*?\});if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}errors\+\+;/g,
      '(vErrors ??= []).push($2);errors++;',
    );
}

/** What only editors read, and what decoding tells in better words than a schema: alternatives and names of roles. */
const LEFT_OUT = new Set(['$schema', 'title', 'description', 'examples', 'oneOf', 'anyOf', 'pattern']);

/** A schema without what is left out. Keys under `properties` and `$defs` are names, not keywords. */
function withoutNotes(schema) {
  if (typeof schema !== 'object') return schema;
  const kept = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' || key === '$defs') kept[key] = mapValues(value, withoutNotes);
    else if (['items', 'additionalProperties', 'if', 'then', 'else'].includes(key))
      kept[key] = withoutNotes(value);
    else if (key === 'allOf') kept[key] = value.map(withoutNotes).filter(saysSomething);
    else if (!LEFT_OUT.has(key)) kept[key] = value;
  }
  return kept;
}

/** A condition of which nothing is left to ask is none. */
function saysSomething(schema) {
  return !('if' in schema) || Object.keys(schema.then ?? {}).length > 0;
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

if (process.argv[1] === import.meta.filename) writeFileSync(target, await compileMapShape());
