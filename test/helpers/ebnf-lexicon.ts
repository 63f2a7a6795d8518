import type { Lexicon } from './ebnf-sentences.ts';
import type { SeededRandom } from './seeded-random.ts';

const NAMES = [
  'Review',
  'plan',
  'x1',
  '_',
  'Überprüfung',
  '状態',
  'éa',
  'onward',
  'a',
  'claudes',
  'r',
  'B',
] as const;
const PHRASES = [
  'Review Plan',
  'Plan  the 2nd Step',
  'a 1',
  'Überprüfung 状態\t_',
  'r b 007',
  'x 30m',
] as const;
const PATHS = [
  'a/b-c.md',
  'blueprint',
  '@x/y',
  '.hidden',
  '-x',
  '+1',
  '7',
  'claude-opus-4.1',
  'a//b',
  'é.json',
] as const;
const LETTERS = [
  'a',
  'Z',
  ' ',
  'é',
  '𝒳',
  '状',
  "'",
  '/',
  '//',
  '{',
  '}',
  '->',
  ',',
  '=',
  '\u2028',
  '\u007f',
] as const;
const ESCAPES = ['\\n', '\\"', '\\\\', '\\/', '\\u00e9', '\\ud800', '\\t', '\\b'] as const;
const LINES = [
  '',
  'one',
  '  deeper',
  '"quoted"',
  '""',
  '\\ as it is',
  '// no comment',
  '}',
  '${x}',
  'é状',
] as const;
const RAWS = [
  'a',
  '"a" said b',
  String.raw`git commit -m \"x\"`,
  '// x',
  ' ',
  '->',
  "it's",
  'a ""b',
  '${x}\\',
] as const;
const CEL_TEXTS = [
  String.raw`"a\x41\'"`,
  "'it'",
  String.raw`'a \' b'`,
  String.raw`r"\d"`,
  "b'x'",
  `r'"'`,
  "''",
] as const;
const UNITS = ['ms', 's', 'm', 'h'] as const;

/**
 * Texts for the productions of grammar/wfmap.ebnf that say in words which characters they have.
 *
 * `words` are those of the language, which most names may be.
 */
export function lexiconOf(words: readonly string[]): Lexicon {
  const known: readonly [string, ...string[]] = ['map', ...words];
  return new Map<string, (random: SeededRandom, path: readonly string[]) => string>([
    ['letters', (random, path) => letters(random, path, known)],
    ['phrase', (random) => random.of(PHRASES)],
    ['action name', (random) => (random.oneIn(3) ? quoted(random) : random.of([...NAMES, ...PHRASES]))],
    ['assigned', (random, path) => (random.oneIn(3) ? quoted(random) : assigned(random, path, known))],
    ['path', (random) => (random.oneIn(4) ? quoted(random) : random.of(PATHS))],
    ['quoted', quoted],
    ['raw', raw],
    ['fenced', fenced],
    ['cel text', (random) => random.of(CEL_TEXTS)],
    ['number', number],
    ['duration', duration],
  ]);
}

/** Where these words begin another way of the same production, they are no names. */
const TAKEN: ReadonlySet<string> = new Set(['of', 'fork', 'error', 'worktree']);

function letters(
  random: SeededRandom,
  path: readonly string[],
  words: readonly [string, ...string[]],
): string {
  const word = random.of(random.oneIn(4) ? words : NAMES);
  const isClaim = path.includes('situation') && !path.includes('expression');
  const isTaken = isClaim ? words.includes(word) : TAKEN.has(word) && !path.includes('expression');
  return isTaken ? `"${word}"` : word;
}

function assigned(
  random: SeededRandom,
  path: readonly string[],
  words: readonly [string, ...string[]],
): string {
  const word = letters(random, path, words);
  return ['failed', 'true', 'false', 'null', 'in'].includes(word) ? 'plan' : word;
}

function quoted(random: SeededRandom): string {
  const parts = Array.from({ length: random.below(5) }, () => random.of(random.oneIn(4) ? ESCAPES : LETTERS));
  return `"${parts.join('')}"`;
}

function raw(random: SeededRandom): string {
  const quotes = '"'.repeat(3 + random.below(2));
  const inner = random.of(RAWS);
  return /^"|"$/.test(inner) ? `${quotes} ${inner} ${quotes}` : quotes + inner + quotes;
}

function fenced(random: SeededRandom): string {
  const [quotes, blanks] = ['"'.repeat(3 + random.below(2)), ' '.repeat(random.below(4))];
  const ending = random.oneIn(5) ? '\r\n' : '\n';
  const lines = Array.from({ length: random.below(4) }, () => `${blanks}${random.of(LINES)}${ending}`);
  return `${quotes}${ending}${lines.join('')}${blanks}${quotes}`;
}

function number(random: SeededRandom): string {
  const whole = random.of(['0', '1', '7', '10', '4096', '9007199254740993']);
  return whole + random.of(['', '', '', '.5', '.0', 'e3', 'E-2', '.25e+7']);
}

function duration(random: SeededRandom): string {
  const parts = Array.from({ length: 1 + random.below(3) }, () => `${random.below(100)}${random.of(UNITS)}`);
  return random.oneIn(4) ? quoted(random) : parts.join('');
}
