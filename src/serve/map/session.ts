import type { WithinRecord } from '../../model/event-records.ts';
import { isObject } from '../../util/is-object.ts';
import { ControlError } from '../control/control-error.ts';
import type { Requester } from '../control/control.ts';
import { NO_RUN } from '../events/event-id.ts';
import { Subscription, type Numbered } from '../events/feed.ts';
import { JournalError } from '../../journal/journal-error.ts';
import { AcpTunnels } from './acp-tunnel.ts';
import { ABILITIES, firstShapeOf, type Dialect } from './dialect.ts';
import { MapError, mapErrorOf, type ErrorObject } from './map-error.ts';
import { mapEventOf, notificationOf, reshaped, type MapEvent } from './map-event.ts';
import type { Caller, Shared } from './method.ts';
import { callMethod } from './methods.ts';

/** A connection, as a session needs it. */
export interface Client {
  /** Sends messages, each whole. */
  readonly send: (texts: readonly string[]) => void;
  /** Sends events of a subscription. Default: each as a message. */
  readonly sendEvents?: (subscription: string, events: readonly Numbered<MapEvent>[]) => void;
  /** Whether it can take more events; else `Session.flush` is called when it can. */
  readonly canTake: () => boolean;
  readonly close: () => void;
  /** Whether the transport has seen the token already, or needs none. */
  readonly isTrusted: boolean;
  /** The runs that the process at the other end is inside of. */
  readonly within: () => readonly WithinRecord[];
}

interface Limits {
  readonly handshakeMs: number;
  readonly perSecond: number;
  readonly burst: number;
  /** Messages of one batch. */
  readonly batch: number;
}

export const LIMITS: Limits = { handshakeMs: 10_000, perSecond: 200, burst: 1000, batch: 100 };

/** Who floods on after so many refusals is cut off. Units: messages. */
const MAX_REFUSED = 2000;
/** A client may not know a subscription yet when its first events come. Units: ms. */
const HOLD_MS = 25;
/** Units: messages that are worked on at once. */
const MAX_AT_ONCE = 64;

interface SessionOptions {
  readonly client: Client;
  readonly id: string;
  readonly onClose: () => void;
}

/** One client's conversation: who it is, what it is subscribed to, how much it may ask. */
export class Session implements Caller {
  readonly shared: Shared;
  readonly id: string;
  readonly subscriptions = new Map<string, Subscription<MapEvent>>();
  readonly #client: Client;
  readonly #handshake: NodeJS.Timeout;
  readonly #held = new Set<() => void>();
  #tokens = LIMITS.burst;
  #countedAt = performance.now();
  #refused = 0;
  #atOnce = 0;
  #isClosed = false;
  #subscribed = 0;
  readonly #onClose: () => void;
  participant: Caller['participant'];
  dialect: Dialect = 'current';
  readonly startedRuns = new Set<string>();
  readonly tunnels: AcpTunnels = new AcpTunnels(this);
  isAuthenticated: boolean;

  constructor(shared: Shared, { client, id, onClose }: SessionOptions) {
    this.shared = shared;
    this.#client = client;
    this.#onClose = onClose;
    this.id = id;
    this.isAuthenticated = client.isTrusted || shared.options.isToken === undefined;
    this.#handshake = setTimeout(() => this.#endUnlessReady(), LIMITS.handshakeMs);
    this.#handshake.unref();
  }

  get isReady(): boolean {
    return this.isAuthenticated && this.participant !== undefined;
  }

  /** As whom it controls runs. */
  requester(): Requester {
    return { name: this.participant?.name ?? this.id, within: this.#client.within() };
  }

  /** Takes one message as it came, and answers it. Errors: none. */
  async receive(text: string): Promise<void> {
    const answer = await this.handleText(text);
    if (answer !== undefined) this.send(answer);
  }

  /** The answer to one message; undefined where there is none to give. Errors: none. */
  async handleText(text: string): Promise<object | undefined> {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return this.#admit()
        ? failed(null, new MapError('parse-error', 'The message is not JSON.').toObject())
        : undefined;
    }
    return this.handle(message);
  }

  /** The answer to a message, or to a batch of them by the first documents. Errors: none. */
  async handle(message: unknown): Promise<object | undefined> {
    const isBatch = Array.isArray(message) && (this.dialect !== 'current' || !this.isReady);
    return isBatch ? this.handleBatch(message) : this.#handleOne(message);
  }

  /** Works through messages one by one, and answers in their order. Errors: none. */
  async handleBatch(messages: readonly unknown[]): Promise<object | undefined> {
    if (messages.length === 0 || messages.length > LIMITS.batch) {
      const why = `A batch has 1 to ${LIMITS.batch} messages.`;
      return failed(null, new MapError('invalid-request', why).toObject());
    }
    const answers: object[] = [];
    for (const message of messages) {
      const one = await this.#handleOne(message);
      if (one !== undefined) answers.push(one);
    }
    return answers.length === 0 ? undefined : answers;
  }

  async #handleOne(message: unknown): Promise<object | undefined> {
    for (const release of this.#held) release();
    const call = readCall(message);
    if (call === undefined) return undefined;
    if (!this.#admit() || this.#atOnce >= MAX_AT_ONCE) {
      const error = new MapError('rate-limited', 'Too many messages at once.', { retryAfterMs: 1000 });
      return call.isNotification ? undefined : failed(call.id, error.toObject());
    }
    if (call.fault !== undefined) return failed(call.id, call.fault.toObject());
    this.#atOnce += 1;
    try {
      const result = await callMethod(this, call.method, call.params);
      return call.isNotification ? undefined : { jsonrpc: '2.0', id: call.id, result };
    } catch (thrown) {
      return call.isNotification ? undefined : failed(call.id, errorOf(thrown));
    } finally {
      this.#atOnce -= 1;
    }
  }

  send(message: object): void {
    if (!this.#isClosed) this.#client.send([JSON.stringify(message)]);
  }

  offer(events: readonly MapEvent[]): void {
    for (const subscription of this.subscriptions.values()) subscription.offer(events);
  }

  /** Continues with what waits: the connection can take more. */
  flush(): void {
    for (const subscription of this.subscriptions.values()) subscription.flush();
  }

  /** Subscribes; the first events come a moment later. Errors: throws MapError. */
  subscribe(matches: (event: MapEvent) => boolean, bufferSize: number, past: readonly MapEvent[]): string {
    const { subscriptions: most } = ABILITIES[this.dialect];
    if (this.subscriptions.size >= most) {
      const what = most === 1 ? 'one subscription' : `${most} subscriptions`;
      throw new MapError('exhausted', `A connection has at most ${what}.`);
    }
    this.#subscribed += 1;
    const id = `sub_${this.#subscribed}`;
    const subscription = new Subscription<MapEvent>({
      matches,
      bufferSize,
      canTake: () => !this.#isClosed && this.#client.canTake(),
      take: (events) => this.#sendEvents(id, events),
      overflowOf: ({ id: cursor, count, oldest, newest }) =>
        mapEventOf(
          { id: cursor, key: cursor, run: NO_RUN, seq: 0, part: 0, atMs: Date.now() },
          {
            type: 'subscription.overflow',
            data: {
              eventsDropped: count,
              oldestDropped: oldest,
              newestDropped: newest,
              recommendation: 'replay',
            },
          },
        ),
    });
    subscription.pause();
    this.subscriptions.set(id, subscription);
    const release = (): void => {
      this.#held.delete(release);
      clearTimeout(timer);
      subscription.resume();
    };
    const timer = setTimeout(release, HOLD_MS);
    this.#held.add(release);
    subscription.offer(past);
    return id;
  }

  readonly shown = (event: MapEvent): MapEvent => (this.dialect === 'current' ? event : inFirstShape(event));

  unsubscribe(id: string): void {
    this.subscriptions.delete(id);
  }

  /** Answers what is under way, and closes the connection. */
  closeSoon(): void {
    setTimeout(() => this.#client.close(), 50).unref();
  }

  /** The connection is gone, or is to go. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#handshake);
    this.subscriptions.clear();
    this.tunnels.close();
    this.#onClose();
    for (const { id } of this.shared.guests.leave(this.id)) {
      this.shared.tell('agent_unregistered', { source: id, data: { agentId: id, reason: 'disconnected' } });
    }
    if (this.participant !== undefined) {
      this.shared.tell('participant_disconnected', { data: { participantId: this.participant.id } });
    }
    this.#client.close();
  }

  #sendEvents(id: string, events: readonly Numbered<MapEvent>[]): void {
    const shown =
      this.dialect === 'current'
        ? events
        : events.map(({ sequence, event }) => ({ sequence, event: this.shown(event) }));
    if (this.dialect !== 'acp-compat' && this.#client.sendEvents !== undefined) {
      this.#client.sendEvents(id, shown);
      return;
    }
    const texts = shown.map(({ sequence, event }) => notificationOf(id, sequence, event));
    this.#client.send(this.dialect === 'acp-compat' ? texts.map((text) => asUpdate(this.id, text)) : texts);
  }

  #endUnlessReady(): void {
    if (!this.isReady) this.close();
  }

  /** Counts a message. Shape: whether it may be worked on. */
  #admit(): boolean {
    const now = performance.now();
    const earned = ((now - this.#countedAt) / 1000) * LIMITS.perSecond;
    this.#tokens = Math.min(LIMITS.burst, this.#tokens + earned) - 1;
    this.#countedAt = now;
    if (this.#tokens >= 0) return true;
    this.#tokens = 0;
    this.#refused += 1;
    if (this.#refused > MAX_REFUSED) this.close();
    return false;
  }
}

/** Clients that have the same events share what is made of them. */
const firstShapes = new WeakMap<MapEvent, MapEvent>();

function inFirstShape(event: MapEvent): MapEvent {
  const known = firstShapes.get(event) ?? reshaped(event, firstShapeOf);
  firstShapes.set(event, known);
  return known;
}

/** A notification as an update of a session, which clients of ACP pass on: what they do not know is beside it. */
function asUpdate(session: string, notification: string): string {
  const params = notification.slice(notification.indexOf('"params":') + '"params":'.length, -1);
  const head = `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":${JSON.stringify(session)}`;
  return `${head},"update":{"sessionUpdate":"session_info_update","_meta":{"map/event":${params}}}}}`;
}

interface Call {
  readonly id: string | number | null;
  readonly isNotification: boolean;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly fault?: MapError;
}

/** What a message asks for; undefined for an answer, which nobody here waits for. */
function readCall(message: unknown): Call | undefined {
  const none = { id: null, isNotification: false, method: '', params: {} };
  const refuse = (why: string, id: Call['id'] = null): Call => ({
    ...none,
    id,
    fault: new MapError('invalid-request', why),
  });
  if (Array.isArray(message)) return refuse('A message is one object: batches go to /map/batch.');
  if (!isObject(message)) return refuse('A message is a JSON object.');
  const { jsonrpc, id, method, params = {} } = message;
  if (method === undefined && ('result' in message || 'error' in message)) return undefined;
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  if (jsonrpc !== '2.0' || typeof method !== 'string')
    return refuse('It is not a JSON-RPC 2.0 request.', known);
  if (!isObject(params)) {
    return { ...none, id: known, fault: new MapError('invalid-params', '"params" is not an object.') };
  }
  return { id: known, isNotification: id === undefined, method, params };
}

function failed(id: Call['id'], error: ErrorObject): object {
  return { jsonrpc: '2.0', id, error };
}

/** Faults of ours say no more than that they are: their text may hold anything. */
function errorOf(thrown: unknown): ErrorObject {
  if (thrown instanceof MapError) return thrown.toObject();
  if (thrown instanceof ControlError) return mapErrorOf(thrown).toObject();
  if (thrown instanceof JournalError) return new MapError('internal', thrown.message).toObject();
  return new MapError('internal', 'A fault of the server.').toObject();
}
