// The reference of fields, docs/reference/fields.md, as the table of fields and their sentences say it (src/language).
import { DOCS, docOf } from '../../src/language/docs/docs.ts';
import { PARTS } from '../../src/language/fields.ts';
import { ACTIVE_TYPES } from '../../src/model/task-types.ts';

const HEAD = `# Fields of a map

Made from the table that reader, checker, editor and JSON Schema share (\`node test/config/fields.mjs\`). Names are those of the JSON form. In
the map language a field of a task is written by its name, or by the word in the second column; [LANGUAGE.md](../../grammar/LANGUAGE.md) shows
the lines. A field in **bold** must be there; of those marked "one of", exactly one. [Maps and their fields](maps.md) is the introduction.
`;

/** What stands for a value of each kind. */
const VALUES = {
  text: 'text',
  template: 'text with `${…}`',
  word: 'word',
  name: 'name',
  path: 'path or name',
  expression: 'expression',
  duration: 'duration',
  number: 'number',
  words: 'list of texts',
  expressions: 'expressions by name',
  texts: 'texts by name',
  flag: '`true` or `false`',
  schema: 'JSON Schema',
  value: 'any value',
  scalars: 'list of values',
  command: 'line for a shell, or list of words',
};

/** @returns the page: a table for each part, in the order of the table of fields. */
export function fieldsPage() {
  const sections = Object.entries(PARTS).map(([name, part]) => {
    const { title, summary } = DOCS[name];
    const rows = Object.entries(part.fields).map(([key, field]) => rowOf(name, key, field));
    const head = '| field | in the language | value | meaning | example |\n|---|---|---|---|---|';
    return `## ${title}\n\n${summary}\n\n${[head, ...rows].join('\n')}\n`;
  });
  return [HEAD, ...sections].join('\n');
}

function rowOf(part, key, field) {
  const { summary, examples } = docOf(part, key);
  const [example] = examples;
  const cells = [
    nameCell(key, field),
    part === 'task' && field.word !== undefined ? `\`${field.word}\`` : '',
    valueOf(field),
    `${summary}${usersOf(field)}`,
    example === undefined ? '' : exampleOf(example),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

function nameCell(key, { need }) {
  if (need === 'always') return `**\`${key}\`**`;
  return need === undefined ? `\`${key}\`` : `\`${key}\` (${need === 'exactly one' ? 'one of' : need})`;
}

function valueOf(field) {
  if ('part' in field) {
    const name = `[${DOCS[field.part].title}](#${anchorOf(DOCS[field.part].title)})`;
    return { part: name, parts: `${name}, by name`, list: `list of ${name}` }[field.kind];
  }
  if (field.values !== undefined) return field.values.map((each) => `\`${each}\``).join(', ');
  return field.kind === 'number' ? numberOf(field) : VALUES[field.kind];
}

function numberOf({ isWhole, min, max, above }) {
  const name = isWhole ? 'whole number' : 'number';
  const bounds = [
    ...(min === undefined ? [] : [`from ${min}`]),
    ...(max === undefined ? [] : [`to ${max}`]),
    ...(above === undefined ? [] : [`above ${above}`]),
  ];
  return [name, ...bounds].join(' ');
}

function usersOf({ of }) {
  if (of === undefined) return '';
  return of.length === ACTIVE_TYPES.length
    ? ' For all types but `end`.'
    : ` For ${of.map((type) => `\`${type}\``).join(', ')}.`;
}

/** A short example as JSON; of a long one its beginning would be no value. */
function exampleOf(example) {
  const text = JSON.stringify(example);
  return text.length > 90 ? '' : `\`${text}\``;
}

function anchorOf(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-');
}
