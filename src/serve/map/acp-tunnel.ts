import { randomUUID } from 'node:crypto';
import { isObject } from '../../util/is-object.ts';
import { MapError } from './map-error.ts';
import type { AcpLink, Caller } from './method.ts';
import { SERVER, type MapAgent } from './participants.ts';

/** The agent behind which maps are agents of the Agent Client Protocol. */
export const ACP_AGENT: MapAgent = {
  id: SERVER,
  ownerId: SERVER,
  name: SERVER,
  role: 'acp',
  state: 'active',
  scopes: [],
  capabilities: { protocols: ['acp'], acp: { version: '2024-10-07' } },
};

/** Units: conversations of one connection. */
const MAX_STREAMS = 16;

/** What the protocol's client calls otherwise than ACP does. */
const PERMISSION = { acp: 'session/request_permission', tunnel: 'request_permission' };

/**
 * Conversations by the Agent Client Protocol inside messages to `ACP_AGENT`: each stream is one, and what is said in it goes to this client alone.
 *
 * Source: `createACPStream` of the protocol's client.
 */
export class AcpTunnels {
  readonly #caller: Caller;
  readonly #streams = new Map<string, AcpLink>();

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Takes the payload of a message. Errors: throws MapError where it carries nothing of ACP. */
  take(payload: unknown): void {
    const { acp, acpContext } = isObject(payload) ? payload : {};
    const streamId = isObject(acpContext) ? acpContext['streamId'] : undefined;
    if (!isObject(acp) || typeof streamId !== 'string') {
      throw new MapError(
        'delivery-failed',
        `"${SERVER}" takes messages of ACP: {"acp": …, "acpContext": {"streamId": …}}.`,
      );
    }
    const link = this.#streams.get(streamId) ?? this.#open(streamId, acp);
    link.take(JSON.stringify(acp));
  }

  close(): void {
    for (const link of this.#streams.values()) link.close();
    this.#streams.clear();
  }

  #open(streamId: string, { id, params }: Readonly<Record<string, unknown>>): AcpLink {
    const { openAcp } = this.#caller.shared.options;
    if (openAcp === undefined) throw new MapError('agent-not-found', `There is no agent "${SERVER}".`);
    if (this.#streams.size >= MAX_STREAMS) {
      throw new MapError('exhausted', `A connection has at most ${MAX_STREAMS} streams of ACP.`);
    }
    // The first message initializes; its version is this client's own.
    const { protocolVersion } = isObject(params) ? params : {};
    const link = openAcp(
      (text) => this.#send(streamId, renamed(JSON.parse(text), id, protocolVersion)),
      () => this.#caller.requester().within,
    );
    this.#streams.set(streamId, link);
    return link;
  }

  #send(streamId: string, acp: Readonly<Record<string, unknown>>): void {
    const { params } = acp;
    const sessionId =
      isObject(params) && typeof params['sessionId'] === 'string' ? params['sessionId'] : null;
    const acpContext = { streamId, sessionId, direction: 'agent-to-client' };
    const { shared, participant, id: own } = this.#caller;
    const to = { participant: participant?.id ?? own };
    const message = {
      id: randomUUID(),
      from: SERVER,
      to,
      timestamp: Date.now(),
      payload: { acp, acpContext },
    };
    const data = { messageId: message.id, from: SERVER, deliveredTo: [to.participant], message };
    // A client takes the answer to its message before what comes of it.
    setImmediate(() => this.#caller.offer([shared.eventOf('message_delivered', { source: SERVER, data })]));
  }
}

/** A message as the protocol's client has it. */
function renamed(message: unknown, first: unknown, version: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(message)) return {};
  const { method, id, result } = message;
  if (method === PERMISSION.acp) return { ...message, method: PERMISSION.tunnel };
  const isFirst = method === undefined && id === first && isObject(result) && 'protocolVersion' in result;
  return isFirst && typeof version === 'number'
    ? { ...message, result: { ...result, protocolVersion: version } }
    : message;
}
