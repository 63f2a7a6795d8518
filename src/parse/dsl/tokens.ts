import { createToken, type IToken, Lexer, type TokenType } from 'chevrotain';

/** Any word: a name that needs no quotes, or a word of the language. */
export const Word = createToken({ name: 'Word', pattern: Lexer.NA });
/** Words of the language by what follows them. */
export const TaskType = category('TaskType');
export const TextClause = category('TextClause');
export const NameSetting = category('NameSetting');
export const NumberSetting = category('NumberSetting');
export const FlagSetting = category('FlagSetting');
export const NamesSetting = category('NamesSetting');
export const ExpressionClause = category('ExpressionClause');
export const NumberLimit = category('NumberLimit');
export const Moment = category('Moment');
/** A text: in quotes, or fenced. */
export const Text = category('Text');
export const Operator = category('Operator');
export const Literal = category('Literal');

/** What lies beyond ASCII, for the lexer's table of first characters, which has a bucket for every 255 of them. */
const FURTHER = [
  ...Array.from({ length: 128 }, (_, index) => 128 + index),
  ...Array.from({ length: 257 }, (_, index) => Math.min(256 + index * 255, 65_535)),
];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_'.split('');

export const Identifier = createToken({
  name: 'Identifier',
  pattern: { exec: matching(/[\p{L}_][\p{L}\p{N}_]*/uy) },
  line_breaks: false,
  start_chars_hint: [...LETTERS, ...FURTHER],
  categories: Word,
});

/** The lexer cannot read classes of Unicode by itself. */
function matching(pattern: RegExp): (text: string, offset: number) => RegExpExecArray | null {
  return (text, offset) => {
    pattern.lastIndex = offset;
    return pattern.exec(text);
  };
}

function category(name: string): TokenType {
  return createToken({ name, pattern: Lexer.NA });
}

const keywords = new Map<string, TokenType>();

function keyword(word: string, ...categories: TokenType[]): TokenType {
  const pattern = new RegExp(word);
  const token = createToken({
    name: `"${word}"`,
    pattern,
    longer_alt: Identifier,
    categories: [Word, ...categories],
  });
  keywords.set(word, token);
  return token;
}

function keywordsOf(words: string, ...categories: TokenType[]): void {
  for (const word of words.split(' ')) keyword(word, ...categories);
}

keywordsOf('claude shell human decide parallel foreach workflow', TaskType);
keywordsOf('template promptTemplate prompt', TextClause);
keywordsOf('agent model permissionMode protocol onItemFailure', NameSetting);
keywordsOf('maxTurns budgetUsd concurrency', NumberSetting);
keywordsOf('idempotent carry appendActions', FlagSetting);
keywordsOf('allowedTools disallowedTools', NamesSetting);
keywordsOf('key exclusive after', ExpressionClause);
keywordsOf('steps costUsd tokens', NumberLimit);
keywordsOf('always never eventually', Moment);
export const K = {
  map: keyword('map', TextClause),
  about: keyword('about', TextClause),
  schema: keyword('schema'),
  start: keyword('start'),
  input: keyword('input'),
  limits: keyword('limits'),
  defaults: keyword('defaults'),
  property: keyword('property'),
  artifacts: keyword('artifacts'),
  end: keyword('end'),
  as: keyword('as'),
  param: keyword('param'),
  field: keyword('field'),
  output: keyword('output'),
  command: keyword('command'),
  set: keyword('set'),
  setup: keyword('setup'),
  with: keyword('with'),
  each: keyword('each'),
  in: keyword('in', Operator),
  join: keyword('join'),
  all: keyword('all'),
  at: keyword('at'),
  least: keyword('least'),
  most: keyword('most'),
  workspace: keyword('workspace'),
  worktree: keyword('worktree'),
  merge: keyword('merge'),
  branch: keyword('branch'),
  body: keyword('body'),
  visits: keyword('visits'),
  then: keyword('then'),
  on: keyword('on'),
  one: keyword('one'),
  of: keyword('of'),
  error: keyword('error'),
  timeout: keyword('timeout'),
  times: keyword('times'),
  retry: keyword('retry'),
  reply: keyword('reply'),
  session: keyword('session'),
  fork: keyword('fork'),
  reminder: keyword('reminder'),
  before: keyword('before'),
  choose: keyword('choose'),
  when: keyword('when'),
  resets: keyword('resets'),
  outcome: keyword('outcome'),
  failed: keyword('failed'),
  takes: keyword('takes'),
  to: keyword('to'),
  leads: keyword('leads'),
  precedes: keyword('precedes'),
  extra: keyword('extra'),
  and: keyword('and'),
  duration: keyword('duration'),
  true: keyword('true', Literal),
  false: keyword('false', Literal),
  null: keyword('null', Literal),
} as const;

/** All words of the language. */
export const KEYWORDS: ReadonlyMap<string, TokenType> = keywords;

const sign = (image: string, ...categories: TokenType[]) =>
  createToken({ name: `"${image}"`, pattern: image, categories });

export const Arrow = sign('->');
export const Equals = sign('=');
export const Question = sign('?', Operator);
export const Colon = sign(':', Operator);
export const Comma = sign(',');
export const Dot = sign('.');
export const Not = sign('!');
export const Minus = sign('-', Operator);
export const Opens = { brace: sign('{'), bracket: sign('['), paren: sign('(') } as const;
export const Closes = { brace: sign('}'), bracket: sign(']'), paren: sign(')') } as const;
const otherOperators = ['||', '&&', '==', '!=', '<=', '>=', '<', '>', '+', '*', '/', '%'];

export const Quoted = createToken({
  name: 'Quoted',
  pattern: /"(?:[^"\\\n\r]|\\[^\n\r])*"/,
  categories: Text,
});
/** A text without its closing quote: told once, and taken as a text. */
export const Unclosed = createToken({
  name: 'Unclosed',
  pattern: /"(?:[^"\\\n\r]|\\[^\n\r])*\\?/,
  categories: Text,
});
export const Fenced = createToken({
  name: 'Fenced',
  pattern: { exec: matchFence },
  line_breaks: true,
  start_chars_hint: ['"'],
  categories: Text,
});
/** Texts as only CEL writes them. */
export const CelText = createToken({
  name: 'CelText',
  pattern: /(?:[rRbB]{1,2}"(?:[^"\\\n\r]|\\[^\n\r])*"|[rRbB]{0,2}'(?:[^'\\\n\r]|\\[^\n\r])*')/,
});
export const Duration = createToken({
  name: 'Duration',
  pattern: { exec: matching(/(?:\d+(?:ms|s|m|h))+(?![\p{L}\p{N}_])/uy) },
  line_breaks: false,
  start_chars_hint: '0123456789'.split(''),
});
export const NumberToken = createToken({
  name: 'Number',
  pattern: /0[xX][0-9a-fA-F]+u?|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?u?/,
});
const Blank = createToken({
  name: 'Blank',
  pattern: /[ \t\r\n\uFEFF]+/,
  group: Lexer.SKIPPED,
  line_breaks: true,
});
const Comment = createToken({ name: 'Comment', pattern: /\/\/[^\n\r]*/, group: 'comments' });

/** A fence goes to the same quotes on a line of their own, or to the end of the file. */
function matchFence(text: string, offset: number): [string] | null {
  FENCE.lastIndex = offset;
  const quotes = FENCE.exec(text)?.[1];
  if (quotes === undefined) return null;
  let line = text.indexOf('\n', offset);
  while (line >= 0) {
    let place = line + 1;
    while (text[place] === ' ' || text[place] === '\t') place += 1;
    if (text.startsWith(quotes, place) && text[place + quotes.length] !== '"')
      return [text.slice(offset, place + quotes.length)];
    line = text.indexOf('\n', place);
  }
  return [text.slice(offset)];
}

const FENCE = /("{3,})[ \t]*\r?\n/y;

export const TOKENS: readonly TokenType[] = [
  Blank,
  Comment,
  Fenced,
  Quoted,
  Unclosed,
  CelText,
  // "on" must not be found at the beginning of "one".
  ...[...keywords].toSorted(([a], [b]) => b.length - a.length).map(([, token]) => token),
  Identifier,
  Duration,
  NumberToken,
  Arrow,
  ...otherOperators.map((image) => sign(image, Operator)),
  Equals,
  Question,
  Colon,
  Comma,
  Dot,
  Not,
  Minus,
  ...Object.values(Opens),
  ...Object.values(Closes),
  Word,
  TaskType,
  TextClause,
  NameSetting,
  NumberSetting,
  FlagSetting,
  NamesSetting,
  ExpressionClause,
  NumberLimit,
  Moment,
  Text,
  Operator,
  Literal,
];

const lexer = new Lexer([...TOKENS], {
  positionTracking: 'onlyStart',
  ensureOptimizations: false,
  skipValidations: true,
});

export interface Lexed {
  readonly tokens: IToken[];
  readonly comments: readonly IToken[];
  /** Signs that are none of the language. Units: half-open offsets. */
  readonly strays: readonly { readonly start: number; readonly end: number }[];
}

/** Cuts a text into tokens; comments apart. */
export function lex(text: string): Lexed {
  const { tokens, groups, errors } = lexer.tokenize(text);
  // The lexer leaves the ends out, which the tree takes its places from.
  for (const token of tokens) token.endOffset = token.startOffset + token.image.length - 1;
  const strays = errors.map(({ offset, length }) => ({ start: offset, end: offset + length }));
  return { tokens, comments: groups['comments'] ?? [], strays };
}
