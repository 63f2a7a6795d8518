import { createToken, type IToken, type TokenType, tokenMatcher } from 'chevrotain';
import { DIGITS, FURTHER, LETTERS } from './characters.ts';
import { CelText, Duration, NumberToken, Text } from './literals.ts';
import { Arrow, Closes, Colon, Comma, Dot, Equals, Not, Opens } from './signs.ts';
import {
  ExpressionClause,
  FlagSetting,
  Identifier,
  K,
  KEYWORDS,
  Literal,
  NameSetting,
  NamesSetting,
  Operator,
  PathWord,
  SectionBindings,
  SectionLabels,
  SectionNames,
  TaskType,
  Word,
} from './words.ts';

/** A path without quotes, or a name written like one: by what stands before it on its line. */
export const Path = createToken({
  name: 'Path',
  pattern: { exec: matchPath },
  line_breaks: false,
  start_chars_hint: [...LETTERS, ...DIGITS, '.', '-', '/', '@', '+', ...FURTHER],
});

const PATH = /(?!\/\/|->)[\p{L}\p{N}._\-/@+]+/uy;
/** JSON Schemas may be these. */
const LITERALS: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/** Whether a text can stand without quotes where a path is meant. */
export function isPath(text: string): boolean {
  PATH.lastIndex = 0;
  return PATH.exec(text)?.[0] === text && !LITERALS.has(text);
}

function matchPath(text: string, offset: number, tokens: readonly IToken[]): RegExpExecArray | null {
  const word = tokens.at(-1);
  if (!word || !tokenMatcher(word, PathWord) || !isSameLine(text, word, offset)) return null;
  const last = tokens.length - 1;
  if (tokenMatcher(word, K.schema) ? !isSchemaOfFile(tokens, last) : !isClause(tokens, last)) return null;
  PATH.lastIndex = offset;
  const found = PATH.exec(text);
  if (!found || LITERALS.has(found[0])) return null;
  // Its path may be absent, so that a clause may stand there.
  return tokenMatcher(word, K.artifacts) && KEYWORDS.has(found[0]) ? null : found;
}

function isSameLine(text: string, { startOffset, image }: IToken, offset: number): boolean {
  for (let place = startOffset + image.length; place < offset; place += 1)
    if (text[place] !== ' ' && text[place] !== '\t') return false;
  return offset > startOffset + image.length;
}

/** What a clause ends with, whatever stands before it. */
const ENDS: readonly TokenType[] = [
  Identifier,
  Text,
  CelText,
  Path,
  Duration,
  NumberToken,
  Closes.brace,
  Closes.bracket,
  Closes.paren,
  FlagSetting,
  Literal,
  K.all,
  K.artifacts,
  K.before,
  K.failed,
];
/** Behind these a word of the language is a name, or an operand; in claims such names are quoted. */
const TAKERS: readonly TokenType[] = [
  [TaskType, NameSetting, NamesSetting, ExpressionClause, Operator],
  [Arrow, Comma, Dot, Equals, Not, Opens.paren, Opens.bracket],
  [K.end, K.as, K.then, K.start, K.branch, K.each, K.of, K.fork, K.resets],
  [K.outcome, K.wall, K.workspace, K.when, K.merge, K.session, K.with, K.on, K.because],
  [SectionNames, SectionLabels, SectionBindings],
].flat();

/** Whether a schema is that of the map, or of an artifact: that of a field is JSON. */
function isSchemaOfFile(tokens: readonly IToken[], index: number): boolean {
  const file = tokens[index - 2]?.tokenType === K.as ? index - 4 : index - 2;
  return index === 2 || (tokens[file]?.tokenType === K.file && isClause(tokens, file));
}

/** Whether a word begins a clause, and is no name or operand. */
function isClause(tokens: readonly IToken[], index: number): boolean {
  const [word, before] = [tokens[index], tokens[index - 1]];
  if (isEndOfClause(tokens, index - 1)) return true;
  // The clause above it may be at fault, which is told there and not here.
  const isBelow = before !== undefined && word?.startLine !== before.startLine;
  return isBelow && tokenMatcher(before, Word) && !isAny(TAKERS, before);
}

/** Whether a clause may end with a token, so that a word behind it begins the next one. */
function isEndOfClause(tokens: readonly IToken[], index: number): boolean {
  const token = tokens[index];
  if (!token) return false;
  if (isAny(ENDS, token) || isName(tokens, index, MAX_LOOK_BACK)) return true;
  // No other "{" has clauses with paths behind it.
  if (token.tokenType === Opens.brace) return tokens[index - 1]?.tokenType === K.defaults;
  // It begins a claim behind a colon, and ends an action elsewhere.
  return tokenMatcher(token, K.always) && tokens[index - 1]?.tokenType !== Colon;
}

/** Whether a word of the language is a name or an operand here. */
function isName(tokens: readonly IToken[], index: number, left: number): boolean {
  const [token, before] = [tokens[index], tokens[index - 1]];
  if (!token || !before || left === 0 || !tokenMatcher(token, Word)) return false;
  // "2in" is one word.
  if (before.startOffset + before.image.length === token.startOffset && tokenMatcher(before, NumberToken))
    return true;
  // A claim may begin with "when"; elsewhere it is the type behind a colon.
  if (before.tokenType === Colon && tokenMatcher(token, K.when))
    return tokens[index - 3]?.tokenType !== K.property;
  return takes(before, token) && !isName(tokens, index - 1, left - 1);
}

/** Whether a word behind a token is a name or an operand, if that is no name itself. */
function takes(before: IToken, token: IToken): boolean {
  // "session of" names a task behind it.
  if (before.tokenType === K.session && isAny([K.of, K.fork], token)) return false;
  return isAny(TAKERS, before);
}

function isAny(kinds: readonly TokenType[], token: IToken): boolean {
  return kinds.some((kind) => tokenMatcher(token, kind));
}

/** Nobody names one thing after the other like words of the language; it bounds the work for hostile texts. */
const MAX_LOOK_BACK = 20;
