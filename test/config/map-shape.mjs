// Compiles the schema of maps to src/parse/decode/map-shape.generated.js, which needs no ajv at run time. It is not
// committed: the build, the tests and the checks write it.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { mapSchema } from './map-schema.mjs';

const FILE = fileURLToPath(new URL('../../src/parse/decode/map-shape.generated.js', import.meta.url));

/** Writes the compiled check, whole, where the file has another text. */
export function writeMapShape() {
  const code = compileMapShape();
  if (existsSync(FILE) && readFileSync(FILE, 'utf8') === code) return;
  const draft = `${FILE}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, FILE);
}

function compileMapShape() {
  const schema = withoutNotes(mapSchema());
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
  return `// Made by test/config/map-shape.mjs from the table of fields. Do not edit.\n${code}\n`;
}

/**
 * The compiled check in less code, which start-up pays for: errors say no more than is read of them, and parts of the
 * schema stand where they are used. Errors of inner parts are added to the list instead of copied with all before
 * them, so that the time of the check stays linear in the map, however wrong it is.
 */
function shortened(code) {
  const constants = new Map();
  const short = code
    .replaceAll(/schemaPath:"[^"]*",/g, '')
    .replaceAll(
      /const (err\d+) = (\{.*?\});if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}errors\+\+;/g,
      '(vErrors ??= []).push($2);errors++;',
    )
    .replaceAll(
      /vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\);/g,
      'vErrors = joined(vErrors, $1.errors);',
    )
    .replaceAll(/const (schema\d+) = (\{.*?\});/g, (text, name, value) => {
      constants.set(name, JSON.parse(value));
      return '';
    })
    .replaceAll(/func\d+\.call\((schema\d+)\.properties, ?(\w+)\)/g, (text, name, key) => {
      return `${JSON.stringify(Object.keys(constants.get(name).properties))}.includes(${key})`;
    })
    .replaceAll(/(schema\d+)((?:\.\w+)+)/g, (text, name, path) =>
      JSON.stringify(path.split('.').reduce((value, key) => value[key], { '': constants.get(name) })),
    );
  if (/concat|schema\d/.test(short)) throw new Error('The compiled check is not of the form that is known.');
  return `${short}function joined(list, more) { if (list === null) return more; for (const each of more) list.push(each); return list; }`;
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

if (process.argv[1] === import.meta.filename) writeMapShape();
