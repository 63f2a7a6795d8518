import { CLAUSES } from '../../language/fields.ts';
import { isMapLanguage } from '../../text/is-map-language.ts';
import type { Source } from '../../text/source.ts';

/** What the parts of lines are called that have no words of their own. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['set', 'name = …'],
  ['item', 'each'],
  ['result', '='],
  ['reason', 'because'],
]);
const WORDS: ReadonlyMap<string, string> = new Map([
  ...PARTS,
  ...CLAUSES.map(({ name, head }): [string, string] => [name, head]),
]);

/** What a field of a task is called in the form of a map that is being written. */
export function fieldWord(source: Source, field: string): string {
  return isMapLanguage(source) ? (WORDS.get(field) ?? field) : field;
}
