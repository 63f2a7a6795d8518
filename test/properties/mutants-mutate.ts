import type { Source } from '../../src/text/source.ts';
import type { SeededRandom } from '../helpers/seeded-random.ts';
import type { Corpus, Sources } from './mutants-corpus.ts';

type Change = (text: string, random: SeededRandom, corpus: Corpus) => string;

/** A text that was changed in a few ways, the same for the same random numbers. */
export function mutate(corpus: Corpus, random: SeededRandom): Source {
  const { name, text } = random.of(random.oneIn(500) ? corpus.whole : smallOf(corpus, random));
  let changed = text;
  for (let left = 1 + random.below(random.oneIn(8) ? 6 : 2); left > 0; left -= 1)
    changed = random.of(CHANGES)(changed, random, corpus);
  return { name: random.oneIn(50) ? (name === 'map.json' ? 'map.wfmap' : 'map.json') : name, text: changed };
}

function listOf(words: string, others: readonly [string, ...string[]]): readonly [string, ...string[]] {
  return [...others, ...words.split(' ')];
}

function smallOf({ dsl, json }: Corpus, random: SeededRandom): Sources {
  return random.oneIn(4) ? json : dsl;
}

const SIGNS = listOf(
  `{ } [ ] ( ) -> = : , . ? ! - " ' \\ / // """ # @ $ && || == ; /* */ \${ {{ < 0x 1e 9 𝒳 é`,
  ['"""\n', '\n', '\r', '\r\n', ' ', '\t', '\0', '\uFEFF', '\uD800', '\uDC00', '\u2028', '`'],
);
const WORDS = listOf(
  'map claude end when param input extra branch body prompt resets output true null in retry takes precedes property ' +
    '"type" "constructor" __proto__ toString "$schema" r" b\' 5m 1e400 -0 99999999999999999999',
  ['at most 3 then', 'on error ->', 'session of', '9'.repeat(400), '0.'.padEnd(300, '0'), 'x'.repeat(5000)],
);
const OPENINGS = [
  '[',
  '{',
  '(',
  '{"a":',
  'x(',
  '[[',
  '-',
  '!',
  'a ? ',
  'body {',
  'branch b {claude X ',
] as const;
const CLOSINGS = [']', '}', ')', '', ' end Y}'] as const;

/** Where a token begins, as both forms have them: near enough, since any place will do. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|[\p{L}\p{N}_]+|->|\S/gu;

const CHANGES: readonly [Change, ...Change[]] = [
  // One unit taken away, put in, or written over.
  (text, random) => splice(text, random, { length: 1 }),
  (text, random) => splice(text, random, { put: random.of(SIGNS) }),
  (text, random) => splice(text, random, { length: 1, put: random.of(SIGNS) }),
  (text, random) => splice(text, random, { length: 1, put: String.fromCharCode(random.below(65_536)) }),
  (text, random) => splice(text, random, { put: ` ${random.of(WORDS)} ` }),
  // A stretch taken away, doubled, or moved; the end cut off.
  (text, random) => splice(text, random, { length: random.below(60) }),
  (text, random) => splice(text, random, { put: pieceOf(text, random, 80) }),
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => text.slice(random.below(Math.min(40, text.length + 1))),
  (text, random, corpus) =>
    splice(text, random, { put: pieceOf(random.of(smallOf(corpus, random)).text, random, 200) }),
  swapTokens,
  dropToken,
  swapLines,
  doubleLine,
  nest,
];

function splice(text: string, random: SeededRandom, { length = 0, put = '' }): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + put + text.slice(at + length);
}

function pieceOf(text: string, random: SeededRandom, most: number): string {
  const at = random.below(text.length + 1);
  return text.slice(at, at + random.below(most));
}

interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Of a stretch only: a mutant must not cost a scan of the whole text. */
function tokensNear(text: string, random: SeededRandom): readonly Piece[] {
  const from = random.below(text.length + 1);
  return [...text.slice(from, from + 400).matchAll(TOKEN)].map(({ 0: image, index }) => ({
    start: from + index,
    end: from + index + image.length,
  }));
}

function swapTokens(text: string, random: SeededRandom): string {
  const tokens = tokensNear(text, random);
  const [one, other] = [random.below(tokens.length), random.below(tokens.length)];
  const [first, second] = [tokens[Math.min(one, other)], tokens[Math.max(one, other)]];
  return first && second && first !== second ? swapped(text, first, second) : text;
}

function swapped(text: string, first: Piece, second: Piece): string {
  const [before, between, after] = [
    text.slice(0, first.start),
    text.slice(first.end, second.start),
    text.slice(second.end),
  ];
  return before + text.slice(second.start, second.end) + between + text.slice(first.start, first.end) + after;
}

function dropToken(text: string, random: SeededRandom): string {
  const token = tokensNear(text, random)[0];
  return token ? text.slice(0, token.start) + text.slice(token.end) : text;
}

function swapLines(text: string, random: SeededRandom): string {
  const lines = text.split('\n');
  const [one, other] = [random.below(lines.length), random.below(lines.length)];
  [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
  return lines.join('\n');
}

function doubleLine(text: string, random: SeededRandom): string {
  const lines = text.split('\n');
  const line = lines[random.below(lines.length)] ?? '';
  lines.splice(
    random.below(lines.length),
    random.below(2),
    ...Array<string>(1 + random.below(random.oneIn(20) ? 200 : 3)).fill(line),
  );
  return lines.join('\n');
}

/** Up to and beyond the depth that is allowed; seldom, as it is all the same beyond. */
function nest(text: string, random: SeededRandom): string {
  const [opening, depth] = [
    random.of(OPENINGS),
    random.oneIn(8) ? 90 + random.below(400) : 1 + random.below(8),
  ];
  const closing = random.oneIn(3) ? '' : random.of(CLOSINGS);
  return splice(text, random, {
    put: ` ${opening.repeat(depth)} ${random.of(WORDS)} ${closing.repeat(depth)} `,
  });
}
