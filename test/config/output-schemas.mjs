// Writes the schemas of what commands print as JSON, grammar/output/*.schema.json, from their types (json-outputs.ts). Run it
// after every change of such a type, and of an event: node test/config/output-schemas.mjs
import { mkdirSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { createGenerator } from 'ts-json-schema-generator';

const root = new URL('../../', import.meta.url);

/** @returns each file with its text. */
export async function outputSchemas() {
  const { definitions, properties } = createGenerator({
    path: new URL('json-outputs.ts', import.meta.url).pathname,
    tsconfig: new URL('tsconfig.json', root).pathname,
    skipTypeCheck: true,
    additionalProperties: false,
    topRef: false,
  }).createSchema('JsonOutputs');
  const unnamed = Object.keys(definitions).find((name) => !/^[A-Za-z]+$/.test(name));
  // Its name is made of where it stands in its file.
  if (unnamed !== undefined) throw new Error(`A type that contains itself must be exported: ${unnamed}`);
  const files = Object.entries(properties).map(async ([name, { description, ...schema }]) => {
    const used = usedBy(schema, definitions);
    const whole = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      title: description,
      ...schema,
      ...(used.length > 0 && {
        definitions: Object.fromEntries(used.map((each) => [each, definitions[each]])),
      }),
    };
    const text = await format(JSON.stringify(whole), { parser: 'json', printWidth: 110 });
    return [`grammar/output/${name}.schema.json`, text];
  });
  return new Map(await Promise.all(files));
}

/** The names of the definitions that a schema leads to, sorted. */
function usedBy(schema, definitions) {
  const found = new Set();
  const look = (part) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/definitions\/([^"]+)"/g)) {
      const plain = decodeURIComponent(name);
      if (found.has(plain)) continue;
      found.add(plain);
      look(definitions[plain]);
    }
  };
  look(schema);
  return [...found].toSorted((one, other) => (one < other ? -1 : 1));
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(new URL('grammar/output', root), { recursive: true });
  for (const [path, text] of await outputSchemas()) writeFileSync(new URL(path, root), text);
}
