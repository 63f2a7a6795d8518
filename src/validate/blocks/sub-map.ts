import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ValueType } from '../../expression/types/value.ts';
import type { Field } from '../../model/field.ts';

/**
 * What came of checking a map that is run as a part of another one.
 *
 * Shape: `result` is the type of what it comes to; `first` the first error of `errors`; `cycle` names the maps that lead
 * from one to the next, the last being the first again; `deep` is not looked into: too many lie around it.
 */
export type SubMap =
  | { readonly kind: 'sound'; readonly fields: readonly Field[]; readonly result: ValueType }
  | { readonly kind: 'unsound'; readonly errors: number; readonly first: Diagnostic }
  | { readonly kind: 'recursive'; readonly cycle: readonly string[] }
  | { readonly kind: 'deep' };

/** Maps may lie in one another this deep; the first has none around it. */
export const MAX_MAP_DEPTH = 8;
