import { CLAUSES, fieldsOf } from '../../language/fields.ts';
import { ACTIVE_TYPES, type TaskType } from '../../model/task-types.ts';
import { PRODUCTIONS, VALUES } from '../words/productions.ts';
import type { SyntaxFault } from '../grammar/read-tokens.ts';
import type { Source } from '../../text/source.ts';
import type { Lexed } from '../words/lex.ts';
import { invariant } from '../../util/invariant.ts';
import { headAbove } from './head-above.ts';
import { MAP_WORDS } from './mistakes.ts';

/** Rules that are long lists of clauses: their words are named. Shape: by the type of the task that the place is in. */
const WORD_LISTS: Readonly<Record<string, (type: string | undefined) => string>> = {
  mapItem: () => `A map has tasks (${TYPES}) and ends, and: ${MAP_WORDS.join(', ')}.`,
  blockItem: () => `A block has tasks (${TYPES}) and ends, and: start, extra.`,
  taskItem: (type) =>
    `${type === undefined ? 'A task' : `A ${type} task`} has actions, such as Accept -> Done, and: ${clausesOf(type)}.`,
  setting: () => `The defaults are settings of tasks: ${fieldsOf('defaults').join(', ')}.`,
};

const TYPES = ACTIVE_TYPES.join(', ');
function clausesOf(type: string | undefined): string {
  const isOf = (of: readonly TaskType[] | undefined) =>
    type === undefined || of === undefined || of.some((each) => each === type);
  const words = CLAUSES.filter(({ field }) => isOf(field.of)).map(({ head }) => head);
  return [...new Set([...words, 'extra', ...(type === 'decide' ? ['name = expression'] : [])])].join(', ');
}

/** How to write what a fault is about. */
export function faultHelp({ tokens }: Lexed, source: Source, fault: SyntaxFault): string {
  const { rule, rules, expected, token, previous } = fault;
  const start = Number.isNaN(token.startOffset) ? source.text.length : token.startOffset;
  const type = () => headAbove({ source, start, tokens })?.word;
  // A line that no arrow follows may be meant as any clause.
  if (rule === 'action' && expected === '"->"') return ruleHelp('taskItem', type());
  // The map goes on to the end, so what is missed there is one of its parts.
  if (rule === 'map' && expected !== '"map"') return ruleHelp('mapItem');
  // A value is explained by the rule around it, and that of a setting by its word.
  const around = rules.findLast((each) => PRODUCTIONS[each] && !VALUES[each]) ?? 'map';
  const value = VALUES[rule];
  if (around === 'setting' && value && previous) {
    const { written = '', example } = value;
    return likeThis(`${previous.image} ${example}`, `"${previous.image}" ${written}`);
  }
  return ruleHelp(around, type());
}

/** How to write a part of the language: the words that may stand there, or the rule of the grammar with an example. */
export function ruleHelp(rule: string, type?: string): string {
  const list = WORD_LISTS[rule];
  if (list) return list(type);
  const production = PRODUCTIONS[rule];
  invariant(production, 'each rule of the parser has its entry');
  return likeThis(production.example, production.written ?? '');
}

function likeThis(example: string, written: string): string {
  return `Write it like this: ${example}. Grammar: ${written}.`;
}
