import { ACTIVE_TYPES } from '../../src/model/task-types.ts';
import { CLAUSES } from '../../src/language/fields.ts';
import type { Term } from './ebnf-sentences.ts';
import type { SeededRandom } from './seeded-random.ts';

const SPACES = [' ', ' ', '  ', '\t'] as const;
const LINES = ['\n', '\r\n', ' // a word\n', '\n\n// "half\n', ' /// -> {\r\n', '\n  '] as const;

/** Writes the tokens of a sentence, with any blanks and comments between them that the grammar allows there. */
export function spell(terms: readonly Term[], random: SeededRandom): string {
  return terms
    .map((term, index) => {
      const [before, next] = [terms[index - 1], terms[index + 1]];
      if (beginsLine(term, before) || isClauseBehindName(term, before, terms[index - 2]))
        return random.of(LINES) + term.text;
      const isFree = isBracket(term) || isBracket(before);
      const isBound = staysOnLine(term, before) || isLikeAssigned(term, next);
      if (!isBound && random.oneIn(4)) return random.of(LINES) + term.text;
      return (isFree && !isBound && random.oneIn(2) ? '' : random.of(SPACES)) + term.text;
    })
    .join('');
}

/**
 * Brackets behind an operand are its call, and no arguments of an action. The word of a clause with "=" behind it is a name only in a
 * decide task.
 */
export function isAmbiguous(terms: readonly Term[]): boolean {
  return terms.some(
    ({ text, path }, index) =>
      (text === '(' && path.at(-1) === 'action part' && terms[index - 1]?.path.includes('expression')) ||
      (path.at(-1) === 'assigned' && CLAUSE_WORDS.has(text)),
  );
}

function isBracket(term: Term | undefined): boolean {
  return term !== undefined && /^[()[\]{},]$/.test(term.text);
}

const HEADS: ReadonlySet<string> = new Set(['->', 'then', ...ACTIVE_TYPES]);
const CLAUSE_WORDS: ReadonlySet<string> = new Set(CLAUSES.map(({ head }) => head.split(' ', 1)[0] ?? ''));

/** A clause behind the name of a task or a target, which stands without quotes. */
function isClauseBehindName({ text }: Term, name: Term | undefined, head: Term | undefined): boolean {
  if (!CLAUSE_WORDS.has(text) || !name || !head || name.text.startsWith('"')) return false;
  return HEADS.has(head.text);
}

/** Actions and assignments. */
function beginsLine({ text, path }: Term, before: Term | undefined): boolean {
  const from = path.at(-1);
  if (from === 'action name' || from === 'assigned') return true;
  return text === '->' && from === 'action' && before?.path.at(-1) !== 'action name';
}

function staysOnLine({ path }: Term, before: Term | undefined): boolean {
  const last = before?.path.at(-1);
  return (
    path.at(-1) === 'path' ||
    before?.text === '->' ||
    before?.text === 'when' ||
    last === 'action name' ||
    last === 'assigned'
  );
}

/** A text that begins a line with "=" behind it is a name that is assigned. */
function isLikeAssigned({ text }: Term, next: Term | undefined): boolean {
  return text.startsWith('"') && next?.text === '=';
}
