import type { Ebnf, EbnfGrammar } from './ebnf.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What stands for a production that is written in prose. */
export type Lexicon = ReadonlyMap<string, (random: SeededRandom, path: readonly string[]) => string>;

/** A token of a sentence, and the productions that it stands in. */
export interface Term {
  readonly text: string;
  readonly path: readonly string[];
}

/** Beyond these the shortest way is taken. Units: how often a production stands in itself; tokens. */
const [MAX_NESTED, MAX_TERMS] = [2, 400];
/** How often something is repeated. What lies in itself, such as an expression, is small. */
const [FEW, MANY] = [[0, 0, 1, 1, 2] as const, [0, 1, 2, 4, 9] as const];

/**
 * Derives sentences of a grammar at random.
 *
 * Of alternatives the one is preferred that was taken least, so that a few hundred sentences go every way there is;
 * {@link untaken} tells those that none went.
 */
export class EbnfSentences {
  readonly #grammar: EbnfGrammar;
  readonly #lexicon: Lexicon;
  readonly #least = new Map<Ebnf, number>();
  readonly #taken = new Map<string, number>();
  readonly #ways = new Map<Ebnf, string>();

  constructor(grammar: EbnfGrammar, lexicon: Lexicon) {
    this.#grammar = grammar;
    this.#lexicon = lexicon;
    for (const [name, body] of grammar.productions) this.#nameWays(name, body, name);
    this.#measure();
  }

  derive(start: string, random: SeededRandom): readonly Term[] {
    const terms: Term[] = [];
    this.#write({ kind: 'production', name: start }, { random, terms, path: [] });
    return terms;
  }

  /** Alternatives, options and repetitions that no sentence took, or took each time. */
  untaken(): readonly string[] {
    return [...this.#ways]
      .flatMap(([node, name]) => waysOf(node, name))
      .filter((way) => !this.#taken.has(way));
  }

  #write(node: Ebnf, writing: Writing): void {
    const { terms, path } = writing;
    switch (node.kind) {
      case 'terminal':
        terms.push({ text: node.text, path });
        return;
      case 'production':
        return this.#production(node.name, writing);
      case 'sequence':
        for (const part of node.parts) this.#write(part, writing);
        return;
      case 'choice':
        return this.#write(node.parts[this.#chosen(node, writing)] ?? node, writing);
      case 'optional':
      case 'repeat': {
        const count = this.#countOf(node, writing);
        for (let index = 0; index < count; index += 1) this.#write(node.body, writing);
      }
    }
  }

  /** How often an option or a repetition is written: first in the way that none took yet. */
  #countOf(node: Extract<Ebnf, { kind: 'optional' | 'repeat' }>, { random, terms, path }: Writing): number {
    const nested = nestedIn(path);
    if (nested > MAX_NESTED || terms.length > MAX_TERMS) return 0;
    const isNew = [0, 1].filter((way) => !this.#taken.has(`${this.#ways.get(node)} ${way}`));
    const any = node.kind === 'optional' ? random.below(2) : random.of(nested > 0 ? FEW : MANY);
    const count = isNew.at(-1) ?? any;
    this.#take(`${this.#ways.get(node)} ${Math.min(count, 1)}`);
    return count;
  }

  #production(name: string, { random, terms, path }: Writing): void {
    const body = this.#grammar.productions.get(name);
    const lexical = this.#lexicon.get(name);
    if (body) return this.#write(body, { random, terms, path: [...path, name] });
    if (!lexical) throw new Error(`Nothing stands for "${name}".`);
    terms.push({ text: lexical(random, path), path: [...path, name] });
  }

  #chosen(node: Extract<Ebnf, { kind: 'choice' }>, { random, terms, path }: Writing): number {
    const isLate = nestedIn(path) > MAX_NESTED || terms.length > MAX_TERMS;
    const cost = (index: number): number => {
      const part = node.parts[index];
      return isLate && part
        ? (this.#least.get(part) ?? Infinity)
        : (this.#taken.get(`${this.#ways.get(node)} ${index}`) ?? 0) + random.below(4);
    };
    const costs = node.parts.map((_, index) => cost(index));
    const chosen = costs.indexOf(Math.min(...costs));
    // A way out is no choice: it must not make its alternative the one that was taken most.
    if (!isLate) this.#take(`${this.#ways.get(node)} ${chosen}`);
    return chosen;
  }

  #take(way: string): void {
    this.#taken.set(way, (this.#taken.get(way) ?? 0) + 1);
  }

  #nameWays(name: string, node: Ebnf, production: string): void {
    if (node.kind === 'choice' || node.kind === 'optional' || node.kind === 'repeat')
      this.#ways.set(node, name);
    const parts = 'parts' in node ? node.parts : 'body' in node ? [node.body] : [];
    for (const [index, part] of parts.entries())
      this.#nameWays(`${name}/${node.kind} ${index}`, part, production);
  }

  /** How deep the shortest sentence of each node is: a least fixed point, from infinity down. */
  #measure(): void {
    for (let isOver = false; !isOver;) {
      isOver = true;
      for (const body of this.#grammar.productions.values()) {
        const before = this.#least.get(body);
        if (this.#depthOf(body) !== before) isOver = false;
      }
    }
  }

  #depthOf(node: Ebnf): number {
    const parts = 'parts' in node ? node.parts : 'body' in node ? [node.body] : [];
    const depths = parts.map((part) => this.#depthOf(part));
    let depth = 0;
    if (node.kind === 'sequence') depth = Math.max(...depths);
    else if (node.kind === 'choice') depth = Math.min(...depths);
    else if (node.kind === 'production') {
      const body = this.#grammar.productions.get(node.name);
      if (body) depth = 1 + (this.#least.get(body) ?? Infinity);
    }
    this.#least.set(node, depth);
    return depth;
  }
}

interface Writing {
  readonly random: SeededRandom;
  readonly terms: Term[];
  /** The productions that it stands in. */
  readonly path: readonly string[];
}

/** How often the last production stands in itself. */
function nestedIn(path: readonly string[]): number {
  const last = path.at(-1);
  return path.filter((each) => each === last).length - 1;
}

function waysOf(node: Ebnf, name: string): readonly string[] {
  if (node.kind === 'choice') return node.parts.map((_, index) => `${name} ${index}`);
  return [`${name} 0`, `${name} 1`];
}
