import { findBuiltIn } from '../functions/functions.ts';
import { FUNCTIONS, isMacroName, MACROS, METHODS } from './cel-functions.ts';
import { depthOf, isPath, type BinaryOperator, type MacroName, type Node, type Place } from './node.ts';
import { quoted } from './quoted.ts';
import { readNumber, readText } from './read-literal.ts';
import type { Fault, Token } from './read-tokens.ts';
import { unknownCall } from './unknown-call.ts';
import { WORDS } from './words.ts';

/** Units: brackets and branches inside one another. Each costs the parser several stack frames. */
const MAX_NESTED = 48;
/** Units: nodes inside one another. Readers walk a tree by recursion; a chain of 200 terms is enough. */
const MAX_DEPTH = 200;
/** Units: parts of one list, object or call; nodes of one tree. */
const MAX_PARTS = 1000;
const MAX_NODES = 5000;

/**
 * Parses the tokens of an expression.
 *
 * Source: the grammar of https://github.com/google/cel-spec/blob/master/doc/langdef.md
 * Errors: none thrown; the first fault is the result.
 */
export function parseTokens(text: string, tokens: readonly Token[]): Node | Fault {
  try {
    return new Parser(text, tokens).parse();
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.fault;
    throw thrown;
  }
}

/** Ends the parser from inside, and never leaves this file. */
class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.problem);
    this.fault = fault;
  }
}

/** Operators by how tightly they bind, the loosest first. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '<', '<=', '>', '>=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
];

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #bound: string[] = [];
  #at = 0;
  #nested = 0;
  #nodes = 0;

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  parse(): Node {
    const root = this.#expression();
    if (this.#at < this.#tokens.length) this.#unexpected('an operator or the end');
    if (depthOf(root) > MAX_DEPTH) {
      this.#refuse({ start: 0, end: this.#text.length }, `it is nested more than ${MAX_DEPTH} deep`);
    }
    return root;
  }

  #expression(): Node {
    this.#nested += 1;
    if (this.#nested > MAX_NESTED) this.#tooLarge();
    const start = this.#start();
    const condition = this.#operators(0);
    const node = this.#takes('?') ? this.#choice(start, condition) : condition;
    this.#nested -= 1;
    return node;
  }

  #choice(start: number, condition: Node): Node {
    const yes = this.#expression();
    this.#expect(':');
    const no = this.#expression();
    return this.#node({ kind: 'choice', condition, yes, no, ...this.#since(start) });
  }

  #operators(level: number): Node {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#signed();
    const start = this.#start();
    let left = this.#operators(level + 1);
    for (let operator = this.#word(); operators.includes(operator); operator = this.#word()) {
      this.#at += 1;
      const right = this.#operators(level + 1);
      const place = this.#since(start);
      left = this.#node(
        operator === '&&' || operator === '||'
          ? { kind: 'logic', operator, left, right, ...place }
          : // The levels list no others.
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion
            { kind: 'binary', operator: operator as BinaryOperator, left, right, ...place },
      );
    }
    return left;
  }

  /** A row of signs has a bound of its own, in the reader of tokens. */
  #signed(): Node {
    const start = this.#start();
    const kind = this.#takes('!') ? 'not' : this.#takes('-') ? 'negative' : undefined;
    if (kind === undefined) return this.#path();
    const of = this.#signed();
    return this.#node({ kind, of, ...this.#since(start) });
  }

  #path(): Node {
    const start = this.#start();
    let node = this.#primary();
    for (;;) {
      if (this.#takes('.')) node = this.#member(start, node);
      else if (this.#takes('[')) node = this.#index(start, node);
      else return node;
    }
  }

  #member(start: number, owner: Node): Node {
    const token = this.#peek();
    const name = this.#word();
    if (token?.kind !== 'name' || WORDS.has(name)) this.#unexpected('a name');
    this.#at += 1;
    if (this.#takes('(')) return this.#method(start, owner, name);
    const place = this.#since(start);
    if (isVars(owner)) return this.#node({ kind: 'name', name, isBound: false, word: place, ...place });
    return this.#node({ kind: 'member', owner, name, ...place });
  }

  #index(start: number, owner: Node): Node {
    const index = this.#expression();
    this.#expect(']');
    const place = this.#since(start);
    if (!isVars(owner)) return this.#node({ kind: 'index', owner, index, ...place });
    if (index.kind !== 'literal' || typeof index.value !== 'string') {
      this.#refuse(index, 'vars takes one name in quotes, as in vars["story-id"]');
    }
    const word = { start: index.start, end: index.end };
    return this.#node({ kind: 'name', name: index.value, isBound: false, word, ...place });
  }

  #method(start: number, receiver: Node, name: string): Node {
    if (isMacroName(name)) return this.#macro(start, receiver, name);
    // The bracket behind the name is read already.
    const { start: from = start } = this.#tokens[this.#at - 2] ?? {};
    const word = { start: from, end: from + name.length };
    const args = this.#arguments(')');
    const place = this.#since(start);
    const method = METHODS.get(name);
    if (method === undefined)
      throw new Refusal(unknownCall({ name, word, receiver, args, ...place }, this.#text));
    const forms = countsOf(method).map(([, ...names]) => names);
    this.#count(name, args.length, forms, place);
    return this.#node({ kind: 'method', name, receiver, args, ...place });
  }

  #macro(start: number, receiver: Node, name: MacroName): Node {
    const forms = MACROS.get(name) ?? [];
    const variable = this.#variable();
    const args: Node[] = [];
    if (variable) {
      this.#bound.push(variable.name);
      while (this.#takes(',')) args.push(this.#expression());
      this.#bound.pop();
    }
    this.#expect(')');
    const place = this.#since(start);
    this.#count(name, variable ? args.length + 1 : 0, forms, place);
    const isMap = name === 'map';
    const result = isMap ? args.at(-1) : undefined;
    const condition = isMap && args.length === 1 ? undefined : args[0];
    if (variable === undefined) this.#refuse(place, NO_VARIABLE);
    return this.#node({ kind: 'macro', name, receiver, variable, condition, result, ...place });
  }

  /** Undefined where a macro has no arguments at all. */
  #variable(): Extract<Node, { kind: 'name' }> | undefined {
    if (this.#word() === ')') return undefined;
    const variable = this.#expression();
    const written = this.#text.slice(variable.start, variable.end);
    if (variable.kind === 'name' && variable.name === written) return { ...variable, isBound: true };
    return this.#refuse(variable, NO_VARIABLE);
  }

  #primary(): Node {
    const token = this.#peek();
    const start = this.#start();
    const word = this.#word();
    if (token === undefined) this.#unexpected('a value');
    this.#at += 1;
    if (token.kind === 'number') return this.#literal(token, readNumber(this.#text, token));
    if (token.kind === 'text') return this.#literal(token, readText(this.#text, token));
    if (LITERALS.has(word)) return this.#literal(token, LITERALS.get(word) ?? null);
    if (token.kind === 'name' && !WORDS.has(word)) return this.#name(token, word);
    if (word === '(') {
      const inside = this.#expression();
      this.#expect(')');
      return inside;
    }
    if (word === '[') {
      const items = this.#arguments(']');
      return this.#node({ kind: 'list', items, ...this.#since(start) });
    }
    if (word === '{') return this.#object(start);
    this.#at -= 1;
    return this.#unexpected('a value');
  }

  #literal({ start, end }: Token, value: string | number | bigint | boolean | null | Fault): Node {
    if (typeof value === 'object' && value !== null) throw new Refusal(value);
    return this.#node({ kind: 'literal', value, start, end });
  }

  #name({ start, end }: Token, name: string): Node {
    if (this.#takes('(')) return this.#call(start, name);
    const word = { start, end };
    return this.#node({ kind: 'name', name, isBound: this.#bound.includes(name), word, ...word });
  }

  #call(start: number, name: string): Node {
    const args = this.#arguments(')');
    const place = this.#since(start);
    if (name === 'has') return this.#has(place, args);
    const builtIn = findBuiltIn(name);
    const own = FUNCTIONS.get(name);
    const forms = builtIn ? [builtIn.parameters.map((each) => each.name)] : own && countsOf(own);
    if (forms === undefined) {
      const word = { start, end: start + name.length };
      throw new Refusal(unknownCall({ name, word, args, ...place }, this.#text));
    }
    this.#count(name, args.length, forms, place);
    return this.#node({ kind: 'call', name, args, ...place });
  }

  #has(place: Place, [path, ...others]: readonly Node[]): Node {
    if (path === undefined || others.length > 0 || !isPath(path)) {
      this.#refuse(place, 'has() takes one name or path, as in has(a.b)');
    }
    return this.#node({ kind: 'has', path, ...place });
  }

  /** Up to the bracket that closes them. A comma may follow the last part of a list. */
  #arguments(close: ')' | ']'): readonly Node[] {
    const args: Node[] = [];
    if (this.#takes(close)) return args;
    do {
      args.push(this.#expression());
      if (args.length > MAX_PARTS) this.#tooLarge();
    } while (this.#takes(',') && !this.#isListEnd(close));
    this.#expect(close);
    return args;
  }

  #isListEnd(close: ')' | ']'): boolean {
    return close === ']' && this.#word() === close;
  }

  #object(start: number): Node {
    const entries: { key: Node; value: Node }[] = [];
    const words = new Set<unknown>();
    while (this.#word() !== '}') {
      const key = this.#key();
      if (key.kind === 'literal' && words.has(key.value)) {
        this.#refuse(key, `the key ${quoted(this.#text.slice(key.start, key.end))} is in it twice`);
      }
      if (key.kind === 'literal') words.add(key.value);
      this.#expect(':');
      entries.push({ key, value: this.#expression() });
      if (entries.length > MAX_PARTS) this.#tooLarge();
      if (!this.#takes(',')) break;
    }
    this.#expect('}');
    return this.#node({ kind: 'object', entries, ...this.#since(start) });
  }

  /** A key that is a bare word is that word, as everywhere else. */
  #key(): Node {
    const token = this.#peek();
    const word = this.#word();
    const next = this.#tokens[this.#at + 1];
    const isBare = token?.kind === 'name' && next !== undefined && this.#text[next.start] === ':';
    if (!isBare || LITERALS.has(word)) return this.#expression();
    this.#at += 1;
    return this.#literal(token, word);
  }

  #count(name: string, given: number, forms: readonly (readonly string[])[], place: Place): void {
    if (forms.some(({ length }) => length === given)) return;
    const counts = forms.map(({ length }) => length).join(' or ');
    const words = `${counts} ${counts === '1' ? 'argument' : 'arguments'}`;
    const names = forms.at(-1)?.join(', ') ?? '';
    const takes = forms.every(({ length }) => length === 0) ? 'no arguments' : `${words} (${names})`;
    this.#refuse(place, `${name}() takes ${takes}, and is given ${given === 0 ? 'none' : given}`);
  }

  #node<N extends Node>(node: N): N {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) this.#tooLarge();
    return node;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  /** Empty at the end, and for a text. */
  #word(): string {
    const token = this.#peek();
    return token === undefined || token.kind === 'text' ? '' : this.#text.slice(token.start, token.end);
  }

  #takes(word: string): boolean {
    if (this.#word() !== word) return false;
    this.#at += 1;
    return true;
  }

  #expect(mark: string): void {
    if (!this.#takes(mark)) this.#unexpected(`"${mark}"`);
  }

  #start(): number {
    return this.#peek()?.start ?? this.#text.length;
  }

  #since(start: number): Place {
    return { start, end: this.#tokens[this.#at - 1]?.end ?? start };
  }

  #unexpected(wanted: string): never {
    const token = this.#peek();
    const place = token ?? { start: this.#text.length, end: this.#text.length };
    const found = token ? `${quoted(this.#text.slice(token.start, token.end))} stands` : 'it ends';
    this.#refuse(place, `${found} where ${wanted} is expected`);
  }

  #tooLarge(): never {
    const start = this.#start();
    this.#refuse({ start, end: start }, 'it is nested too deep or has too many parts');
  }

  #refuse({ start, end }: Place, problem: string): never {
    throw new Refusal({ start, end, problem });
  }
}

const NO_VARIABLE = 'the first argument of a macro is a plain name, as in list.all(each, each > 0)';
const LITERALS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function isVars(node: Node): boolean {
  return node.kind === 'name' && node.name === 'vars' && !node.isBound && node.end - node.start === 4;
}

/** The names of the arguments that it can be given, for each number of them. */
function countsOf({
  parameters,
  optional = 0,
}: {
  readonly parameters: readonly { readonly name: string }[];
  readonly optional?: number;
}): readonly (readonly string[])[] {
  const names = parameters.map((each) => each.name);
  return Array.from({ length: optional + 1 }, (_, index) => names.slice(0, names.length - optional + index));
}
