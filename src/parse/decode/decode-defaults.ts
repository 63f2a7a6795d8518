import type { Retry, UnruledCalls } from '../../model/block.ts';
import { decodeDuration } from './decode-duration.ts';
import type { Decoding } from './decoding.ts';
import { memberOf, numberOf, stringOf, stringsOf } from '../tree/json-fields.ts';
import type { JsonNode } from '../tree/json-node.ts';
import type { TaskDefaults } from './task-defaults.ts';

/** Nothing said of retries. */
export const NO_RETRY: Retry = { max: undefined, reply: undefined };

/** Reads the `defaults` of a map. */
export function decodeDefaults(root: JsonNode, decoding: Omit<Decoding, 'defaults'>): TaskDefaults {
  const node = memberOf(root, 'defaults')?.value ?? NOTHING;
  return {
    model: stringOf(node, 'model'),
    timeoutMs: decodeDuration(node, 'timeout', decoding),
    retry: decodeRetry(node, NO_RETRY),
    permissionMode: stringOf(node, 'permissionMode'),
    unruledCalls: unruledCallsOf(node),
    allowedTools: stringsOf(node, 'allowedTools'),
    writes: stringsOf(node, 'writes'),
    maxTurns: numberOf(node, 'maxTurns'),
  };
}

/** Reads the `unruledCalls` of a task or of the defaults; the shape has made sure of its words. */
export function unruledCallsOf(owner: JsonNode): UnruledCalls | undefined {
  const word = stringOf(owner, 'unruledCalls');
  return word === 'ask' || word === 'refuse' ? word : undefined;
}

/** Reads the `retry` of a task or of the defaults; each field stands for itself. */
export function decodeRetry(owner: JsonNode, defaults: Retry): Retry {
  const node = memberOf(owner, 'retry')?.value ?? NOTHING;
  return {
    max: numberOf(node, 'max') ?? defaults.max,
    reply: numberOf(node, 'reply') ?? defaults.reply,
  };
}

const NOTHING: JsonNode = { kind: 'scalar', start: 0, end: 0, value: null };
