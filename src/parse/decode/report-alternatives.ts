import type { FieldName } from '../../language/parts.ts';
import { type Decoding, keySpan, valueSpan } from './decoding.ts';
import { memberOf } from '../tree/json-fields.ts';
import type { JsonMember, JsonNode } from '../tree/json-node.ts';

/** A part that has exactly one of some fields. `owner` is what a message calls it, inside a sentence. */
export interface Alternatives {
  readonly part: JsonMember | JsonNode;
  readonly owner: string;
  readonly fields: readonly FieldName[];
}

/** Tells where there is none of the fields, or more than one. Errors: `missing-alternative`, `conflicting-fields`. */
export function reportAlternatives({ part, owner, fields }: Alternatives, decoding: Decoding): void {
  const isMember = 'nameStart' in part;
  const node = isMember ? part.value : part;
  const given = fields.flatMap((field) => memberOf(node, field) ?? []);
  const [first, second] = given.toSorted((a, b) => a.nameStart - b.nameStart);
  if (!first) {
    const span = isMember ? keySpan(decoding, part) : valueSpan(decoding, part);
    return decoding.report('missing-alternative', span, {
      owner,
      fields: fields.map((each) => `"${each}"`).join(', '),
    });
  }
  if (!second) return;
  const related = [{ message: 'The first one.', span: keySpan(decoding, first) }];
  const params = { owner, first: first.name, second: second.name };
  decoding.report('conflicting-fields', keySpan(decoding, second), params, { related });
}
