import type { SessionSource } from '../../model/block.ts';
import type { Decoding } from './decoding.ts';
import { memberOf, stringOf } from '../tree/json-fields.ts';
import type { JsonMember } from '../tree/json-node.ts';
import { reportAlternatives } from './report-alternatives.ts';

/**
 * Reads which session a task works in.
 *
 * Errors: reports `missing-alternative` and `conflicting-fields`.
 */
export function decodeSession(task: JsonMember, decoding: Decoding): SessionSource {
  const member = memberOf(task.value, 'session');
  if (!member) return { kind: 'new' };
  return decoding.places.addMember(sessionOf(member, task.name, decoding), member);
}

function sessionOf(member: JsonMember, task: string, decoding: Decoding): SessionSource {
  const node = member.value;
  if (node.kind === 'scalar') return { kind: node.value === 'continue' ? 'continue' : 'new' };
  const owner = `"session" of task "${task}"`;
  reportAlternatives({ part: member, owner, fields: ['of', 'fork'] }, decoding);
  const [of, fork] = [stringOf(node, 'of'), stringOf(node, 'fork')];
  if (fork !== undefined) return { kind: 'fork', task: fork };
  return of === undefined ? { kind: 'new' } : { kind: 'of', task: of };
}
