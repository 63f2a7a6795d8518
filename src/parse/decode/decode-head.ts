import { usesField } from '../../language/fields.ts';
import type { ActiveTask, ClaudeTask } from '../../model/block.ts';
import { decodeAction, decodeCountLimit } from './decode-action.ts';
import { decodeRetry, NO_RETRY } from './decode-defaults.ts';
import { decodeDuration } from './decode-duration.ts';
import type { Decoding } from './decoding.ts';
import { memberOf, membersOf, stringOf } from '../tree/json-fields.ts';
import type { JsonMember } from '../tree/json-node.ts';

/** What every task has that is no end. */
export type ActiveHead = Pick<
  ClaudeTask,
  'name' | 'description' | 'actions' | 'as' | 'onError' | 'timeoutMs' | 'retry' | 'maxVisits'
>;

/** Reads what all types of task share; what a type makes no use of is as if it were absent. */
export function decodeHead(member: JsonMember, type: ActiveTask['type'], decoding: Decoding): ActiveHead {
  const node = member.value;
  // The default timeout is for types that can be retried: other tasks wait for people, or for blocks with limits of their own.
  const isRetried = usesField(type, 'retry');
  const defaults = isRetried ? decoding.defaults : undefined;
  const timeoutMs = usesField(type, 'timeout') ? decodeDuration(node, 'timeout', decoding) : undefined;
  return {
    name: member.name,
    description: stringOf(node, 'description'),
    actions: membersOf(node, 'actions').map((each) => decodeAction(each, decoding)),
    as: usesField(type, 'as') ? stringOf(node, 'as') : undefined,
    onError: stringOf(node, 'onError'),
    timeoutMs: timeoutMs ?? defaults?.timeoutMs,
    retry: isRetried ? decodeRetry(node, defaults?.retry ?? NO_RETRY) : NO_RETRY,
    maxVisits: decodeCountLimit(memberOf(node, 'maxVisits'), decoding),
  };
}
