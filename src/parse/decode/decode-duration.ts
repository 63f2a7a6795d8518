import type { FieldName } from '../../language/parts.ts';
import type { Decoding } from './decoding.ts';
import { memberOf, stringOf } from '../tree/json-fields.ts';
import type { JsonNode } from '../tree/json-node.ts';
import { parseDuration } from '../../util/parse-duration.ts';

/**
 * Reads a field that holds a duration; undefined where it is absent or told to be wrong.
 *
 * Units: milliseconds. Errors: reports `malformed-duration`.
 */
export function decodeDuration(
  owner: JsonNode,
  field: FieldName,
  { source, report }: Pick<Decoding, 'source' | 'report'>,
): number | undefined {
  const text = stringOf(owner, field);
  const member = memberOf(owner, field);
  if (text === undefined || !member) return undefined;
  const result = parseDuration(text);
  if ('ms' in result) return result.ms;
  const { start, end } = member.value;
  report('malformed-duration', { source, start, end }, { text, fault: result.fault });
  return undefined;
}
