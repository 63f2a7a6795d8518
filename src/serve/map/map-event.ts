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
  readonly scope: string | undefined;
  readonly role: string | undefined;
  readonly record: string | undefined;
  readonly causedBy: readonly string[];
  /** All of the notification behind `sequenceNumber`, which is the same for every subscriber. */
  readonly tail: string;
  /** The same in UTF-8. */
  readonly tailBytes: Uint8Array;
}

/** Units: UTF-16 units of JSON. What is larger is cut to its type and place; `wfmap show` has it whole. */
const MAX_TEXT = 256 * 1024;

export function mapEventOf(
  served: Served,
  of: {
    readonly type: string;
    readonly source?: string | undefined;
    readonly data: Readonly<Record<string, unknown>>;
    readonly scope?: string | undefined;
    readonly role?: string | undefined;
    readonly record?: string | undefined;
    readonly causedBy?: readonly string[];
    readonly cursor?: string;
  },
): MapEvent {
  const { type, source, scope, role, record, causedBy = [], cursor } = of;
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
  const event: MapEvent = {
    ...served,
    scope,
    role,
    record,
    causedBy,
    get body() {
      return body;
    },
    get tail() {
      if (tail !== undefined) return tail;
      let text = JSON.stringify(body);
      if (text.length > MAX_TEXT) {
        body = bodyOf({
          ...(scope === undefined ? {} : { scopeId: scope }),
          isCut: true,
          sizeChars: text.length,
        });
        text = JSON.stringify(body);
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

/** The same event, with a cursor. */
export function withCursor(event: MapEvent, cursor: string): MapEvent {
  const { id, key, run, seq, part, atMs, body, scope, role, record, causedBy } = event;
  const { type, source, data } = body;
  return mapEventOf(
    { id, key, run, seq, part, atMs },
    { type, source, data, scope, role, record, causedBy, cursor },
  );
}

/** The notification of an event to one subscriber. Both names of its number are there: clients know one or the other. */
export function notificationOf(subscription: string, sequence: number, { tail }: MapEvent): string {
  return headOf(subscription, sequence) + tail;
}

/** What of a notification is the subscriber's own. It is ASCII. */
export function headOf(subscription: string, sequence: number): string {
  return `{"jsonrpc":"2.0","method":"map/event","params":{"subscriptionId":"${subscription}","sequenceNumber":${sequence},"sequence":${sequence},`;
}
