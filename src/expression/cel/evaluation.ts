import { findBuiltIn } from '../functions/functions.ts';
import { argumentsFit, FUNCTIONS, METHODS, requireWhole, type CelFunction } from './cel-functions.ts';
import { fromCel, toCel } from './convert-value.ts';
import { ExpressionFault } from './expression-fault.ts';
import type { Frame } from './frame.ts';
import { isNumeric, kindInWords, kindOf, operandsFit } from './kinds.ts';
import {
  isPath,
  type Binary,
  type Call,
  type Path,
  type Index,
  type Logic,
  type Macro,
  type Member,
  type Method,
  type NameNode,
  type Negative,
  type Node,
} from './node.ts';
import { elementIn, isEqual, isIn, memberIn, OPERATIONS } from './operations.ts';
import { argumentsProblem, conditionProblem, operandsProblem, rangeProblem, signProblem } from './problems.ts';
import { quoted } from './quoted.ts';

/**
 * Evaluates a tree.
 *
 * Shape: texts, booleans and null are themselves, numbers are numbers, whole ones bigints, lists arrays, objects Maps.
 * Errors: throws {@link ExpressionFault}.
 */
export class Evaluation {
  readonly #text: string;
  readonly #frame: Frame;
  readonly #bound = new Map<string, unknown>();

  constructor(text: string, frame: Frame) {
    this.#text = text;
    this.#frame = frame;
  }

  run(node: Node): unknown {
    return this.#frame.charge(this.#valueOf(node));
  }

  #valueOf(node: Node): unknown {
    switch (node.kind) {
      case 'literal':
        return node.value;
      case 'name':
        return node.isBound ? this.#bound.get(node.name) : this.#frame.read(node.name);
      case 'member':
        return this.#member(node);
      case 'index':
        return this.#element(node);
      case 'has':
        return this.#find(node.path) !== undefined;
      case 'call':
        return this.#call(node);
      case 'method':
        return this.#apply(node, METHODS.get(node.name), [node.receiver, ...node.args]);
      case 'macro':
        return this.#macro(node);
      case 'list':
        return node.items.map((each) => this.run(each));
      case 'object':
        return new Map(node.entries.map(({ key, value }) => [this.run(key), this.run(value)]));
      case 'not':
        return !this.#condition(node.of);
      case 'negative':
        return this.#negative(node);
      case 'choice':
        return this.run(this.#condition(node.condition) ? node.yes : node.no);
      case 'logic':
        return this.#logic(node);
      case 'binary':
        return this.#binary(node);
    }
  }

  /** Null is false. */
  #condition(node: Node): boolean {
    const value = this.run(node) ?? false;
    if (typeof value === 'boolean') return value;
    throw new ExpressionFault(conditionProblem(this.#part(node), kindOf(value)));
  }

  /** A side that decides does so whatever the other is, also where that one fails. */
  #logic({ operator, left, right }: Logic): boolean {
    const decides = operator === '||';
    let fault: unknown;
    try {
      if (this.#condition(left) === decides) return decides;
    } catch (thrown) {
      if (!(thrown instanceof ExpressionFault)) throw thrown;
      fault = thrown;
    }
    if (this.#condition(right) === decides) return decides;
    if (fault !== undefined) throw fault;
    return !decides;
  }

  #member({ owner, name }: Member): unknown {
    const from = this.run(owner);
    const found = memberIn(from, name);
    if (found !== undefined) return found;
    if (from === null || typeof from === 'object')
      throw new ExpressionFault(`there is no ${quoted(name)} in it`);
    throw new ExpressionFault(`${quoted(name)} asks for a member of ${kindInWords(kindOf(from))}`);
  }

  #element({ owner, index }: Index): unknown {
    const from = this.run(owner);
    const key = this.run(index);
    const found = Array.isArray(from) ? elementIn(from, key) : memberIn(from, key);
    if (found !== undefined) return found;
    if (!Array.isArray(from)) throw new ExpressionFault(`there is no ${quoted(String(key))} in it`);
    const isNumber = isNumeric(kindOf(key));
    throw new ExpressionFault(
      isNumber
        ? 'a list has no element at that index'
        : 'an element of a list is read by its number, as in list[0]',
    );
  }

  /** What has() asks for: undefined where it is not there, or anything on the way to it. */
  #find(path: Path): unknown {
    if (path.kind === 'name') return this.#findName(path);
    const from = isPath(path.owner) ? this.#find(path.owner) : this.run(path.owner);
    if (path.kind === 'member') return from instanceof Map ? from.get(path.name) : undefined;
    const key = this.run(path.index);
    return Array.isArray(from) ? elementIn(from, key) : from instanceof Map ? from.get(key) : undefined;
  }

  #findName(node: NameNode): unknown {
    if (node.isBound) return this.#bound.get(node.name);
    return this.#frame.has(node.name) ? this.#frame.read(node.name) : undefined;
  }

  #call(node: Call): unknown {
    const builtIn = findBuiltIn(node.name);
    if (builtIn === undefined) return this.#apply(node, FUNCTIONS.get(node.name), node.args);
    return toCel(builtIn.call(node.args.map((each) => fromCel(this.run(each)))), 'any');
  }

  #apply(node: Call | Method, called: CelFunction | undefined, args: readonly Node[]): unknown {
    const given = args.map((each) => this.run(each));
    if (called === undefined || !argumentsFit(called, given.map(kindOf))) {
      throw new ExpressionFault(argumentsProblem(this.#part(node)));
    }
    if (called.isSearch === true) this.#meterSearch(given);
    return called.call(given);
  }

  /** V8 looks for a text from its end, and may start again at nearly every place. It is paid for before it begins. */
  #meterSearch([text, sought]: readonly unknown[]): void {
    this.#frame.spend((String(text).length * String(sought).length) / COMPARED_PER_UNIT);
  }

  #macro(node: Macro): unknown {
    const from = this.run(node.receiver);
    const elements = from instanceof Map ? [...from.keys()] : from;
    if (!Array.isArray(elements)) throw new ExpressionFault(rangeProblem(this.#part(node.receiver)));
    const { name } = node.variable;
    const hidden = this.#bound.get(name);
    try {
      return this.#through(node, elements, (element) => this.#bound.set(name, element));
    } finally {
      this.#bound.set(name, hidden);
    }
  }

  #through(node: Macro, elements: readonly unknown[], bind: (element: unknown) => unknown): unknown {
    if (node.name === 'all' || node.name === 'exists') return this.#quantified(node, elements, bind);
    const kept: unknown[] = [];
    for (const element of elements) {
      bind(element);
      if (node.condition && !this.#condition(node.condition)) continue;
      kept.push(node.result ? this.run(node.result) : element);
    }
    return node.name === 'exists_one' ? kept.length === 1 : kept;
  }

  /** An element that decides does so whatever the others are, also where one fails. */
  #quantified(node: Macro, elements: readonly unknown[], bind: (element: unknown) => unknown): boolean {
    const decides = node.name === 'exists';
    let fault: unknown;
    for (const element of elements) {
      bind(element);
      try {
        if (node.condition && this.#condition(node.condition) === decides) return decides;
      } catch (thrown) {
        if (!(thrown instanceof ExpressionFault)) throw thrown;
        fault ??= thrown;
      }
    }
    if (fault !== undefined) throw fault;
    return !decides;
  }

  #negative(node: Negative): number | bigint {
    const value = this.run(node.of);
    if (typeof value === 'bigint') return requireWhole(-value);
    if (typeof value === 'number') return -value;
    throw new ExpressionFault(signProblem(this.#part(node), kindOf(value)));
  }

  #binary(node: Binary): unknown {
    const left = this.run(node.left);
    const right = this.run(node.right);
    const { operator } = node;
    if (operator === '==') return isEqual(left, right);
    if (operator === '!=') return !isEqual(left, right);
    if (!operandsFit(operator, kindOf(left), kindOf(right))) {
      throw new ExpressionFault(operandsProblem(this.#part(node), operator, [kindOf(left), kindOf(right)]));
    }
    return operator === 'in' ? isIn(left, right) : OPERATIONS[operator](left, right);
  }

  #part({ start, end }: Node): string {
    return quoted(this.#text.slice(start, end));
  }
}

const COMPARED_PER_UNIT = 5000;
