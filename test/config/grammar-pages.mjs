// What grammar/wfmap.ebnf and grammar/LANGUAGE.md say of fields, as the table of fields says it (src/language).
import { clauseWords, fieldsThat } from '../../src/language/fields.ts';
import { ACTIVE_TYPES } from '../../src/model/task-types.ts';

/** The kinds of fields by what stands behind their words. */
const KINDS = {
  path: ['path'],
  text: ['text', 'template'],
  expression: ['expression'],
  word: ['word'],
  number: ['number'],
  duration: ['duration'],
  words: ['words'],
  '[ "true" | "false" ]': ['flag'],
};
/** `| ( "a" | "b" ) number`: words with the same behind them. */
const ALTERNATIVES = /^(?<before>(?:setting {5}=| {12}\|) \( )"[^)]*"(?<behind> \) (?<value>.+))$/gmu;

const wordsOf = (words) => words.map((each) => `"${each}"`).join(' | ');

/** @returns the grammar with the words of the table. */
export function ebnfWithFields(ebnf) {
  const [plain, settings = ''] = ebnf.split(/^(?=setting )/mu);
  return (withWords(plain, 'plain') + withWords(settings, 'setting'))
    .replace(/(?<=^task {8}= \( )"[^)]*"/mu, wordsOf(ACTIVE_TYPES))
    .replace(/(?<=^limit {7}= \( )"[^)]*"/mu, wordsOf(fieldsThat('limits', ({ kind }) => kind === 'number')));
}

function withWords(ebnf, clause) {
  return ebnf.replaceAll(ALTERNATIVES, (line, before, behind, value) => {
    const words = clauseWords((field) => field.clause === clause && KINDS[value]?.includes(field.kind));
    return words.length === 0 ? line : `${before}${wordsOf(words)}${behind}`;
  });
}

/** @returns the page with the row of those settings that have one word or a number behind them. */
export function pageWithFields(page) {
  const words = clauseWords(
    ({ clause, kind }) => clause === 'setting' && ['path', 'word', 'number'].includes(kind),
  );
  const row = `| ${words.map((each) => `\`${each}\``).join(', ')} | the same: a name, or a number |`;
  return page.replace(/^\| .* \| the same: a name, or a number \|$/mu, row);
}
