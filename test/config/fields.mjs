// Writes what is committed of all that is made from the table of fields (src/language): the JSON Schema of maps, the
// colours of editors, what the pages of the language say of fields, and the reference of fields. Run it after every change of the table:
// node test/config/fields.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { ebnfWithFields, pageWithFields } from './grammar-pages.mjs';
import { fieldsPage } from './field-page.mjs';
import { mapSchema } from './map-schema.mjs';
import { textmateGrammar } from './textmate.mjs';

const root = new URL('../../', import.meta.url);

/** @returns each file with its text. */
export async function madeOfFields() {
  const read = (path) => readFileSync(new URL(path, root), 'utf8');
  return new Map([
    [
      'grammar/map.schema.json',
      await format(JSON.stringify(mapSchema(), undefined, 2), { parser: 'json', printWidth: 110 }),
    ],
    ['grammar/editors/vscode/wfmap.tmLanguage.json', `${JSON.stringify(textmateGrammar(), undefined, 2)}\n`],
    ['grammar/wfmap.ebnf', ebnfWithFields(read('grammar/wfmap.ebnf'))],
    ['grammar/LANGUAGE.md', pageWithFields(read('grammar/LANGUAGE.md'))],
    ['docs/reference/fields.md', fieldsPage()],
  ]);
}

if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of await madeOfFields()) writeFileSync(new URL(path, root), text);
}
