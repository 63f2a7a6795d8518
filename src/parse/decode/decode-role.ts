import type { Reference } from '../../model/action.ts';
import { referenceAt } from './decode-expression.ts';
import { type Decoding, valueSpan } from './decoding.ts';
import { memberOf } from '../tree/json-fields.ts';
import type { JsonMember } from '../tree/json-node.ts';

/** Names between slashes, so that a role cannot lead out of the folder of roles. */
const ROLE = /^[\p{L}\p{N}_/-]+$/u;
const NO_NAME = /^\/|\/\/|\/$/;

/** Reads the role of a task's agent; undefined where there is none. Errors: reports `malformed-role`. */
export function decodeRole(task: JsonMember, decoding: Decoding): Reference | undefined {
  const literal = memberOf(task.value, 'agent')?.value;
  if (!literal) return undefined;
  const role = referenceAt(literal, decoding);
  if (ROLE.test(role.name) && !NO_NAME.test(role.name)) return role;
  decoding.report('malformed-role', valueSpan(decoding, literal), { task: task.name, role: role.name });
  return undefined;
}
