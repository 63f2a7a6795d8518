import { findArgumentMismatch, type ArgumentMismatch } from './argument-mismatch.ts';
import type { OpenTree } from '../cel/open-tree.ts';
import type { CelNode } from '../cel/cel-node.ts';
import { findBuiltIn } from '../functions/functions.ts';
import { literalNodesOf, literalOf, typeOfLiteral } from '../cel/literal-node.ts';
import { elementOf, mayBeNull, memberOf, type Member } from '../types/member-of.ts';
import { boundName, keyOf, nameOf, pathOf } from './path-of.ts';
import { typeOfCall, typeOfMethod, typeOfOperator } from './operator-type.ts';
import type { Fact } from '../types/refine-type.ts';
import { objectOf } from '../types/result-type.ts';
import { Inferred, sure } from './inferred.ts';
import { absentMark, eitherOf, withFact, type TypeEnvironment, type ValuePath } from './type-environment.ts';
import { unionOf } from '../types/union-of.ts';
import type { ValueType } from '../types/value.ts';

type ConditionNode = CelNode & { readonly op: '!_' | '&&' | '||' | '?:' | '==' | '!=' | 'in' };

/** Where what is found on the way goes. Units: offsets into the expression. */
export interface TypeFindings {
  readonly typed: (node: CelNode, type: ValueType) => void;
  readonly unboundName: (node: CelNode, name: string) => void;
  readonly badMember: (access: MemberAccess) => void;
  readonly compared: (comparison: Comparison) => void;
  readonly badArgument: (mismatch: ArgumentMismatch, node: CelNode) => void;
}

/** A value that is compared with one that is written out. */
export interface Comparison {
  readonly of: CelNode;
  readonly type: ValueType;
  readonly literal: CelNode;
}

/** The reading of a member. Shape: `name` is where its name stands; `type` that of the value it is read from. */
export interface MemberAccess {
  readonly presence: 'unsure' | 'never' | 'unfit';
  readonly owner: CelNode;
  readonly node: CelNode;
  /** Undefined where a whole list may be missing. */
  readonly key: string | undefined;
  readonly type: ValueType;
}

/**
 * Works out types from the leaves up, in the order of evaluation.
 *
 * 1. Each node is visited once; what conditions say is handed on, never worked out again.
 * 2. A name that a macro binds is one of the environment under a name that no map can have.
 */
export class TypeInference {
  readonly #originalOf: OpenTree['originalOf'];
  readonly #findings: TypeFindings;
  #first: TypeEnvironment | undefined;

  constructor(originalOf: OpenTree['originalOf'], findings: TypeFindings) {
    this.#originalOf = originalOf;
    this.#findings = findings;
  }

  infer(node: CelNode, env: TypeEnvironment): Inferred {
    this.#first ??= env;
    if (node.op === '?:') return this.#choice(node.args, env);
    if (node.op === '&&' || node.op === '||') return this.#logic(node, env);
    if (node.op === '==' || node.op === '!=' || node.op === 'in') return this.#comparison(node, env);
    if (node.op !== '!_') return this.#value(node, env);
    const inner = this.infer(node.args, env);
    return new Inferred(
      'boolean',
      () => inner.whenFalse,
      () => inner.whenTrue,
    );
  }

  #logic(node: CelNode & { op: '&&' | '||' }, env: TypeEnvironment): Inferred {
    const left = this.infer(node.args[0], env);
    if (node.op === '&&') {
      const right = this.infer(node.args[1], left.whenTrue);
      return new Inferred(
        'boolean',
        () => right.whenTrue,
        () => eitherOf(left.whenFalse, right.whenFalse),
      );
    }
    const right = this.infer(node.args[1], left.whenFalse);
    return new Inferred(
      'boolean',
      () => eitherOf(left.whenTrue, right.whenTrue),
      () => right.whenFalse,
    );
  }

  #choice([condition, yes, no]: readonly [CelNode, CelNode, CelNode], env: TypeEnvironment): Inferred {
    const { whenTrue, whenFalse } = this.infer(condition, env);
    const a = this.infer(yes, whenTrue);
    const b = this.infer(no, whenFalse);
    return new Inferred(
      unionOf([a.type, b.type]),
      () => eitherBranch([yes, a.whenTrue], [no, b.whenTrue], true),
      () => eitherBranch([yes, a.whenFalse], [no, b.whenFalse], false),
    );
  }

  #comparison(node: CelNode & { op: '==' | '!=' | 'in' }, env: TypeEnvironment): Inferred {
    const [left, right] = node.args;
    const leftType = this.infer(left, env).type;
    const rightType = this.infer(right, env).type;
    const isTurned = node.op !== 'in' && literalOf(left) !== undefined;
    const [of, type] = isTurned ? [right, rightType] : [left, leftType];
    const literals = literalNodesOf(isTurned ? left : right, node.op === 'in');
    for (const literal of literals) this.#findings.compared({ of, type, literal });
    const path = pathOf(of, env, this.#originalOf);
    if (!path || literals.length === 0) return sure('boolean', env);
    const values = literals.map(literalOf).filter((each) => each !== undefined);
    const is: Fact = { kind: 'is', values };
    const isNot: Fact = { kind: 'isNot', values };
    const [yes, no] = node.op === '!=' ? [isNot, is] : [is, isNot];
    return this.#fact('boolean', env, { path, yes, no });
  }

  /** What is no condition by its operator may still be one by its type. */
  #value(node: Exclude<CelNode, ConditionNode>, env: TypeEnvironment): Inferred {
    const type = this.#typeOf(node, env);
    const path = pathOf(node, env, this.#originalOf);
    if (path) return this.#fact(type, env, { path, yes: TRUE, no: NOT_TRUE });
    const asked = node.op === 'call' && node.args[0] === 'has' ? node.args[1][0] : undefined;
    const askedPath = asked && pathOf(asked, env, this.#originalOf);
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
  #typeOf(node: Exclude<CelNode, ConditionNode>, env: TypeEnvironment): ValueType {
    if (node.op === 'value') return typeOfLiteral(node.args);
    if (node.op === 'call') return this.#call(node, env);
    if (node.op === 'rcall') return this.#method(node, env);
    if (node.op === 'map') return this.#object(node.args, env);
    if (node.op === '-_') return typeOfOperator('-', this.infer(node.args, env).type, 'integer');
    if (node.op === 'list') {
      return { kind: 'list', items: unionOf(node.args.map((each) => this.infer(each, env).type)) };
    }
    if (node.op === 'id' || node.op === '.' || node.op === '[]') {
      const type = this.#read(node, env, false);
      this.#findings.typed(node, type);
      return type;
    }
    const left = this.infer(node.args[0], env).type;
    return typeOfOperator(node.op, left, this.infer(node.args[1], env).type);
  }

  #call({ args: [name, args] }: CelNode & { op: 'call' }, env: TypeEnvironment): ValueType {
    const [asked] = args;
    if (name === 'has' && asked) {
      this.#read(asked, env, true);
      return 'boolean';
    }
    const types = args.map((each) => this.infer(each, env).type);
    if (name === 'size' && asked) {
      this.#needThere(asked, types[0] ?? 'any', env);
      this.#needValue(asked, types[0] ?? 'any');
    }
    const builtIn = findBuiltIn(name);
    const mismatch = builtIn && findArgumentMismatch(builtIn, types);
    const argument = mismatch && args[mismatch.index];
    if (argument) {
      const keys = argument.op === 'map' ? argument.args.map(([key]) => key) : [];
      const key = keys.find((each) => mismatch.key !== undefined && this.#wordOf(each) === mismatch.key);
      this.#findings.badArgument(mismatch, key ?? argument);
    }
    return typeOfCall(name, types);
  }

  /** A name, a member or an element; `isAsked` inside `has`, which is safe for whatever is missing. */
  #read(node: CelNode, env: TypeEnvironment, isAsked: boolean): ValueType {
    const name = nameOf(node, env, this.#originalOf);
    if (name !== undefined) {
      if (!isAsked && env.unbound.has(name)) this.#findings.unboundName(node, name);
      return env.types.get(name) ?? 'any';
    }
    if (node.op !== '.' && node.op !== '[]') return this.infer(node, env).type;
    const [owner] = node.args;
    const type = this.#read(owner, env, isAsked);
    this.#findings.typed(owner, type);
    const key = keyOf(node);
    if (!isAsked) this.#needThere(owner, type, env);
    return key === undefined
      ? this.#element(node, type, { env, isAsked })
      : this.#member({ owner, node, key, type }, env, isAsked);
  }

  #member(access: Omit<MemberAccess, 'presence'>, env: TypeEnvironment, isAsked: boolean): ValueType {
    const found = memberOf(access.type, access.key ?? '');
    if (found.presence === 'sure') return found.type;
    const isHidden = found.presence === 'never' && this.#isKnownElsewhere(access.node, env);
    const presence = isHidden ? 'unsure' : found.presence;
    if (!isAsked || presence !== 'unsure') this.#findings.badMember({ ...access, presence });
    return found.type;
  }

  /** Whether only the conditions around a member say that it cannot be there. */
  #isKnownElsewhere(node: CelNode, env: TypeEnvironment): boolean {
    const path = pathOf(node, env, this.#originalOf);
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
    node: CelNode & { op: '.' | '[]' },
    type: ValueType,
    { env, isAsked }: { readonly env: TypeEnvironment; readonly isAsked: boolean },
  ): ValueType {
    const [owner, index] = node.args;
    if (typeof index !== 'string') this.infer(index, env);
    if (!isAsked) this.#needValue(owner, type);
    return elementOf(type) ?? 'any';
  }

  /** What is read of a list or an object fails where nobody gave it. */
  #needThere(owner: CelNode, type: ValueType, env: TypeEnvironment): void {
    const name = nameOf(owner, env, this.#originalOf);
    if (name !== undefined && env.unbound.has(absentMark(name))) this.#tellMissing(owner, type);
  }

  /** What goes through a list, calls a method, or reads an element, fails where the value is missing. */
  #needValue(owner: CelNode, type: ValueType): void {
    if (mayBeNull(type)) this.#tellMissing(owner, type);
  }

  #tellMissing(owner: CelNode, type: ValueType): void {
    this.#findings.badMember({ presence: 'unsure', owner, node: owner, key: undefined, type });
  }

  #method(node: CelNode & { op: 'rcall' }, env: TypeEnvironment): ValueType {
    const [name, receiver, args] = node.args;
    const type = this.infer(receiver, env).type;
    const [variable, ...rest] = args;
    const isMacro = node.meta.alternate !== undefined && variable?.op === 'id';
    this.#needThere(receiver, type, env);
    if (!isMacro) {
      this.#needValue(receiver, type);
      for (const each of args) this.infer(each, env);
      return typeOfMethod(name, type, 'any');
    }
    this.#needValue(receiver, type);
    let inside: TypeEnvironment = {
      types: new Map(env.types).set(boundName(variable.args), elementOf(type) ?? keysOf(type)),
      unbound: env.unbound,
    };
    let last: ValueType = 'any';
    for (const each of rest) {
      const inferred = this.infer(each, inside);
      last = inferred.type;
      inside = inferred.whenTrue;
    }
    // What a filter leaves is what its condition says: `has(v.a)` holds of every element.
    const kept = name === 'filter' ? (inside.types.get(boundName(variable.args)) ?? 'any') : last;
    return typeOfMethod(name, type, kept);
  }

  #object(pairs: readonly (readonly [CelNode, CelNode])[], env: TypeEnvironment): ValueType {
    const members: [string, ValueType][] = [];
    for (const [key, value] of pairs) {
      const { type } = this.infer(value, env);
      const word = this.#wordOf(key);
      if (word === undefined) this.infer(key, env);
      else members.push([word, type]);
    }
    return { ...objectOf(members), isOpen: members.length < pairs.length };
  }

  /** The name of a member, where an object is written out. */
  #wordOf(key: CelNode): string | undefined {
    if (key.op === 'id') return this.#originalOf(key.args);
    return key.op === 'value' && typeof key.args === 'string' ? key.args : undefined;
  }
}

/** A branch that is written out as the other truth value is not the one that was taken. */
function eitherBranch(
  [yes, whenYes]: readonly [CelNode, TypeEnvironment],
  [no, whenNo]: readonly [CelNode, TypeEnvironment],
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
