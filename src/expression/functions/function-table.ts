import type { Value } from '../../model/value.ts';
import type { ValueType } from '../types/value.ts';

/**
 * A function that expressions can call, in addition to those of CEL.
 *
 * Shape: it takes exactly these parameters; the type of one is that of a sensible argument. `call` gets any values, as
 * many as there are parameters, takes time in proportion to them and never throws. Its result has the type that
 * `typeOf` gives for the types of the arguments, and for none.
 */
export interface BuiltIn {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly typeOf: (args: readonly ValueType[]) => ValueType;
  readonly call: (args: readonly Value[]) => Value;
}

/** Shape: `reads` lists what is read of an argument, as `issues.*.title`, `*` for each entry; absent where it is read whole. */
export interface Parameter {
  readonly name: string;
  readonly type: ValueType;
  readonly reads?: readonly string[];
}

/** Functions in the order in which messages and editors list them. `call` may load their code: checking a map calls none. */
export type FunctionTable = readonly BuiltIn[];
