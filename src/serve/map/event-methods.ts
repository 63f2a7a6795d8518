import { isObject } from '../../util/is-object.ts';
import { parseCursor, type Cursor } from '../events/cursor.ts';
import { CursorLost } from '../events/run-events.ts';
import { STREAMS } from './dialect.ts';
import { canBeOfRun, FILTER_SCHEMA, matcherOf, type EventFilter } from './event-filter.ts';
import { MapError } from './map-error.ts';
import type { MapEvent } from './map-event.ts';
import { COUNT, membersOf, TEXT, type Caller, type Methods, type Params } from './method.ts';

/** Units: events of one page; events that wait for a subscriber; UTF-16 units of one page. */
const MAX_PAGE = 1000;
const BUFFER = { usual: 1000, most: 10_000 };
const MAX_TEXT = 4 * 1024 * 1024;

const TIME = { type: 'number' };

/** Events as they come, and those of before. */
export const eventMethods: Methods = {
  'map/subscribe': {
    needs: 'reading',
    params: membersOf({
      streams: { type: 'array', items: { enum: Object.keys(STREAMS) } },
      filter: FILTER_SCHEMA,
      options: membersOf({
        bufferSize: COUNT,
        includeHistory: { type: 'boolean' },
        ordering: { enum: ['none', 'per-agent', 'causal', 'total'] },
        deliveryMode: { enum: ['at-most-once', 'at-least-once'] },
      }),
      replayFrom: { type: ['string', 'number'] },
      fromEventId: TEXT,
      fromTimestamp: TIME,
    }),
    call: (caller, params) => {
      const { events } = caller.shared.options;
      // So that nothing is between the past and what comes.
      events.look();
      const isOfStreams = matcherIn(caller, streamsOf(params));
      const isWanted = matcherIn(caller, filterOf(params));
      const matches = (event: MapEvent): boolean => isOfStreams(event) && isWanted(event);
      const subscriptionId = caller.subscribe(matches, bufferOf(params), pastFor(caller, params, matches));
      return { subscriptionId, ...keptOf(params) };
    },
  },
  'map/unsubscribe': {
    needs: 'reading',
    params: membersOf({ 'subscriptionId!': TEXT }),
    call: (caller, { subscriptionId }) => {
      caller.unsubscribe(String(subscriptionId));
      return { subscription: { id: subscriptionId, closedAt: Date.now() } };
    },
  },
  'map/subscribe.ack': {
    needs: 'reading',
    params: membersOf({ 'subscriptionId!': TEXT, upToSequence: { type: 'integer' } }),
    call: ({ subscriptions }, { subscriptionId, upToSequence }) => {
      subscriptions.get(String(subscriptionId))?.acknowledge(Number(upToSequence ?? Infinity));
      return { acknowledged: true };
    },
  },
  'map/subscribe.pause': {
    needs: 'reading',
    params: membersOf({ 'subscriptionId!': TEXT }),
    call: (caller, { subscriptionId }) => {
      subscriptionOf(caller, subscriptionId).pause();
      return { paused: true };
    },
  },
  'map/subscribe.resume': {
    needs: 'reading',
    params: membersOf({ 'subscriptionId!': TEXT }),
    call: (caller, { subscriptionId }) => {
      subscriptionOf(caller, subscriptionId).resume();
      return { resumed: true };
    },
  },
  'map/replay': {
    needs: 'reading',
    params: membersOf({
      afterEventId: TEXT,
      fromTimestamp: TIME,
      toTimestamp: TIME,
      from: TIME,
      to: TIME,
      filter: FILTER_SCHEMA,
      limit: COUNT,
      options: membersOf({
        limit: COUNT,
        order: { enum: ['chronological'] },
        includeSnapshots: { type: 'boolean' },
      }),
    }),
    call: (caller, params) => {
      caller.shared.options.events.look();
      const { afterEventId, fromTimestamp = params['from'], toTimestamp = params['to'] } = params;
      const { limit = 100 } = { ...optionsOf(params), ...params };
      const filter = filterOf(params);
      const found = replay(caller, {
        filter,
        matches: matcherIn(caller, filter),
        after: afterEventId,
        fromMs: fromTimestamp,
        toMs: toTimestamp,
        limit: Math.min(Number(limit), MAX_PAGE),
      });
      return pageOf(caller, found);
    },
  },
};

interface Wanted {
  readonly filter: EventFilter;
  readonly matches: (event: MapEvent) => boolean;
  readonly after?: unknown;
  readonly fromMs?: unknown;
  readonly toMs?: unknown;
  readonly limit: number;
}

/** Errors: throws MapError `exhausted` where nothing is known of the cursor any more: never a full replay instead. */
function replay({ shared }: Caller, { filter, matches, after, fromMs, toMs, limit }: Wanted) {
  const isOf = canBeOfRun(filter);
  try {
    return shared.options.events.replay({
      after: cursorOf(after),
      fromMs: fromMs === undefined ? undefined : Number(fromMs),
      toMs: toMs === undefined ? undefined : Number(toMs),
      limit,
      isOf: ({ name }) => isOf(name),
      matches,
    });
  } catch (thrown) {
    if (!(thrown instanceof CursorLost)) throw thrown;
    const [oldest] = shared.options.events.replay({ limit: 1, isOf: () => true, matches: () => true }).events;
    throw new MapError('exhausted', thrown.message, { oldestRetained: oldest?.id ?? null });
  }
}

function cursorOf(text: unknown): Cursor | undefined {
  if (typeof text !== 'string') return undefined;
  const cursor = parseCursor(text);
  if (cursor === undefined)
    throw new MapError(
      'invalid-params',
      `"${text.slice(0, 100)}" is not the id of an event, nor its cursor.`,
    );
  return cursor;
}

/** A page of a replay, in bounds of its size as well. */
function pageOf(
  { shown }: Caller,
  { events, hasMore }: { readonly events: readonly MapEvent[]; readonly hasMore: boolean },
): object {
  let size = 0;
  const fitting = events
    .map(shown)
    .filter(({ tail }, index) => (size += tail.length) <= MAX_TEXT || index === 0);
  const page = fitting.map(({ id, atMs, causedBy, shownBody }) => ({
    eventId: id,
    timestamp: atMs,
    ...(causedBy.length === 0 ? {} : { causedBy }),
    event: shownBody(),
  }));
  return { events: page, hasMore: hasMore || fitting.length < events.length };
}

/** What a subscriber gets first. */
function pastFor(caller: Caller, params: Params, matches: Wanted['matches']): readonly MapEvent[] {
  const { replayFrom, fromEventId } = params;
  const { includeHistory } = optionsOf(params);
  const { fromTimestamp = includeHistory === true ? 0 : undefined } = params;
  const after = fromEventId ?? (typeof replayFrom === 'string' ? replayFrom : undefined);
  const fromMs = fromTimestamp ?? (typeof replayFrom === 'number' ? replayFrom : undefined);
  if (after === undefined && fromMs === undefined) return [];
  return replay(caller, { filter: filterOf(params), matches, after, fromMs, limit: BUFFER.most }).events;
}

function bufferOf(params: Params): number {
  const { bufferSize = BUFFER.usual } = optionsOf(params);
  return Math.min(Number(bufferSize), BUFFER.most);
}

function optionsOf({ options }: Params): Params {
  return isObject(options) ? options : {};
}

/**
 * What is kept of what a subscriber asks for: events of all agents come in one order, and none is lost but what an overflow names, which a
 * replay gives.
 */
function keptOf(params: Params): object {
  const { ordering, deliveryMode } = optionsOf(params);
  return {
    ...(ordering === undefined ? {} : { ordering: 'total' }),
    ...(deliveryMode === undefined ? {} : { deliveryMode: 'at-least-once' }),
  };
}

function matcherIn({ shared, dialect }: Caller, filter: EventFilter): (event: MapEvent) => boolean {
  const isWanted = matcherOf(filter, (agent) => shared.runs.lineageOf(agent));
  // By the first documents a message is one event.
  return dialect === 'current' ? isWanted : (event) => event.body.type !== 'message_sent' && isWanted(event);
}

/** The streams of the first documents, as types of events. */
function streamsOf({ streams }: Params): EventFilter {
  if (!Array.isArray(streams) || streams.length === 0) return {};
  const named = Object.entries(STREAMS).filter(([name]) => streams.includes(name));
  return { eventTypes: named.flatMap(([, types]) => types) };
}

/** The schema has looked at it. */
function filterOf({ filter }: Params): EventFilter {
  return isObject(filter) ? filter : {};
}

function subscriptionOf({ subscriptions }: Caller, id: unknown) {
  const found = subscriptions.get(String(id));
  if (found === undefined) throw new MapError('invalid-params', `There is no subscription "${String(id)}".`);
  return found;
}
