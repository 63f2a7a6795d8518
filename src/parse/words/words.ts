import { createToken, Lexer, type TokenType } from 'chevrotain';
import { CLAUSES, fieldsThat } from '../../language/fields.ts';
import type { FieldSpec } from '../../language/field-spec.ts';
import { ACTIVE_TYPES } from '../../model/task-types.ts';
import { SECTION_LINES } from '../../language/section-words.ts';
import { FURTHER, LETTERS, matching } from './characters.ts';

/** Any word: a name that needs no quotes, or a word of the language. */
export const Word = category('Word');
/** Words of the language by what follows them. */
export const TaskType = category('TaskType');
export const TextClause = category('TextClause');
/** What follows is a path, or a name written like one. */
export const PathWord = category('PathWord');
export const PathSetting = category('PathSetting');
export const NameSetting = category('NameSetting');
export const NumberSetting = category('NumberSetting');
export const DurationSetting = category('DurationSetting');
export const FlagSetting = category('FlagSetting');
export const NamesSetting = category('NamesSetting');
export const ExpressionClause = category('ExpressionClause');
export const NumberLimit = category('NumberLimit');
/** Words of the artifacts: names, names with a text each, names with an expression each, or a number follow. */
export const SectionNames = category('SectionNames');
export const SectionLabels = category('SectionLabels');
export const SectionBindings = category('SectionBindings');
export const SectionNumber = category('SectionNumber');
export const ProgramPoint = category('Moment');
/** Behind these there may be a name of several words. */
export const NameTaker = category('NameTaker');
/** Words of maps in JSON, or of other languages, that people write here by mistake: accepted, and reported. */
export const Mistake = category('Habit');
export const Operator = category('Operator');
export const Literal = category('Literal');

export const Identifier = createToken({
  name: 'Identifier',
  pattern: { exec: matching(/[\p{L}_][\p{L}\p{N}_]*/uy) },
  line_breaks: false,
  start_chars_hint: [...LETTERS, ...FURTHER],
  categories: Word,
});

export function category(name: string): TokenType {
  return createToken({ name, pattern: Lexer.NA });
}

const keywords = new Map<string, TokenType>();

function keyword(word: string, ...categories: TokenType[]): TokenType {
  const pattern = new RegExp(word);
  const token = createToken({
    name: `"${word}"`,
    pattern,
    line_breaks: false,
    start_chars_hint: [word.charAt(0)],
    longer_alt: Identifier,
    categories: [Word, ...categories],
  });
  keywords.set(word, token);
  return token;
}

type ByKind = Readonly<Partial<Record<FieldSpec['kind'], readonly TokenType[]>>>;

/** The categories of the words that say a field of a task with its value behind them. The other fields have words below. */
const SETTINGS: ByKind = {
  path: [PathWord, PathSetting],
  word: [NameSetting],
  number: [NumberSetting],
  duration: [DurationSetting],
  flag: [FlagSetting],
  words: [NamesSetting],
};
const PLAIN: ByKind = { text: [TextClause], template: [TextClause], expression: [ExpressionClause] };

for (const { word, field } of CLAUSES) {
  const byKind = field.clause === 'setting' ? SETTINGS : field.clause === 'plain' ? PLAIN : {};
  const categories = byKind[field.kind];
  if (categories) keyword(word, ...categories);
}
for (const type of ACTIVE_TYPES) keyword(type, TaskType, NameTaker);
const LIMITS = fieldsThat('limits', ({ kind }) => kind === 'number');
for (const limit of LIMITS) keyword(limit, NumberLimit);
keyword('never', ProgramPoint, NameTaker);
keyword('eventually', ProgramPoint, NameTaker);
/** The categories of the words of the artifacts. */
const SECTION: ByKind = {
  words: [SectionNames, NameTaker],
  texts: [SectionLabels, NameTaker],
  part: [SectionBindings],
  number: [SectionNumber],
};
for (const { word, field } of SECTION_LINES) {
  const categories = SECTION[field.kind] ?? [];
  // A limit may have the same name.
  if (categories.length > 0) keyword(word, ...categories, ...(LIMITS.includes(word) ? [NumberLimit] : []));
}
export const K = {
  map: keyword('map', PathWord),
  schema: keyword('schema', PathWord),
  templates: keyword('templates', PathWord),
  schemas: keyword('schemas', PathWord),
  start: keyword('start', NameTaker),
  input: keyword('input'),
  limits: keyword('limits'),
  wall: keyword('wall'),
  defaults: keyword('defaults'),
  property: keyword('property'),
  artifacts: keyword('artifacts', PathWord),
  file: keyword('file', PathWord),
  end: keyword('end', NameTaker),
  as: keyword('as'),
  template: keyword('template', PathWord),
  param: keyword('param'),
  field: keyword('field'),
  output: keyword('output', PathWord),
  command: keyword('command'),
  setup: keyword('setup'),
  with: keyword('with'),
  each: keyword('each'),
  in: keyword('in', Operator),
  join: keyword('join'),
  all: keyword('all'),
  always: keyword('always', ProgramPoint, NameTaker),
  at: keyword('at'),
  least: keyword('least'),
  most: keyword('most'),
  workspace: keyword('workspace'),
  worktree: keyword('worktree'),
  merge: keyword('merge'),
  branch: keyword('branch', NameTaker),
  body: keyword('body'),
  visits: keyword('visits'),
  then: keyword('then', NameTaker),
  on: keyword('on'),
  one: keyword('one'),
  of: keyword('of', NameTaker),
  error: keyword('error'),
  times: keyword('times', NameTaker),
  retry: keyword('retry'),
  reply: keyword('reply'),
  session: keyword('session'),
  fork: keyword('fork', NameTaker),
  reminder: keyword('reminder'),
  before: keyword('before'),
  when: keyword('when'),
  resets: keyword('resets', NameTaker),
  outcome: keyword('outcome'),
  failed: keyword('failed'),
  because: keyword('because'),
  takes: keyword('takes', NameTaker),
  to: keyword('to', NameTaker),
  leads: keyword('leads'),
  precedes: keyword('precedes', NameTaker),
  extra: keyword('extra'),
  and: keyword('and'),
  duration: keyword('duration'),
  true: keyword('true', Literal),
  false: keyword('false', Literal),
  null: keyword('null', Literal),
  about: keyword('about', Mistake),
  choose: keyword('choose', Mistake),
  set: keyword('set', Mistake),
  if: keyword('if', Mistake),
  else: keyword('else', Mistake),
  otherwise: keyword('otherwise', Mistake),
  unless: keyword('unless', Mistake),
  max: keyword('max', Mistake),
} as const;

/** All words of the language. */
export const KEYWORDS: ReadonlyMap<string, TokenType> = keywords;
