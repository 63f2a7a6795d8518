import { createToken, type IToken, Lexer, type TokenType } from 'chevrotain';
import { CelText, Duration, Fenced, NumberToken, Quoted, Raw, Text, Unclosed } from './literals.ts';
import { ActionText, AssignedText, AssignedWord, Phrase, settleNames } from './name-tokens.ts';
import { Path } from './path-token.ts';
import { SIGNS } from './signs.ts';
import {
  ExpressionClause,
  FlagSetting,
  Mistake,
  Identifier,
  KEYWORDS,
  Literal,
  ProgramPoint,
  NameSetting,
  NamesSetting,
  NameTaker,
  NumberLimit,
  NumberSetting,
  DurationSetting,
  Operator,
  PathSetting,
  PathWord,
  TaskType,
  TextClause,
  Word,
} from './words.ts';

const Blank = createToken({
  name: 'Blank',
  // Sticky already, it is not looked into for a faster form, which it has none of.
  pattern: /[ \t\r\n\uFEFF]+/y,
  group: Lexer.SKIPPED,
  line_breaks: true,
  start_chars_hint: [' ', '\t', '\r', '\n', '\uFEFF'],
});
const Comment = createToken({
  name: 'Comment',
  pattern: /\/\/[^\n\r]*/,
  group: 'comments',
  line_breaks: false,
  start_chars_hint: ['/'],
});

// Each token says what it begins with, and whether it has line breaks: from patterns the lexer finds that out slowly.

/** All tokens, in the order in which they are tried. */
export const TOKENS: readonly TokenType[] = [
  [Blank, Comment, Path, Raw, Fenced, Quoted, CelText, Unclosed],
  // "on" must not be found at the beginning of "one".
  [...KEYWORDS].toSorted(([a], [b]) => b.length - a.length).map(([, token]) => token),
  [Identifier, Duration, NumberToken, ...SIGNS],
  // These are made of others, or stand for several.
  [Phrase, AssignedWord, AssignedText, ActionText],
  [
    Word,
    TaskType,
    TextClause,
    PathWord,
    PathSetting,
    NameSetting,
    NumberSetting,
    DurationSetting,
    FlagSetting,
    NamesSetting,
  ],
  [ExpressionClause, NumberLimit, ProgramPoint, NameTaker, Mistake, Text, Operator, Literal],
].flat();

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
  const settled = settleNames(tokens, text);
  // The lexer leaves the ends out, which the tree takes its places from.
  for (const token of settled) token.endOffset = token.startOffset + token.image.length - 1;
  const strays = errors.map(({ offset, length }) => ({ start: offset, end: offset + length }));
  return { tokens: settled, comments: groups['comments'] ?? [], strays };
}
