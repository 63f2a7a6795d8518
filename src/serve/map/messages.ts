import { randomUUID } from 'node:crypto';
import { isObject } from '../../util/is-object.ts';
import { ControlError } from '../control/control-error.ts';
import { answer, steer } from './control-methods.ts';
import { ABILITIES, SEMANTICS, type Semantic } from './dialect.ts';
import { MapError, mapErrorOf } from './map-error.ts';
import type { Guests, Handover } from './guests.ts';
import type { Caller, Params } from './method.ts';
import { SERVER, type MapAgent } from './participants.ts';
import { agentOf } from './query-methods.ts';

/** How a message fared with one agent. Shape: `queued` where it waits until the agent is no longer busy; `error` with `failed`. */
export interface Receipt {
  readonly agentId: string;
  readonly status: Handover | 'failed';
  /** How it was delivered, which may be another way than was asked for. */
  readonly semantic: Semantic;
  readonly timestamp: number;
  readonly error?: object;
}

interface Message {
  readonly id: string;
  readonly from: string;
  readonly to: unknown;
  readonly timestamp: number;
  readonly payload: unknown;
  readonly meta: Params;
}

interface Sent {
  readonly message: Message;
  readonly semantic: Semantic;
  readonly ttlMs: number | undefined;
  /** Tells that it is there, or is not to come. */
  readonly told: Telling;
}

/**
 * Sends a message, and tells everybody of it. Shape: `receipts` has an entry for each agent; `delivered` is as the client's dialect has it.
 *
 * Errors: throws MapError, ControlError where it reaches nobody.
 */
export async function send(caller: Caller, { to, payload, meta: given }: Params): Promise<object> {
  const ids = addressed(caller, to);
  const meta = isObject(given) ? given : {};
  const from = caller.participant?.id ?? caller.id;
  const message: Message = { id: randomUUID(), from, to, timestamp: Date.now(), payload, meta };
  const { delivery, ttl, ttlMs = ttl } = meta;
  const semantic = semanticOf(caller, delivery);
  // What is said in a conversation is for its two sides alone.
  const told = ids.includes(SERVER) ? SILENT : tellingOf(caller, message, semantic);
  told.sent();
  const sent: Sent = { message, semantic, ttlMs: typeof ttlMs === 'number' ? ttlMs : undefined, told };
  const receipts: Receipt[] = [];
  const faults: Error[] = [];
  for (const id of ids) {
    receipts.push(await deliver(caller, id, sent).catch(failedBy(id, semantic, faults)));
  }
  const [fault] = faults;
  if (fault !== undefined && faults.length === ids.length) throw fault;
  tellFailed(receipts, told);
  const delivered = receipts.flatMap(({ agentId, status }) => (status === 'delivered' ? [agentId] : []));
  if (delivered.length > 0) told.delivered(delivered, receipts);
  const shown = caller.dialect === 'current' ? delivered : delivered.length;
  return { messageId: message.id, delivered: shown, receipts };
}

function tellFailed(receipts: readonly Receipt[], told: Telling): void {
  for (const { agentId, error } of receipts) if (error !== undefined) told.failed(agentId, error);
}

interface Telling {
  readonly sent: () => void;
  readonly delivered: (ids: readonly string[], receipts?: readonly Receipt[]) => void;
  readonly failed: (id: string, why: object) => void;
}

const SILENT: Telling = { sent: () => undefined, delivered: () => undefined, failed: () => undefined };

/** Tells everybody how a message fares. */
function tellingOf({ shared: { tell } }: Caller, message: Message, semantic: Semantic): Telling {
  const { id: messageId, from, to, timestamp, meta } = message;
  const { correlationId, isResult, expectsResponse } = meta;
  // A client waits for this event to find the answer to its own request: its request must not look like one.
  const isAnswer = isResult === true || expectsResponse !== true;
  const correlated = isAnswer && correlationId !== undefined ? { correlationId } : {};
  return {
    sent: () => tell('message_sent', { source: from, data: { messageId, from, to } }),
    delivered: (deliveredTo, receipts = deliveredTo.map((id) => receiptOf(id, 'delivered', semantic))) => {
      const data = { messageId, from, deliveredTo, timestamp, message, receipts, ...correlated };
      setImmediate(() => tell('message_delivered', { source: from, data }));
    },
    failed: (agentId, error) => tell('message_failed', { source: from, data: { messageId, agentId, error } }),
  };
}

function receiptOf(
  agentId: string,
  status: Receipt['status'],
  semantic: Semantic,
  more: { readonly error?: object } = {},
): Receipt {
  return { agentId, status, semantic, timestamp: Date.now(), ...more };
}

/** Keeps a fault, so that one agent's does not keep a message from the others. */
function failedBy(id: string, semantic: Semantic, faults: Error[]): (thrown: unknown) => Receipt {
  return (thrown) => {
    const error = thrown instanceof ControlError ? mapErrorOf(thrown) : thrown;
    if (!(error instanceof MapError)) throw thrown;
    faults.push(error);
    return receiptOf(id, 'failed', semantic, { error: error.toObject() });
  };
}

async function deliver(caller: Caller, id: string, sent: Sent): Promise<Receipt> {
  const { guests } = caller.shared;
  const { message, semantic, ttlMs, told } = sent;
  if (id === SERVER) {
    caller.tunnels.take(message.payload);
    return receiptOf(id, 'delivered', semantic);
  }
  if (guests.find(id) !== undefined) {
    const handover = guests.deliver(id, {
      message,
      semantic,
      ttlMs,
      onDelivered: () => told.delivered([id]),
      onFailed: (why) => told.failed(id, new MapError('delivery-failed', why).toObject()),
    });
    return receiptOf(id, handover, semantic);
  }
  // A client without agents learns of its messages by events alone.
  if (isParticipant(message.to)) return receiptOf(id, 'delivered', semantic);
  return deliverToRun(caller, id, sent);
}

/** Agents of runs take answers to what they ask, and texts while they work. */
async function deliverToRun(caller: Caller, id: string, { message, semantic }: Sent): Promise<Receipt> {
  const { payload } = message;
  const { action, fields, text = payload } = isObject(payload) ? payload : { text: payload };
  if (typeof action === 'string') {
    await answer(caller, id, { action, fields });
    return receiptOf(id, 'delivered', 'inject');
  }
  agentOf(caller.shared, id);
  if (typeof text !== 'string') {
    throw new MapError(
      'delivery-failed',
      `"${id}" is an agent of a run: it takes an answer to its question, {"action": …, "fields": {…}}, or a text while it works.`,
    );
  }
  try {
    await steer(caller, id, text);
  } catch (thrown) {
    const isIdle = thrown instanceof ControlError && thrown.code === 'not-at-work';
    if (!isIdle || semantic !== 'best-effort') throw thrown;
    return receiptOf(id, 'dropped', semantic);
  }
  // It is read with the result of the next tool call, whatever was asked for.
  return receiptOf(id, 'delivered', semantic === 'best-effort' ? semantic : 'queue');
}

/** The way that is asked for, as far as the client's dialect has it. Other ways, such as `guaranteed`, hand over at once too. */
export function semanticOf({ dialect }: Pick<Caller, 'dialect'>, asked: unknown): Semantic {
  const { semantics } = ABILITIES[dialect];
  const wanted = SEMANTICS.find((each) => each === asked) ?? 'inject';
  return semantics.includes(wanted) ? wanted : 'best-effort';
}

/** Units: agents that one message goes to. */
const MAX_ADDRESSED = 100;

/** The agents that an address means; to all may be to nobody. Errors: throws MapError where there is none. */
function addressed({ shared }: Caller, to: unknown): readonly string[] {
  const ids = idsOf(shared, to);
  const isToAll = isObject(to) && to['broadcast'] === true;
  if (ids.length === 0 && !isToAll) throw new MapError('agent-not-found', 'The address leads to no agent.');
  if (ids.length > MAX_ADDRESSED)
    throw new MapError('exhausted', `A message goes to at most ${MAX_ADDRESSED} agents.`);
  return ids;
}

function idsOf({ guests }: Caller['shared'], to: unknown): readonly string[] {
  if (typeof to === 'string') return [to];
  if (!isObject(to)) return [];
  for (const [name, find] of Object.entries(ADDRESSES)) {
    if (name in to) return find(to[name], guests, to);
  }
  return [];
}

/** What an address names, by its member. */
const ADDRESSES: Readonly<Record<string, (value: unknown, guests: Guests, to: Params) => readonly string[]>> =
  {
    agent: (id) => [String(id)],
    agents: (ids) => (Array.isArray(ids) ? ids.map(String) : []),
    type: (type, _, { id }) => (type === 'agent' && typeof id === 'string' ? [id] : []),
    scope: (id, guests) => [...(guests.findScope(String(id))?.members ?? [])],
    role: (role, guests) => idsWhere(guests, (each) => each.role === role),
    broadcast: (isAll, guests) => idsWhere(guests, () => isAll === true),
    participants: (which, guests) => idsWhere(guests, () => which === 'all' || which === 'agents'),
    participant: (id, guests) => {
      const own = idsWhere(guests, ({ ownerId }) => ownerId === id);
      return own.length > 0 ? own : [String(id)];
    },
  };

function idsWhere(guests: Guests, isMeant: (agent: MapAgent) => boolean): readonly string[] {
  return guests
    .agents()
    .filter(isMeant)
    .map(({ id }) => id);
}

function isParticipant(to: unknown): boolean {
  return isObject(to) && typeof to['participant'] === 'string';
}
