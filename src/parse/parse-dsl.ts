import type { TokenType } from 'chevrotain';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { Source } from '../text/source.ts';
import type { JsonNode } from './tree/json-node.ts';
import { buildMap } from './build/build-map.ts';
import { faultInExpression } from './build/read-text.ts';
import { type Lexed, lex } from './words/lex.ts';
import { Path } from './words/path-token.ts';
import { readTokens, type TokensRead } from './grammar/read-tokens.ts';
import { FAILURES, misreadNames } from './recovery/misread-names.ts';
import { textFault } from './recovery/report-texts.ts';
import { secondActions, reportSyntax } from './recovery/report-syntax.ts';
import { isShallow } from './words/is-shallow.ts';
import { tooDeep } from './words/too-deep.ts';
import { K, KEYWORDS } from './words/words.ts';

const MAX_SIZE_MI = 16;
/** A token takes up to 700 bytes until the map is read. A map of 10,000 tasks has less than half of these. */
const MAX_TOKENS = 2_000_000;
/** An expression is printed as it is up to this depth: it may stand deep in a map. */
const MAX_INLINE_DEPTH = 25;

/** A comment, with its `//`. Units: `start` is an offset. */
export interface Comment {
  readonly start: number;
  readonly text: string;
}

/** A map as it was read, with its comments. Units: half-open offsets. */
export interface ReadDsl {
  readonly root: JsonNode;
  readonly comments: readonly Comment[];
  /** Where the folders of templates and schemas are named, which the tree says nothing of. */
  readonly folders: Readonly<Record<'templates' | 'schemas', number | undefined>>;
}

/**
 * Reads a map of the map language into the tree that its JSON form would give, with places in this text.
 *
 * Invariants: D1. Nothing is thrown, whatever the text, and nothing recurses deeper than brackets may nest.
 * D2. A fault of syntax is told once; independent ones are each told. D3. A tree is given only where there is none.
 *
 * Errors: reports the group syntax.
 */
export function parseDsl(source: Source, report: Report): ReadDsl | undefined {
  if (source.text.length > MAX_SIZE_MI * 1_048_576) {
    report('excessive-size', { source, start: 0, end: 0 }, { maxMiB: MAX_SIZE_MI });
    return undefined;
  }
  let sound = true;
  const noting: Report = (code, span, params, extra) => {
    sound = false;
    report(code, span, params, extra);
  };
  const lexed = lex(source.text);
  const extra = lexed.tokens[MAX_TOKENS];
  if (extra) {
    const { startOffset: start } = extra;
    report('excessive-size', { source, start, end: start + extra.image.length }, { maxTokens: MAX_TOKENS });
    return undefined;
  }
  if (!isShallow(lexed, source, noting)) return undefined;
  const read = readTokens(lexed.tokens, 'map');
  if (isFaulty(source, lexed, read)) reportSyntax(source, lexed, read, noting);
  if (!sound) return undefined;
  const root = buildMap(read.tree, { source, report: noting, bare: bareText(source.text, lexed) });
  if (!sound) return undefined;
  const placeOf = (word: TokenType) =>
    lexed.tokens.find(
      ({ tokenType }, index) => tokenType === word && lexed.tokens[index + 1]?.tokenType === Path,
    )?.startOffset;
  return {
    root,
    folders: { templates: placeOf(K.templates), schemas: placeOf(K.schemas) },
    comments: lexed.comments.map(({ startOffset, image }) => ({ start: startOffset, text: image })),
  };
}

/** Whether a text is an expression that may stand in a map as it is. */
export function isInline(text: string): boolean {
  const { tokens, comments, strays } = lex(text);
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (!first || !last || comments.length > 0 || strays.length > 0) return false;
  if (first.startOffset > 0 || last.startOffset + last.image.length < text.length) return false;
  if (tokens.some(({ tokenType }) => tokenType.name === 'Unclosed' || tokenType.name === 'Fenced'))
    return false;
  if (tooDeep(tokens, MAX_INLINE_DEPTH)) return false;
  if (tokens.some(({ image }) => faultInExpression(image))) return false;
  return readTokens(tokens, 'expression').faults.length === 0;
}

/** Texts that do not end as they have to are told even where the tree is whole. */
function isFaulty(
  source: Source,
  { tokens, strays }: Lexed,
  { faults, toleratedTokens }: TokensRead,
): boolean {
  if (faults.length > 0 || strays.length > 0 || toleratedTokens.length > 0) return true;
  if (secondActions(tokens).length > 0 || misreadNames(tokens, source.text).length > 0) return true;
  return tokens.some((token) => token.image === '=>' || textFault(token, source) !== undefined);
}

/** Comments become blanks, so that an expression around one keeps its places. */
function bareText(text: string, { comments }: Lexed): string {
  if (comments.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { startOffset, image } of comments) {
    parts.push(text.slice(from, startOffset), ' '.repeat(image.length));
    from = startOffset + image.length;
  }
  return parts.join('') + text.slice(from);
}

/** Whether an action may only have this name in quotes: without them it means something else. */
export function isQuotedAction(name: string): boolean {
  return isKeyword(name) || FAILURES.has(name);
}

/** Whether a word is one of the language. */
export function isKeyword(word: string): boolean {
  return KEYWORDS.has(word);
}
