import { createToken, type IToken, Lexer, type TokenType, tokenMatcher } from 'chevrotain';
import { Duration, Fenced, NumberToken, Quoted } from './literals.ts';
import { Arrow, Colon, Equals } from './signs.ts';
import { Identifier, K, KEYWORDS, NameTaker, TaskType, Word } from './words.ts';

const none = (name: string, ...categories: TokenType[]) =>
  createToken({ name, pattern: Lexer.NA, categories });

/** A name of several words. */
export const Phrase = none('Phrase');
/** The word or text at the beginning of a line that "=" stands behind: a name that is assigned. */
export const AssignedWord = none('AssignedWord', Word);
export const AssignedText = none('AssignedText');
/** A text that an arrow stands behind on its line: the name of an action. */
export const ActionText = none('ActionText');

/** The language needs these as they are before "=", or in an expression. */
const FIXED: ReadonlySet<string> = new Set(['failed', 'true', 'false', 'null', 'in']);

/**
 * Puts the words of a name together, and marks the names whose kind is decided by the sign behind them.
 *
 * Source: grammar/wfmap.ebnf, name, assigned name, action name
 */
export function settleNames(tokens: readonly IToken[], text: string): IToken[] {
  const settled: IToken[] = [];
  let line = -1;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) break;
    const isFirst = token.startLine !== line;
    line = lastLineOf(token);
    const last =
      token.tokenType === Identifier && (isFirst || isNamed(settled)) ? lastOf(tokens, index) : index;
    if (last === index) {
      mark(token, tokens[index + 1], isFirst);
      settled.push(token);
    } else settled.push(phraseOf(token, tokens[last], text));
    index = last;
  }
  return settled;
}

/** A fence ends on a later line than it begins on. */
function lastLineOf({ tokenType, startLine = 0, image }: IToken): number {
  return tokenType === Fenced ? startLine + (image.match(/\r\n|[\n\r]/g)?.length ?? 0) : startLine;
}

/** Whether a name of several words may be written without quotes; none of the words may be one of the language. */
export function isPhrase(name: string): boolean {
  const words = name.split(' ');
  return (
    words.length > 1 && /^\D/.test(name) && words.every((word) => PART.test(word) && !KEYWORDS.has(word))
  );
}

const PART = /^(?:[\p{L}_][\p{L}\p{N}_]*|\d[A-Za-z0-9_]*)$/u;

function isNamed(before: readonly IToken[]): boolean {
  const last = before.at(-1);
  if (!last) return false;
  if (last.tokenType === Colon) return before.at(-3)?.tokenType === K.property;
  return tokenMatcher(last, NameTaker);
}

/** Whether a token is the name of a task or of a target, without quotes: no clause may stand behind it on its line. */
export function isBareName(token: IToken | undefined, before: IToken | undefined): boolean {
  if (!before || (token?.tokenType !== Identifier && token?.tokenType !== Phrase)) return false;
  return before.tokenType === Arrow || before.tokenType === K.then || tokenMatcher(before, TaskType);
}

/** The index of the last token of the name that begins at one: it ends with its line. */
function lastOf(tokens: readonly IToken[], from: number): number {
  const line = tokens[from]?.startLine;
  let last = from;
  for (;;) {
    const next = tokens[last + 1];
    if (!next || next.startLine !== line) return last;
    const isJoined = endOf(tokens[last]) === next.startOffset && tokenMatcher(next, Word);
    if (!isJoined && !isPart(next)) return last;
    last += 1;
  }
}

function isPart({ tokenType, image }: IToken): boolean {
  return (
    tokenType === Identifier || tokenType === Duration || (tokenType === NumberToken && /^\w+$/.test(image))
  );
}

function phraseOf(first: IToken, last: IToken | undefined, text: string): IToken {
  const image = text.slice(first.startOffset, endOf(last));
  return { ...first, image, tokenType: Phrase, tokenTypeIdx: Phrase.tokenTypeIdx ?? 0 };
}

function endOf(token: IToken | undefined): number {
  return token ? token.startOffset + token.image.length : 0;
}

function mark(token: IToken, next: IToken | undefined, isFirst: boolean): void {
  const isText = token.tokenType === Quoted;
  if (!next || next.startLine !== token.startLine || (!isText && !tokenMatcher(token, Word))) return;
  if (next.tokenType === Equals && isFirst && !FIXED.has(token.image)) {
    retype(token, isText ? AssignedText : AssignedWord);
  } else if (isText && tokenMatcher(next, Arrow)) retype(token, ActionText);
}

function retype(token: IToken, type: TokenType): void {
  token.tokenType = type;
  token.tokenTypeIdx = type.tokenTypeIdx ?? 0;
}
