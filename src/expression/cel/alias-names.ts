import type { Token } from './read-tokens.ts';

/** An expression with each name replaced by one of the same length, so that every offset stays. */
export interface Aliased {
  readonly text: string;
  /** The name that the author wrote, by alias; names that kept their spelling are in it too. */
  readonly originalOf: ReadonlyMap<string, string>;
}

/** The only words that cannot be names here: they are values, or an operator between two values. */
export const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);

/** Words the CEL parser refuses as names. A few (`let`, `function`) become common names in maps. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'as break const continue else for function if import let loop package namespace return var void while ' +
    '__proto__ prototype constructor'
  ).split(' '),
);

/**
 * Renames what CEL reserves to what nothing else in the expression is called.
 *
 * Only names are touched: not what follows a dot (members and methods), nor what an opening parenthesis
 * follows (functions). A name that a macro binds is renamed everywhere alike, and so stays bound.
 */
export function aliasNames(text: string, tokens: readonly Token[]): Aliased {
  const taken = new Set(
    tokens.filter((each) => each.kind === 'name').map((each) => text.slice(each.start, each.end)),
  );
  const aliasOf = new Map<string, string>();
  const originalOf = new Map<string, string>();
  let result = '';
  let done = 0;
  for (const [index, token] of tokens.entries()) {
    if (!isName(text, tokens, index)) continue;
    const name = text.slice(token.start, token.end);
    let alias = aliasOf.get(name);
    if (alias === undefined) {
      alias = RESERVED.has(name) ? freshName(name, taken) : name;
      aliasOf.set(name, alias);
      originalOf.set(alias, name);
    }
    result += text.slice(done, token.start) + alias;
    done = token.end;
  }
  return { text: result + text.slice(done), originalOf };
}

function isName(text: string, tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token?.kind !== 'name' || WORDS.has(text.slice(token.start, token.end))) return false;
  const before = tokens[index - 1];
  const after = tokens[index + 1];
  return !(before && text.slice(before.start, before.end) === '.') && !(after && text[after.start] === '(');
}

const LETTERS = '_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`;

/** A name of a given length that is not taken; it is taken then. The name itself where all are. */
function freshName(name: string, taken: Set<string>): string {
  // Some candidate among this many is free, if there are so many.
  const candidates = taken.size + RESERVED.size + WORDS.size;
  for (let count = 0; count <= candidates; count += 1) {
    const fresh = nameOf(count, name.length);
    if (taken.has(fresh) || RESERVED.has(fresh) || WORDS.has(fresh)) continue;
    taken.add(fresh);
    return fresh;
  }
  return name;
}

/** Counts through the names of a length, the last letter running fastest. */
function nameOf(count: number, length: number): string {
  let name = '';
  let rest = count;
  for (let place = length - 1; place >= 0; place -= 1) {
    const letters = place === 0 ? LETTERS : LETTERS_AND_DIGITS;
    name = (letters[rest % letters.length] ?? '_') + name;
    rest = Math.floor(rest / letters.length);
  }
  return name;
}
