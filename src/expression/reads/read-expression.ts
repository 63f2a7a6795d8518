import { isBareName } from '../cel/bare-name.ts';
import { childrenOf, type CelNode } from '../cel/cel-node.ts';
import type { Expression } from '../cel/expression.ts';
import { openTree } from '../cel/open-tree.ts';
import { variableOf } from '../cel/variable-of.ts';
import { keyOf } from '../check/path-of.ts';
import { findBuiltIn } from '../functions/functions.ts';
import {
  ASKED,
  inElement,
  inMember,
  joined,
  ofElement,
  ofMember,
  UNREAD,
  WHOLE,
  type Demand,
} from './demand.ts';

/** Told what is read of a value. */
export type Reader = (demand: Demand) => void;

/**
 * Works out what an expression reads of the names in it, where this is read of its value.
 *
 * `readerOf` gives whom to tell of each free name. A function gets its arguments whole, unless it says what it reads of them.
 */
export function readExpression(
  expression: Expression,
  demand: Demand,
  readerOf: (name: string) => Reader,
): void {
  const [first] = expression.names;
  if (first === undefined) return;
  if (isBareName(expression)) {
    readerOf(first.name)(demand);
    return;
  }
  const { root, originalOf } = openTree(expression.text);
  new ExpressionReads(originalOf, readerOf).read(root, demand, new Map());
}

/** The names that macros bind, as the tree spells them. */
type Bound = ReadonlyMap<string, Reader>;

class ExpressionReads {
  readonly #originalOf: (alias: string) => string;
  readonly #readerOf: (name: string) => Reader;

  constructor(originalOf: (alias: string) => string, readerOf: (name: string) => Reader) {
    this.#originalOf = originalOf;
    this.#readerOf = readerOf;
  }

  read(node: CelNode, wanted: Demand, bound: Bound): void {
    // What is computed from it is read, if only in vain.
    const demand = joined(wanted, ASKED);
    const variable = variableOf(node, bound, { meaning: { originalOf: this.#originalOf }, faults: [] });
    if (variable) return this.#readerOf(variable.name)(demand);
    if (node.op === 'value') return;
    if (node.op === 'id') this.#name(node.args, demand, bound);
    else if (node.op === '.' || node.op === '[]') this.#member(node, demand, bound);
    else if (node.op === 'call') this.#call(node, demand, bound);
    else if (node.op === 'rcall') this.#method(node, demand, bound);
    else if (node.op === 'map') this.#object(node, demand, bound);
    else if (node.op === '==' || node.op === '!=') this.#comparison(node.args, bound);
    else {
      for (const each of childrenOf(node)) this.read(each, ofPart(node, each, demand), bound);
    }
  }

  #name(alias: string, demand: Demand, bound: Bound): void {
    const read = bound.get(alias) ?? this.#readerOf(this.#originalOf(alias));
    read(demand);
  }

  #member(node: CelNode & { op: '.' | '[]' }, demand: Demand, bound: Bound): void {
    const [owner] = node.args;
    const key = keyOf(node);
    if (key !== undefined) return this.read(owner, inMember(key, demand), bound);
    if (node.op === '[]') this.read(node.args[1], WHOLE, bound);
    this.read(owner, inElement(demand), bound);
  }

  #call({ args: [name, args] }: CelNode & { op: 'call' }, demand: Demand, bound: Bound): void {
    const parameters = findBuiltIn(name)?.parameters ?? [];
    for (const [index, each] of args.entries()) {
      const passes = name === 'take' && index === 0;
      const read = parameters[index]?.reads;
      const own = read === undefined ? WHOLE : read.map(demandOf).reduce(joined, ASKED);
      this.read(each, ASKERS.has(name) ? ASKED : passes ? demand : own, bound);
    }
  }

  #method({ args }: CelNode & { op: 'rcall' }, demand: Demand, bound: Bound): void {
    const [name, receiver, given] = args;
    const [variable, first, second] = given;
    if (!MACROS.has(name) || variable?.op !== 'id' || first === undefined) {
      this.read(receiver, ASKERS.has(name) ? ASKED : WHOLE, bound);
      for (const each of given) this.read(each, WHOLE, bound);
      return;
    }
    let ofEach: Demand = UNREAD;
    const inside = new Map(bound).set(variable.args, (each) => {
      ofEach = joined(ofEach, each);
    });
    const isMap = name === 'map';
    if (!isMap || second !== undefined) this.read(first, WHOLE, inside);
    if (isMap) this.read(second ?? first, ofElement(demand), inside);
    // What is filtered is read as its result is.
    this.read(receiver, joined(inElement(ofEach), name === 'filter' ? demand : UNREAD), bound);
  }

  #object({ args }: CelNode & { op: 'map' }, demand: Demand, bound: Bound): void {
    for (const [key, value] of args) {
      const name = key.op === 'id' ? this.#originalOf(key.args) : key.op === 'value' ? key.args : undefined;
      if (typeof name === 'string') {
        this.read(value, ofMember(demand, name), bound);
        continue;
      }
      this.read(key, WHOLE, bound);
      this.read(value, WHOLE, bound);
    }
  }

  /** What is compared with nothing is asked whether it is there. */
  #comparison(sides: readonly [CelNode, CelNode], bound: Bound): void {
    const isNothing = sides.some(
      (side) => (side.op === 'value' && side.args === null) || (side.op === 'list' && side.args.length === 0),
    );
    for (const side of sides) this.read(side, isNothing ? ASKED : WHOLE, bound);
  }
}

/** What a function reads, as it says it: `issues.*.title`. */
function demandOf(path: string): Demand {
  return path
    .split('.')
    .reduceRight((demand, name) => (name === '*' ? inElement(demand) : inMember(name, demand)), WHOLE);
}

/** What is read of a part of a list, of a choice, or of a sum: those are of lists, too. All others are read whole. */
function ofPart(node: CelNode, part: CelNode, demand: Demand): Demand {
  if (node.op === 'list') return ofElement(demand);
  if (node.op === '+') return demand;
  return node.op === '?:' && part !== node.args[0] ? demand : WHOLE;
}

const MACROS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);
/** They ask of a value whether it is there, or how long it is. */
const ASKERS: ReadonlySet<string> = new Set(['has', 'size']);
