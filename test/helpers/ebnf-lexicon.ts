import type { Lexicon, Term } from './ebnf-sentences.ts';
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
const UNITS = ['ms', 's', 'm', 'h'] as const;

/**
 * Texts for the productions of grammar/wfmap.ebnf that say in words which characters they have.
 *
 * `words` are those of the language: they may be names too.
 */
export function lexiconOf(words: readonly string[]): Lexicon {
  const known: readonly [string, ...string[]] = ['map', ...words];
  return new Map<string, (random: SeededRandom) => string>([
    ['word', (random) => (random.oneIn(4) ? random.of(known) : random.of(NAMES))],
    ['action name', (random) => (random.oneIn(3) ? quoted(random) : random.of(NAMES))],
    ['quoted', quoted],
    ['fenced', fenced],
    ['cel text', (random) => random.of(["'it'", "'a \\' b'", 'r"\\d"', "b'x'", "r'\"'", "''"])],
    ['number', number],
    ['duration', duration],
  ]);
}

function quoted(random: SeededRandom): string {
  const parts = Array.from({ length: random.below(5) }, () => random.of(random.oneIn(4) ? ESCAPES : LETTERS));
  return `"${parts.join('')}"`;
}

function fenced(random: SeededRandom): string {
  const [quotes, blanks] = ['"'.repeat(3 + random.below(2)), ' '.repeat(random.below(4))];
  const ending = random.oneIn(5) ? '\r\n' : '\n';
  const lines = Array.from({ length: random.below(4) }, () => `${blanks}${random.of(LINES)}${ending}`);
  return `${quotes}${ending}${lines.join('')}${blanks}${quotes}`;
}

function number(random: SeededRandom): string {
  const whole = random.of(['0', '1', '7', '10', '4096', '9007199254740993']);
  return whole + random.of(['', '', '', '.5', '.0', 'e3', 'E-2', '1.25e+7'.slice(1)]);
}

function duration(random: SeededRandom): string {
  const parts = Array.from({ length: 1 + random.below(3) }, () => `${random.below(100)}${random.of(UNITS)}`);
  return random.oneIn(4) ? quoted(random) : parts.join('');
}

const BLANKS = [' ', '\n', '  ', '\t', '\r\n', ' // a word\n', '\n\n// "half\n', ' /// -> {\r\n'] as const;

/** Writes the tokens of a sentence, with any blanks and comments between them. */
export function spell(terms: readonly Term[], random: SeededRandom): string {
  return terms
    .map(({ text }, index) => {
      const isFree = /^[()[\]{},]$/.test(text) || /^[()[\]{},]$/.test(terms[index - 1]?.text ?? '');
      const blank = random.oneIn(3) ? random.of(BLANKS) : isFree && random.oneIn(2) ? '' : ' ';
      return blank + text;
    })
    .join('');
}
