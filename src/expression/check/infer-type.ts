import { findArgumentMismatch, type ArgumentMismatch } from './argument-mismatch.ts';
import { literalNodesOf, literalOf, typeOfLiteral } from '../cel/literal-node.ts';
import type {
  Binary,
  Call,
  Choice,
  Index,
  Logic,
  Macro,
  Member as MemberNode,
  Method,
  NameNode,
  Node,
  ObjectNode,
} from '../cel/node.ts';
import { findBuiltIn } from '../functions/functions.ts';
import { elementOf, mayBeNull, memberOf, type Member } from '../types/member-of.ts';
import { findMismatch, type Mismatch, type Operation } from './operand-mismatch.ts';
import { typeOfCall, typeOfMacro, typeOfMethod, typeOfOperator } from './operator-type.ts';
import { boundName, keyOf, nameOf, pathOf } from './path-of.ts';
import type { Fact } from '../types/refine-type.ts';
import { objectOf } from '../types/result-type.ts';
import { Inferred, sure } from './inferred.ts';
import { absentMark, eitherOf, withFact, type TypeEnvironment, type ValuePath } from './type-environment.ts';
import { unionOf } from '../types/union-of.ts';
import type { ValueType } from '../types/value.ts';

/** Where what is found on the way goes. Units: offsets into the expression. */
export interface TypeFindings {
  readonly unboundName: (node: Node, name: string) => void;
  readonly badMember: (access: MemberAccess) => void;
  readonly compared: (comparison: Comparison) => void;
  readonly badArgument: (mismatch: ArgumentMismatch, node: Node) => void;
  readonly mismatch: (mismatch: Mismatch) => void;
}

/** A value that is compared with one that is written out. */
export interface Comparison {
  readonly of: Node;
  readonly type: ValueType;
  readonly literal: Node;
}

/** The reading of a member. Shape: `name` is where its name stands; `type` that of the value it is read from. */
export interface MemberAccess {
  readonly presence: 'unsure' | 'never' | 'unfit';
  readonly owner: Node;
  readonly node: Node;
  /** Undefined where a whole list may be missing. */
  readonly key: string | undefined;
  readonly type: ValueType;
  /** Whether it stands in has(). */
  readonly isAsked: boolean;
}

/**
 * Works out types from the leaves up, in the order of evaluation.
 *
 * 1. Each node is visited once; what conditions say is handed on, never worked out again.
 * 2. A name that a macro binds is one of the environment under a name that no map can have.
 */
export class TypeInference {
  readonly #findings: TypeFindings;
  /** Members that read as null where they are absent, which their types do not say. */
  readonly #absent = new Set<Node>();
  /** Lists that are written out or mapped, and the part by which an element of them may be null. */
  readonly #emptyItems = new Map<Node, Node>();
  #first: TypeEnvironment | undefined;

  constructor(findings: TypeFindings) {
    this.#findings = findings;
  }

  infer(node: Node, env: TypeEnvironment): Inferred {
    this.#first ??= env;
    if (node.kind === 'choice') return this.#choice(node, env);
    if (node.kind === 'logic') return this.#logic(node, env);
    if (isComparison(node)) return this.#comparison(node, env);
    if (node.kind !== 'not') return this.#value(node, env);
    const inner = this.#condition(node.of, env);
    return new Inferred(
      'boolean',
      () => inner.whenFalse,
      () => inner.whenTrue,
    );
  }

  #condition(node: Node, env: TypeEnvironment): Inferred {
    const inferred = this.infer(node, env);
    this.#require({ kind: 'condition', node, type: inferred.type });
    return inferred;
  }

  #logic(node: Logic, env: TypeEnvironment): Inferred {
    const left = this.#condition(node.left, env);
    if (node.operator === '&&') {
      const right = this.#condition(node.right, left.whenTrue);
      return new Inferred(
        'boolean',
        () => right.whenTrue,
        () => eitherOf(left.whenFalse, right.whenFalse),
      );
    }
    const right = this.#condition(node.right, left.whenFalse);
    return new Inferred(
      'boolean',
      () => eitherOf(left.whenTrue, right.whenTrue),
      () => right.whenFalse,
    );
  }

  #choice({ condition, yes, no }: Choice, env: TypeEnvironment): Inferred {
    const { whenTrue, whenFalse } = this.#condition(condition, env);
    const a = this.infer(yes, whenTrue);
    const b = this.infer(no, whenFalse);
    return new Inferred(
      unionOf([a.type, b.type]),
      () => eitherBranch([yes, a.whenTrue], [no, b.whenTrue], true),
      () => eitherBranch([yes, a.whenFalse], [no, b.whenFalse], false),
    );
  }

  #comparison(node: Binary, env: TypeEnvironment): Inferred {
    const { left, right, operator } = node;
    const leftType = this.infer(left, env).type;
    const rightType = this.infer(right, env).type;
    if (operator === 'in') this.#needValue(right, rightType, env);
    this.#require({ kind: 'operands', node, left: leftType, right: rightType });
    const isTurned = operator !== 'in' && literalOf(left) !== undefined;
    const [of, type] = isTurned ? [right, rightType] : [left, leftType];
    const literals = literalNodesOf(isTurned ? left : right, operator === 'in');
    for (const literal of literals) this.#findings.compared({ of, type, literal });
    const path = pathOf(of);
    if (!path || literals.length === 0) return sure('boolean', env);
    const values = literals.map(literalOf).filter((each) => each !== undefined);
    const is: Fact = { kind: 'is', values };
    const isNot: Fact = { kind: 'isNot', values };
    const [yes, no] = operator === '!=' ? [isNot, is] : [is, isNot];
    return this.#fact('boolean', env, { path, yes, no });
  }

  /** What is no condition by its operator may still be one by its type. */
  #value(node: ValueNode, env: TypeEnvironment): Inferred {
    const type = this.#typeOf(node, env);
    const path = pathOf(node);
    if (path) return this.#fact(type, env, { path, yes: TRUE, no: NOT_TRUE });
    const askedPath = node.kind === 'has' ? pathOf(node.path) : undefined;
    if (askedPath) return this.#fact(type, env, { path: askedPath, yes: PRESENT, no: ABSENT });
    return sure(type, env);
  }

  #fact(
    type: ValueType,
    env: TypeEnvironment,
    { path, yes, no }: { readonly path: ValuePath; readonly yes: Fact; readonly no: Fact },
  ): Inferred {
    return new Inferred(
      type,
      () => withFact(env, path, yes),
      () => withFact(env, path, no),
    );
  }

  /** Of what is none of the operators that conditions are made of. */
  #typeOf(node: ValueNode, env: TypeEnvironment): ValueType {
    if (isReading(node)) return this.#read(node, env, false);
    switch (node.kind) {
      case 'literal':
        return typeOfLiteral(node.value);
      case 'has':
        this.#read(node.path, env, true);
        return 'boolean';
      case 'call':
        return this.#call(node, env);
      case 'method':
        return this.#method(node, env);
      case 'macro':
        return this.#macro(node, env);
      case 'object':
        return this.#object(node, env);
      case 'list': {
        const types = node.items.map((each) => this.infer(each, env).type);
        const empty = node.items.find((each, at) => mayBeNull(types[at] ?? 'any') && !isElement(each));
        if (empty) this.#emptyItems.set(node, empty);
        return { kind: 'list', items: unionOf(types) };
      }
      case 'negative': {
        const type = this.infer(node.of, env).type;
        this.#needValue(node.of, type, env);
        this.#require({ kind: 'sign', node, type });
        return typeOfOperator('-', type, 'integer');
      }
      case 'binary':
    }
    const left = this.infer(node.left, env).type;
    const right = this.infer(node.right, env).type;
    this.#needValue(node.left, left, env);
    this.#needValue(node.right, right, env);
    this.#require({ kind: 'operands', node, left, right });
    return typeOfOperator(node.operator, left, right);
  }

  #require(operation: Operation): void {
    const mismatch = findMismatch(operation);
    if (mismatch) this.#findings.mismatch(mismatch);
  }

  #call(node: Call, env: TypeEnvironment): ValueType {
    const { name, args } = node;
    const builtIn = findBuiltIn(name);
    const types = args.map((each) => this.infer(each, env).type);
    for (const [at, each] of args.entries()) {
      const type = types[at] ?? 'any';
      if (name === 'size') this.#needValue(each, type, env);
      // What wfmap itself provides takes what is missing, as nothing.
      else if (!builtIn) this.#needArgument(each, type, env);
    }
    const mismatch = builtIn && findArgumentMismatch(builtIn, types);
    const argument = mismatch && args[mismatch.index];
    if (argument) {
      const keys = argument.kind === 'object' ? argument.entries.map(({ key }) => key) : [];
      const key = keys.find((each) => mismatch.key !== undefined && wordOf(each) === mismatch.key);
      this.#findings.badArgument(mismatch, key ?? argument);
    }
    if (builtIn === undefined) this.#require({ kind: 'call', node, types });
    return typeOfCall(name, types);
  }

  #method(node: Method, env: TypeEnvironment): ValueType {
    const { receiver } = node;
    const type = this.infer(receiver, env).type;
    this.#needValue(receiver, type, env);
    const empty = node.name === 'join' ? this.#emptyItems.get(receiver) : undefined;
    if (empty) this.#tellMissing(empty, type);
    const types = node.args.map((each) => this.infer(each, env).type);
    for (const [at, each] of node.args.entries()) this.#needArgument(each, types[at] ?? 'any', env);
    this.#require({ kind: 'method', node, types: [type, ...types] });
    return typeOfMethod(node.name);
  }

  /** A name, a member or an element; `isAsked` inside `has`, which is safe for whatever is missing. */
  #read(node: Node, env: TypeEnvironment, isAsked: boolean): ValueType {
    if (node.kind === 'name') {
      const name = nameOf(node);
      if (!isAsked && env.unbound.has(name)) this.#findings.unboundName(node, name);
      return env.types.get(name) ?? 'any';
    }
    if (node.kind !== 'member' && node.kind !== 'index') return this.infer(node, env).type;
    const { owner } = node;
    const type = this.#read(owner, env, isAsked);
    const key = keyOf(node);
    if (!isAsked) this.#needThere(owner, type, env);
    if (key !== undefined) return this.#member({ owner, node, key, type }, isAsked);
    return node.kind === 'index' ? this.#element(node, type, { env, isAsked }) : 'any';
  }

  #member(access: Omit<MemberAccess, 'presence' | 'isAsked'>, isAsked: boolean): ValueType {
    const found = memberOf(access.type, access.key ?? '');
    if (found.presence === 'sure') {
      if (found.mayReadNull === true) this.#absent.add(access.node);
      return found.type;
    }
    const isHidden = found.presence === 'never' && this.#isKnownElsewhere(access.node);
    const presence = isHidden ? 'unsure' : found.presence;
    if (!isAsked || presence !== 'unsure') this.#findings.badMember({ ...access, presence, isAsked });
    return found.type;
  }

  /** Whether only the conditions around a member say that it cannot be there. */
  #isKnownElsewhere(node: Node): boolean {
    const path = pathOf(node);
    let type = path && this.#first?.types.get(path.name);
    if (type === undefined) return false;
    for (const key of path?.keys ?? []) {
      const member: Member = memberOf(type, key);
      if (member.presence === 'never' || member.presence === 'unfit') return false;
      type = member.type;
    }
    return true;
  }

  #element(
    { owner, index }: Index,
    type: ValueType,
    { env, isAsked }: { readonly env: TypeEnvironment; readonly isAsked: boolean },
  ): ValueType {
    const key = this.infer(index, env).type;
    this.#require({ kind: 'index', node: index, list: type, key });
    if (!isAsked) {
      this.#needArgument(index, key, env);
      // Whether it is there at all was asked before.
      if (mayBeNull(type)) this.#tellMissing(owner, type);
    }
    return elementOf(type) ?? 'any';
  }

  /** What is read of a list or an object fails where nobody gave it. */
  #needThere(owner: Node, type: ValueType, env: TypeEnvironment): void {
    const isName = owner.kind === 'name' && env.unbound.has(absentMark(nameOf(owner)));
    if (isName || this.#absent.has(owner)) this.#tellMissing(owner, type);
  }

  /** What goes through a list, calls a method, reads an element, or computes, fails where the value is missing. */
  #needValue(owner: Node, type: ValueType, env: TypeEnvironment): void {
    this.#needThere(owner, type, env);
    if (mayBeNull(type)) this.#tellMissing(owner, type);
  }

  /** Of an argument or an index. What a condition says of an element is not known here, so that it may be sure. */
  #needArgument(node: Node, type: ValueType, env: TypeEnvironment): void {
    if (!isElement(node)) this.#needValue(node, type, env);
  }

  #tellMissing(owner: Node, type: ValueType): void {
    this.#findings.badMember({
      presence: 'unsure',
      owner,
      node: owner,
      key: undefined,
      type,
      isAsked: false,
    });
  }

  #macro(node: Macro, env: TypeEnvironment): ValueType {
    const { name, receiver, variable, condition, result } = node;
    const type = this.infer(receiver, env).type;
    this.#require({ kind: 'range', node: receiver, type });
    this.#needValue(receiver, type, env);
    const bound = boundName(variable.name);
    const inside: TypeEnvironment = {
      types: new Map(env.types).set(bound, elementOf(type) ?? keysOf(type)),
      unbound: env.unbound,
    };
    const kept = condition ? this.#condition(condition, inside).whenTrue : inside;
    const last = result ? this.infer(result, kept).type : 'any';
    if (result && mayBeNull(last) && !isElement(result)) this.#emptyItems.set(node, result);
    // What a filter leaves is what its condition says: `has(v.a)` holds of every element.
    return typeOfMacro(name, type, name === 'filter' ? (kept.types.get(bound) ?? 'any') : last);
  }

  #object({ entries }: ObjectNode, env: TypeEnvironment): ValueType {
    const members: [string, ValueType][] = [];
    for (const { key, value } of entries) {
      const { type } = this.infer(value, env);
      const word = wordOf(key);
      if (word === undefined) this.infer(key, env);
      else members.push([word, type]);
    }
    return { ...objectOf(members), isOpen: members.length < entries.length };
  }
}

/** Nodes whose operators do not make them conditions. */
type ValueNode = Exclude<Node, { readonly kind: 'choice' | 'logic' | 'not' }>;

/** Whether a node reads a name, a member or an element, of whatever has it. */
function isReading(node: Node): node is NameNode | MemberNode | Index {
  return node.kind === 'name' || node.kind === 'member' || node.kind === 'index';
}

/** Whether a node reads an element, or something of one. */
function isElement(node: Node): boolean {
  return isReading(node) && pathOf(node) === undefined;
}

function isComparison(node: Node): node is Binary {
  return node.kind === 'binary' && COMPARED.has(node.operator);
}

const COMPARED: ReadonlySet<string> = new Set(['==', '!=', 'in']);

/** The name of a member, where an object is written out. */
function wordOf(key: Node): string | undefined {
  return key.kind === 'literal' && typeof key.value === 'string' ? key.value : undefined;
}

/** A branch that is written out as the other truth value is not the one that was taken. */
function eitherBranch(
  [yes, whenYes]: readonly [Node, TypeEnvironment],
  [no, whenNo]: readonly [Node, TypeEnvironment],
  truth: boolean,
): TypeEnvironment {
  if (literalOf(yes) === !truth) return whenNo;
  return literalOf(no) === !truth ? whenYes : eitherOf(whenYes, whenNo);
}

const TRUE: Fact = { kind: 'is', values: [true] };
const NOT_TRUE: Fact = { kind: 'isNot', values: [true] };
const PRESENT: Fact = { kind: 'present' };
const ABSENT: Fact = { kind: 'absent' };

/** What a macro goes through where it is not a list: the names of an object's members. */
function keysOf(type: ValueType): ValueType {
  return typeof type !== 'string' && type.kind === 'object' ? 'string' : 'any';
}
