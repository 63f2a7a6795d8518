/** A value that a run knows: what JSON can say. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

/** Types of names in expressions. `any` is what nothing was declared about. */
export type ValueType = 'string' | 'number' | 'integer' | 'boolean' | 'any';

/** The names an expression may use, with what each holds; `undefined` is a declared name that is absent. */
export interface Scope {
  readonly types: ReadonlyMap<string, ValueType>;
  readonly values: ReadonlyMap<string, Value | undefined>;
}
