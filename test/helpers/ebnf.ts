/** What a production stands for. Shape: `terminal` has the text between its quotes. */
export type Ebnf =
  | { readonly kind: 'terminal'; readonly text: string }
  | { readonly kind: 'production'; readonly name: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Ebnf[] }
  | { readonly kind: 'choice'; readonly parts: readonly Ebnf[] }
  | { readonly kind: 'optional'; readonly body: Ebnf }
  | { readonly kind: 'repeat'; readonly body: Ebnf };

/**
 * A grammar as far as it is written in signs.
 *
 * Shape: `productions` in written order; `prose` names those that are left to whoever reads the grammar.
 */
export interface EbnfGrammar {
  readonly productions: ReadonlyMap<string, Ebnf>;
  readonly prose: ReadonlySet<string>;
}

/**
 * Reads a grammar in ISO 14977, where names may have blanks in them and commas between parts may be left out.
 *
 * Productions in `prose`, which describe characters in words, are not read.
 * Errors: throws where it understands something else: a part that is skipped would be a part that is not tested.
 */
export function readEbnf(text: string, prose: ReadonlySet<string>): EbnfGrammar {
  const tokens = tokensOf(text);
  const bodies = new Map<string, readonly string[]>();
  let from = 0;
  while (from < tokens.length) {
    const [equals, end] = [tokens.indexOf('=', from), tokens.indexOf(';', from)];
    const name = tokens.slice(from, equals).join(' ');
    if (equals < 0 || end < equals || !/^[a-z][a-z ]*$/i.test(name))
      throw new Error(`No production at "${tokens.slice(from, from + 5).join(' ')}".`);
    if (bodies.has(name)) throw new Error(`Production "${name}" stands twice.`);
    bodies.set(name, tokens.slice(equals + 1, end));
    from = end + 1;
  }
  const names = new Set(bodies.keys());
  const productions = new Map<string, Ebnf>();
  for (const [name, body] of bodies)
    if (!prose.has(name)) productions.set(name, new Body(body, names).read());
  return { productions, prose: new Set([...names].filter((name) => prose.has(name))) };
}

/** Reads a part of a production, with the names of the grammar that it belongs to. */
export function readEbnfPart(text: string, names: ReadonlySet<string>): Ebnf {
  return new Body(tokensOf(text), names).read();
}

/** Texts keep their quotes; `{`, `}`, `[`, `]`, `(`, `)`, `|`, `=`, `;` and all others are one character. */
function tokensOf(text: string): readonly string[] {
  return [...text.matchAll(/\(\*[^]*?\*\)|"[^"]*"|'[^']*'|[A-Za-z]+|\S/g)]
    .map(([token]) => token)
    .filter((token) => !token.startsWith('(*'));
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/** Reads the body of a production, from its first token on. */
class Body {
  readonly #tokens: readonly string[];
  readonly #names: ReadonlySet<string>;
  #at = 0;

  constructor(tokens: readonly string[], names: ReadonlySet<string>) {
    this.#tokens = tokens;
    this.#names = names;
  }

  read(): Ebnf {
    const body = this.#choice();
    if (this.#at < this.#tokens.length) throw new Error(`"${this.#tokens[this.#at]}" stands alone.`);
    return body;
  }

  #choice(): Ebnf {
    const parts = [this.#sequence()];
    while (this.#tokens[this.#at] === '|') {
      this.#at += 1;
      parts.push(this.#sequence());
    }
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'choice', parts };
  }

  #sequence(): Ebnf {
    const parts: Ebnf[] = [];
    for (let part = this.#part(); part; part = this.#part()) {
      parts.push(part);
      if (this.#tokens[this.#at] === ',') this.#at += 1;
    }
    if (parts.length === 0) throw new Error(`Nothing before "${this.#tokens[this.#at] ?? 'the end'}".`);
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'sequence', parts };
  }

  /** Shape: undefined where a sequence ends. */
  #part(): Ebnf | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || /^[|})\]]$/.test(token)) return undefined;
    if (/^["'].+["']$/.test(token)) {
      this.#at += 1;
      return { kind: 'terminal', text: token.slice(1, -1) };
    }
    return CLOSING[token] === undefined ? this.#reference() : this.#group(token, CLOSING[token]);
  }

  #group(opening: string, closing: string): Ebnf {
    this.#at += 1;
    const body = this.#choice();
    if (this.#tokens[this.#at] !== closing) throw new Error(`"${opening}" is not closed.`);
    this.#at += 1;
    if (opening === '(') return body;
    return { kind: opening === '[' ? 'optional' : 'repeat', body };
  }

  /** The longest name that is one of the grammar: `task item` before `task`. */
  #reference(): Ebnf {
    for (let length = 4; length > 0; length -= 1) {
      const name = this.#tokens.slice(this.#at, this.#at + length).join(' ');
      if (!this.#names.has(name)) continue;
      this.#at += length;
      return { kind: 'production', name };
    }
    throw new Error(`"${this.#tokens[this.#at]}" is no production.`);
  }
}
