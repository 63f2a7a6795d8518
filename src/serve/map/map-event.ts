import type { Served } from '../events/event-id.ts';

/** The body of an event, as the protocol has it. */
export interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly timestamp: number;
  /** What continues right after it in all runs, where its id does so only in its own. */
  readonly cursor?: string;
  readonly source?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * An event for clients. Shape: `record` is the type of the record it comes of, by which it can be asked for too; `scope` the run.
 * `role` is that of its source.
 */
export interface MapEvent extends Served {
  readonly body: EventBody;
  /** The body as clients get it. */
  readonly shownBody: () => object;
  readonly scope: string | undefined;
  readonly role: string | undefined;
  readonly record: string | undefined;
  readonly causedBy: readonly string[];
  /** The agents that its source is below, nearest first. */
  readonly lineage: () => readonly string[];
  /** All of the notification behind `sequenceNumber`, which is the same for every subscriber. */
  readonly tail: string;
  /** The same in UTF-8. */
  readonly tailBytes: Uint8Array;
}

/** Units: UTF-16 units of JSON. What is larger is cut to its type and place; `wfmap show` has it whole. */
const MAX_TEXT = 256 * 1024;

export interface EventFacts {
  readonly type: string;
  readonly source?: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  readonly scope?: string | undefined;
  readonly role?: string | undefined;
  readonly record?: string | undefined;
  readonly causedBy?: readonly string[];
  readonly lineage?: () => readonly string[];
  readonly cursor?: string;
}

/** `shape` is how its body is written; by default as it is. */
export function mapEventOf(
  served: Served,
  of: EventFacts,
  shape: (body: EventBody) => object = (body) => body,
): MapEvent {
  const { type, source, scope, role, record, causedBy = [], lineage = nobody, cursor } = of;
  const bodyOf = (data: EventBody['data']): EventBody => ({
    id: served.id,
    type,
    timestamp: served.atMs,
    ...(cursor === undefined ? {} : { cursor }),
    ...(source === undefined ? {} : { source }),
    data,
  });
  let body = bodyOf(of.data);
  let tail: string | undefined;
  let tailBytes: Uint8Array | undefined;
  const { id, key, run, seq, part, atMs } = served;
  const event: MapEvent = {
    id,
    key,
    run,
    seq,
    part,
    atMs,
    scope,
    role,
    record,
    causedBy,
    lineage,
    get body() {
      return body;
    },
    shownBody: () => shape(body),
    get tail() {
      if (tail !== undefined) return tail;
      let text = JSON.stringify(shape(body));
      if (text.length > MAX_TEXT) {
        body = bodyOf({
          ...(scope === undefined ? {} : { scopeId: scope }),
          isCut: true,
          sizeChars: text.length,
        });
        text = JSON.stringify(shape(body));
      }
      const cause = causedBy.length === 0 ? '' : `"causedBy":${JSON.stringify(causedBy)},`;
      tail = `"eventId":"${served.id}","timestamp":${served.atMs},${cause}"event":${text}}}`;
      return tail;
    },
    get tailBytes() {
      tailBytes ??= Buffer.from(event.tail);
      return tailBytes;
    },
  };
  return event;
}

const nobody = (): readonly string[] => [];

/** The same event, with a cursor. */
export function withCursor(event: MapEvent, cursor: string): MapEvent {
  return mapEventOf(event, { ...factsOf(event), cursor });
}

/** The same event, with a body that is written in another way. */
export function reshaped(event: MapEvent, shape: (body: EventBody) => object): MapEvent {
  return mapEventOf(event, factsOf(event), shape);
}

function factsOf({ body, scope, role, record, causedBy, lineage }: MapEvent): EventFacts {
  const { type, source, data, cursor } = body;
  const more = cursor === undefined ? {} : { cursor };
  return { type, source, data, scope, role, record, causedBy, lineage, ...more };
}

/** The notification of an event to one subscriber. Both names of its number are there: clients know one or the other. */
export function notificationOf(subscription: string, sequence: number, { tail }: MapEvent): string {
  return headOf(subscription, sequence) + tail;
}

/** What of a notification is the subscriber's own. It is ASCII. */
export function headOf(subscription: string, sequence: number): string {
  return `{"jsonrpc":"2.0","method":"map/event","params":{"subscriptionId":"${subscription}","sequenceNumber":${sequence},"sequence":${sequence},`;
}
