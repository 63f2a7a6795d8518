import { PARTS } from '../../language/fields.ts';
import type { FieldSpec } from '../../language/field-spec.ts';

/** The values that a field can have, where they are few. */
export function valuesOf(field: FieldSpec): readonly string[] {
  const isOneOfFew = 'values' in field && field.kind !== 'texts' && field.kind !== 'expressions';
  return isOneOfFew ? (field.values ?? []) : [];
}

const TEXT = '"$1"';
const OBJECT = '{$1}';
const LIST = '[$1]';
const ANY = '$1';

/** How values begin, with the place of the cursor as an editor's snippet says it. */
const BEGINNINGS: Readonly<Record<FieldSpec['kind'], string>> = {
  text: TEXT,
  template: TEXT,
  word: TEXT,
  name: TEXT,
  path: TEXT,
  expression: TEXT,
  duration: TEXT,
  number: ANY,
  flag: ANY,
  words: LIST,
  expressions: OBJECT,
  texts: OBJECT,
  part: OBJECT,
  parts: OBJECT,
  list: LIST,
  schema: ANY,
  value: ANY,
  scalars: LIST,
  command: ANY,
};

/** How the value of a field begins in JSON. */
export function valueSnippetOf(field: FieldSpec): string {
  const isOftenText =
    (field.kind === 'part' && PARTS[field.part].types !== undefined) ||
    (field.kind === 'parts' && field.orText === true);
  return isOftenText ? ANY : BEGINNINGS[field.kind];
}
