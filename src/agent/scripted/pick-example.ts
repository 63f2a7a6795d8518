import type { Value } from '../../model/value.ts';
import { isSchemaObject } from '../schema-index.ts';
import { listOf } from './merge-schemas.ts';
import { hash, pick } from './seeded.ts';

/** Whether a value fits a JSON Schema. */
export type Fits = (schema: Value, value: Value) => boolean;

/**
 * One of the whole values that a schema has as `examples`; undefined where it has none that fits it.
 *
 * The first is taken to be the one with which all goes well: in the first round it is picked four times of five, in the
 * second nine of ten, and from the third on always, so that a walk through guards that nobody looked at comes to its end.
 */
export function pickExample(
  schema: Value,
  { seed, round, fits }: { readonly seed: string; readonly round: number; readonly fits: Fits },
): Value | undefined {
  const examples = isSchemaObject(schema) ? listOf(schema['examples']) : [];
  const [first, ...others] = examples.filter((each) => fits(schema, each));
  const isFirst = round > 2 || hash(`${seed}/example`) % 100 < (round === 2 ? 90 : 80);
  return isFirst ? first : (pick(others, `${seed}/other`) ?? first);
}
