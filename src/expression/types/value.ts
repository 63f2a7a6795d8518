import type { Value } from '../../model/value.ts';

/**
 * What is known of a value. `any` is what nothing was declared about.
 *
 * Shape: `literals` is one of a few scalars, as an `enum` of a schema says; `union` has at least two members,
 * none of them a union.
 */
export type ValueType =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'null'
  | 'any'
  | { readonly kind: 'literals'; readonly values: readonly (string | number | boolean | null)[] }
  | { readonly kind: 'list'; readonly items: ValueType }
  | ObjectType
  | { readonly kind: 'union'; readonly of: readonly ValueType[] };

/** `isOpen`: there may be members that nobody declared. */
export interface ObjectType {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, { readonly type: ValueType; readonly required: boolean }>;
  readonly isOpen: boolean;
}

/** What names stand for. They are looked up and never listed: a scope can have thousands that nobody reads. */
export interface Names<T> {
  readonly get: (name: string) => T | undefined;
  readonly has: (name: string) => boolean;
}

/** The names an expression may use, with what each holds; `undefined` is a declared name that is absent. */
export interface Scope {
  readonly types: Names<ValueType>;
  readonly values: Names<Value | undefined>;
  /** What all evaluations that share it may spend together, in addition to what each may spend alone. */
  readonly units?: Units | undefined;
}

/** Units: some tenths of a microsecond of work, or 8 characters of text. */
export interface Units {
  left: number;
}
