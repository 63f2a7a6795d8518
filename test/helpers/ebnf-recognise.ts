import type { Ebnf, EbnfGrammar } from './ebnf.ts';

/** What a production that is written in prose looks like: patterns with the flag `y`. */
export type Terminals = ReadonlyMap<string, RegExp>;

/**
 * How far a text is a sentence of a grammar: to its end where it is one, else to where nothing fits.
 *
 * Every way is tried, and words are found where the grammar wants one, so that nothing of the parser, nor of its
 * lexer, has a say in it. For texts of some thousand characters.
 */
export function reachOf(
  grammar: EbnfGrammar,
  terminals: Terminals,
  { text, start }: { readonly text: string; readonly start: Ebnf },
): number {
  return new Recogniser(grammar, terminals, text).reach(start);
}

type Places = ReadonlySet<number>;
const NOWHERE: Places = new Set();
const BLANKS = /(?:\s|\uFEFF|\/\/[^\n\r]*)*/y;

class Recogniser {
  readonly #grammar: EbnfGrammar;
  readonly #terminals: Terminals;
  readonly #text: string;
  /** Where each production that begins at a place may end; `NOWHERE` while that is being found out. */
  readonly #known = new Map<string, Map<number, Places>>();
  #furthest = 0;

  constructor(grammar: EbnfGrammar, terminals: Terminals, text: string) {
    this.#grammar = grammar;
    this.#terminals = terminals;
    this.#text = text;
  }

  reach(start: Ebnf): number {
    const ends = [...this.#ends(start, 0)].map((end) => this.#skip(end));
    const { length } = this.#text;
    return ends.includes(length) ? length : Math.min(this.#furthest, length - 1);
  }

  /** Where a node that begins at a place may end. */
  #ends(node: Ebnf, at: number): Places {
    if (node.kind === 'terminal') return this.#literal(node.text, at);
    if (node.kind === 'production') return this.#production(node.name, at);
    if (node.kind === 'sequence')
      return node.parts.reduce((from: Places, part) => this.#all(part, from), new Set([at]));
    if (node.kind === 'choice') return new Set(node.parts.flatMap((part) => [...this.#ends(part, at)]));
    if (node.kind === 'optional') return new Set([at, ...this.#ends(node.body, at)]);
    return this.#repeated(node.body, at);
  }

  #all(node: Ebnf, from: Places): Places {
    return new Set([...from].flatMap((at) => [...this.#ends(node, at)]));
  }

  #repeated(body: Ebnf, at: number): Places {
    const all = new Set([at]);
    // A set is gone through in the order of what is added meanwhile.
    for (const place of all) for (const end of this.#ends(body, place)) all.add(end);
    return all;
  }

  #production(name: string, at: number): Places {
    const body = this.#grammar.productions.get(name);
    if (!body) return this.#pattern(name, at);
    const known = this.#known.get(name) ?? new Map<number, Places>();
    this.#known.set(name, known);
    const before = known.get(at);
    if (before) return before;
    known.set(at, NOWHERE);
    const ends = this.#ends(body, at);
    known.set(at, ends);
    return ends;
  }

  #literal(literal: string, at: number): Places {
    const from = this.#skip(at);
    const end = from + literal.length;
    const isCut = /^\w+$/.test(literal) && /^[\p{L}\p{N}_]/u.test(this.#text.slice(end, end + 2));
    return this.#text.startsWith(literal, from) && !isCut ? this.#reached(end) : NOWHERE;
  }

  #pattern(name: string, at: number): Places {
    const pattern = this.#terminals.get(name);
    if (!pattern) throw new Error(`Nothing says what "${name}" looks like.`);
    pattern.lastIndex = this.#skip(at);
    const found = pattern.exec(this.#text);
    return found ? this.#reached(found.index + found[0].length) : NOWHERE;
  }

  #reached(end: number): Places {
    this.#furthest = Math.max(this.#furthest, end);
    return new Set([end]);
  }

  #skip(at: number): number {
    BLANKS.lastIndex = at;
    return at + (BLANKS.exec(this.#text)?.[0].length ?? 0);
  }
}
