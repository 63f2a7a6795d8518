import { type IToken, tokenMatcher, type TokenType } from 'chevrotain';
import { lex } from '../words/lex.ts';
import { Text } from '../words/literals.ts';
import { firstWords, nextWords, type NextWord } from './next-words.ts';
import { isBareName, Phrase } from '../words/name-tokens.ts';
import { outlineAt, type OutlinedPlace } from './token-outline.ts';
import { Path } from '../words/path-token.ts';
import { Equals } from '../words/signs.ts';
import { ExpressionClause, Mistake, K, KEYWORDS, Word } from '../words/words.ts';

/**
 * One way to go on at a place of a map in the map language.
 *
 * Shape: `words` are words of the language; else something that is named there, in `rules`, behind the words `before` it on the
 * way, the last one last. `start` is where what is written of it begins; `partial` is that.
 */
export interface WayOn {
  readonly words: readonly string[];
  readonly rules: readonly string[];
  readonly before: readonly string[];
  readonly start: number;
  readonly partial: string;
}

/** What a place of a map in the map language is in, and how it can go on there. */
export interface Cursor {
  readonly place: OutlinedPlace;
  readonly ways: readonly WayOn[];
  /** The text that it is in, without quotes, up to the place; and the word that the text is of. */
  readonly text: { readonly before: string; readonly clause: string; readonly start: number } | undefined;
  /** The expression that it is in, up to the place. */
  readonly expression: string | undefined;
  /** The folder that short paths are in. */
  readonly folders: Readonly<Record<'templates' | 'schemas', string | undefined>>;
}

/** Looks at a text up to an offset; what stands behind it counts for its names only. Undefined in a comment. */
export function cursorAt(text: string, offset: number): Cursor | undefined {
  const { tokens, comments } = lex(text.slice(0, offset));
  if (comments.slice(-1).some((comment) => endOf(comment) === offset)) return undefined;
  const all = lex(text).tokens;
  const [written] = tokens
    .slice(-1)
    .filter((last) => endOf(last) === offset && (isOpen(last) || isNameLike(last)));
  const done = written ? tokens.slice(0, -1) : tokens;
  const place = outlineAt([...done, ...all.slice(tokens.length)], done.length);
  const partial = written?.image ?? '';
  const start = offset - partial.length;
  const isBehindName =
    isBareName(done.at(-1), done.at(-2)) && !/[\n\r]/.test(text.slice(endOf(done.at(-1) ?? NOWHERE), start));
  const ways = [...waysOn(done, place, { start, partial })].filter(
    ({ rules }) => !isBehindName || !rules.includes('taskItem') || rules.includes('action'),
  );
  // "-> Review wh" may be a name of two words, or a name and the beginning of "when".
  const cut = partial.search(/(?<=\w[ \t]+)\S*$/);
  if (written && cut > 0 && written.tokenType === Phrase) {
    const more = lex(text.slice(0, start + cut)).tokens;
    ways.push(...waysOn(more, place, { start: start + cut, partial: partial.slice(cut) }));
  }
  return {
    place,
    ways,
    text: written && isOpen(written) ? openText(written, wordsBefore(done, place)) : undefined,
    expression: expressionBefore(text, tokens, { place, offset }),
    folders: { templates: folderOf(all, K.templates), schemas: folderOf(all, K.schemas) },
  };
}

const NOWHERE = { startOffset: 0, image: '' };

function endOf({ startOffset, image }: Pick<IToken, 'startOffset' | 'image'>): number {
  return startOffset + image.length;
}

function isNameLike(token: IToken): boolean {
  return tokenMatcher(token, Word) || token.tokenType === Phrase || token.tokenType === Path;
}

function openText({ image, startOffset }: IToken, words: readonly string[]): Cursor['text'] {
  const before = image.replace(/^"+[ \t]*\r?\n?/, '');
  return { before, clause: words.at(-1) ?? '', start: startOffset };
}

/** A text whose end is the end of what was looked at. */
function isOpen(token: IToken): boolean {
  if (!tokenMatcher(token, Text)) return false;
  const { image } = token;
  const quotes = /^"*/.exec(image)?.[0] ?? '';
  if (quotes.length >= 3) return !image.endsWith(quotes) || image.length === quotes.length;
  return token.tokenType.name === 'Unclosed';
}

function* waysOn(
  tokens: readonly IToken[],
  place: OutlinedPlace,
  written: Pick<WayOn, 'start' | 'partial'>,
): Iterable<WayOn> {
  const { type, from } = place;
  const isEnd = type === 'end';
  const rule = type !== undefined ? (isEnd ? 'end' : 'task') : place.block.path.length > 0 ? 'block' : 'map';
  const own = tokens.slice(from);
  const isFirst = isLineStart(tokens, written.start);
  const found: NextWord[] = [...nextWords(own, rule)];
  // Behind a task the next one can begin.
  if (type !== undefined && isFirst) {
    const next = firstWords(place.block.path.length > 0 ? 'block' : 'map');
    found.push(...next.filter(({ rules }) => rules.length > 1));
  }
  const before = wordsBefore(tokens, place);
  for (const { type: token, rules } of found) yield { words: wordsOf(token), rules, before, ...written };
}

function isLineStart(tokens: readonly IToken[], start: number): boolean {
  const last = tokens.at(-1);
  // Only the line of the last token is known; what begins further on is on a later line, or behind a blank.
  return last === undefined || last.startOffset + last.image.length < start;
}

/** The words of the language that a token can be; none where it is a name, a text or a sign. */
function wordsOf(type: TokenType): readonly string[] {
  if (type === Word) return [];
  return [...KEYWORDS].flatMap(([word, token]) => {
    const isIt = token === type || token.CATEGORIES?.includes(type) === true;
    return isIt && token.CATEGORIES?.includes(Mistake) !== true ? [word] : [];
  });
}

/** The words of the language in what the place is in. */
function wordsBefore(tokens: readonly IToken[], { from }: OutlinedPlace): readonly string[] {
  return tokens
    .slice(from)
    .flatMap(({ tokenType, image }) => (KEYWORDS.get(image) === tokenType ? [image] : []));
}

/** What stands between the word or sign that an expression follows and the place. */
function expressionBefore(
  text: string,
  tokens: readonly IToken[],
  { place, offset }: { readonly place: OutlinedPlace; readonly offset: number },
): string | undefined {
  for (let at = tokens.length - 1; at > place.from; at -= 1) {
    const token = tokens[at];
    if (!token) break;
    const isOpening =
      [K.when, K.in, K.merge, Equals].includes(token.tokenType) || tokenMatcher(token, ExpressionClause);
    if (isOpening) return text.slice(token.startOffset + token.image.length, offset);
  }
  return undefined;
}

function folderOf(tokens: readonly IToken[], word: TokenType): string | undefined {
  const at = tokens.findIndex(
    ({ tokenType }, index) => tokenType === word && tokens[index + 1]?.tokenType === Path,
  );
  return at < 0 ? undefined : tokens[at + 1]?.image;
}
