import { isBareName } from '../cel/bare-name.ts';
import type { Expression } from '../cel/expression.ts';
import {
  childrenOf,
  type Binary,
  type Call,
  type Index,
  type Macro,
  type Member,
  type Method,
  type NameNode,
  type Node,
  type ObjectNode,
} from '../cel/node.ts';
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
  new ExpressionReads(readerOf).read(expression.root, demand, new Map());
}

/** The names that macros bind. */
type Bound = ReadonlyMap<string, Reader>;

class ExpressionReads {
  readonly #readerOf: (name: string) => Reader;

  constructor(readerOf: (name: string) => Reader) {
    this.#readerOf = readerOf;
  }

  read(node: Node, wanted: Demand, bound: Bound): void {
    // What is computed from it is read, if only in vain.
    const demand = joined(wanted, ASKED);
    if (node.kind === 'name') this.#name(node, demand, bound);
    else if (node.kind === 'member' || node.kind === 'index') this.#member(node, demand, bound);
    else if (node.kind === 'has') this.read(node.path, ASKED, bound);
    else if (node.kind === 'call') this.#call(node, demand, bound);
    else if (node.kind === 'method') this.#method(node, bound);
    else if (node.kind === 'macro') this.#macro(node, demand, bound);
    else if (node.kind === 'object') this.#object(node, demand, bound);
    else if (isEquality(node)) this.#comparison([node.left, node.right], bound);
    else {
      for (const each of childrenOf(node)) this.read(each, ofPart(node, each, demand), bound);
    }
  }

  #name({ name, isBound }: NameNode, demand: Demand, bound: Bound): void {
    const read = (isBound ? bound.get(name) : undefined) ?? this.#readerOf(name);
    read(demand);
  }

  #member(node: Member | Index, demand: Demand, bound: Bound): void {
    const key = keyOf(node);
    if (key !== undefined) return this.read(node.owner, inMember(key, demand), bound);
    if (node.kind === 'index') this.read(node.index, WHOLE, bound);
    this.read(node.owner, inElement(demand), bound);
  }

  #call({ name, args }: Call, demand: Demand, bound: Bound): void {
    const parameters = findBuiltIn(name)?.parameters ?? [];
    for (const [index, each] of args.entries()) {
      const passes = name === 'take' && index === 0;
      const read = parameters[index]?.reads;
      const own = read === undefined ? WHOLE : read.map(demandOf).reduce(joined, ASKED);
      this.read(each, name === 'size' ? ASKED : passes ? demand : own, bound);
    }
  }

  #method({ name, receiver, args }: Method, bound: Bound): void {
    this.read(receiver, name === 'size' ? ASKED : WHOLE, bound);
    for (const each of args) this.read(each, WHOLE, bound);
  }

  #macro({ name, receiver, variable, condition, result }: Macro, demand: Demand, bound: Bound): void {
    let ofEach: Demand = UNREAD;
    const inside = new Map(bound).set(variable.name, (each) => {
      ofEach = joined(ofEach, each);
    });
    if (condition) this.read(condition, WHOLE, inside);
    if (result) this.read(result, ofElement(demand), inside);
    // What is filtered is read as its result is.
    this.read(receiver, joined(inElement(ofEach), name === 'filter' ? demand : UNREAD), bound);
  }

  #object({ entries }: ObjectNode, demand: Demand, bound: Bound): void {
    for (const { key, value } of entries) {
      if (key.kind === 'literal' && typeof key.value === 'string') {
        this.read(value, ofMember(demand, key.value), bound);
        continue;
      }
      this.read(key, WHOLE, bound);
      this.read(value, WHOLE, bound);
    }
  }

  /** What is compared with nothing is asked whether it is there. */
  #comparison(sides: readonly Node[], bound: Bound): void {
    const isNothing = sides.some(
      (side) =>
        (side.kind === 'literal' && side.value === null) || (side.kind === 'list' && side.items.length === 0),
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
function ofPart(node: Node, part: Node, demand: Demand): Demand {
  if (node.kind === 'list') return ofElement(demand);
  if (node.kind === 'binary' && node.operator === '+') return demand;
  return node.kind === 'choice' && part !== node.condition ? demand : WHOLE;
}

function isEquality(node: Node): node is Binary {
  return node.kind === 'binary' && (node.operator === '==' || node.operator === '!=');
}
