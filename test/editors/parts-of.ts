import { type CstNode, type IToken, tokenMatcher, type TokenType } from 'chevrotain';
import { CelText, Duration, NumberToken, Text } from '../../src/parse/words/literals.ts';
import { lex } from '../../src/parse/words/lex.ts';
import { Path } from '../../src/parse/words/path-token.ts';
import { readTokens } from '../../src/parse/grammar/read-tokens.ts';
import { Arrow } from '../../src/parse/words/signs.ts';
import { KEYWORDS, Literal } from '../../src/parse/words/words.ts';

/** What a part of a map is to the parser. Units: half-open offsets. */
export interface Part {
  readonly kind: 'comment' | 'text' | 'path' | 'name' | 'keyword' | 'literal' | 'number' | 'arrow' | 'word';
  readonly start: number;
  readonly end: number;
  readonly image: string;
}

/** All that a map consists of, but for signs. Errors: throws where it is no map. */
export function partsOf(text: string): readonly Part[] {
  const { tokens, comments } = lex(text);
  const { tree, faults } = readTokens(tokens, 'map');
  if (faults.length > 0) throw new Error(`no map: ${faults[0]?.expected ?? ''}`);
  return [...comments.map((each) => part('comment', each)), ...partsIn(tree)];
}

function partsIn(node: CstNode): readonly Part[] {
  return Object.entries(node.children).flatMap(([key, parts]) =>
    parts.flatMap((each) => {
      if ('children' in each) return partsIn(each);
      const kind = kindOf(node.name, key, each);
      return kind === undefined ? [] : [part(kind, each)];
    }),
  );
}

const KINDS: readonly (readonly [TokenType, Part['kind']])[] = [
  [Text, 'text'],
  [CelText, 'text'],
  [Path, 'path'],
  [NumberToken, 'number'],
  [Duration, 'number'],
  [Arrow, 'arrow'],
  [Literal, 'literal'],
];
/** Where any word may stand, a word of the language is none. */
const WORDS: ReadonlySet<string> = new Set(['Word', 'Identifier', 'AssignedWord']);

function kindOf(rule: string, key: string, token: IToken): Part['kind'] | undefined {
  if (rule === 'name' || rule === 'actionName') return 'name';
  const own = KINDS.find(([type]) => tokenMatcher(token, type));
  if (own !== undefined) return own[1];
  if (WORDS.has(key)) return 'word';
  return KEYWORDS.has(token.image) ? 'keyword' : undefined;
}

function part(kind: Part['kind'], { image, startOffset }: IToken): Part {
  return { kind, image, start: startOffset, end: startOffset + image.length };
}
