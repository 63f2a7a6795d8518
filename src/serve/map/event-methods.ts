import { isObject } from '../../util/is-object.ts';
import { parseCursor, type Cursor } from '../events/cursor.ts';
import { CursorLost } from '../events/run-events.ts';
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
      filter: FILTER_SCHEMA,
      options: membersOf({ bufferSize: COUNT }),
      replayFrom: { type: ['string', 'number'] },
      fromEventId: TEXT,
      fromTimestamp: TIME,
    }),
    call: (caller, params) => {
      const { events } = caller.shared.options;
      // So that nothing is between the past and what comes.
      events.look();
      const matches = matcherOf(filterOf(params));
      const options = optionsOf(params);
      return { subscriptionId: caller.subscribe(matches, options, pastFor(caller, params)) };
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
      options: membersOf({ limit: COUNT }),
    }),
    call: (caller, params) => {
      caller.shared.options.events.look();
      const { afterEventId, fromTimestamp = params['from'], toTimestamp = params['to'], limit } = params;
      const found = replay(caller, {
        filter: filterOf(params),
        after: afterEventId,
        fromMs: fromTimestamp,
        toMs: toTimestamp,
        limit: Math.min(Number(limit ?? 100), MAX_PAGE),
      });
      return pageOf(found);
    },
  },
};

interface Wanted {
  readonly filter: EventFilter;
  readonly after?: unknown;
  readonly fromMs?: unknown;
  readonly toMs?: unknown;
  readonly limit: number;
}

/** Errors: throws MapError `exhausted` where nothing is known of the cursor any more: never a full replay instead. */
function replay({ shared }: Caller, { filter, after, fromMs, toMs, limit }: Wanted) {
  const isOf = canBeOfRun(filter);
  try {
    return shared.options.events.replay({
      after: cursorOf(after),
      fromMs: fromMs === undefined ? undefined : Number(fromMs),
      toMs: toMs === undefined ? undefined : Number(toMs),
      limit,
      isOf: ({ name }) => isOf(name),
      matches: matcherOf(filter),
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
function pageOf({
  events,
  hasMore,
}: {
  readonly events: readonly MapEvent[];
  readonly hasMore: boolean;
}): object {
  let size = 0;
  const fitting = events.filter(({ tail }, index) => (size += tail.length) <= MAX_TEXT || index === 0);
  const shown = fitting.map(({ id, atMs, causedBy, body }) => ({
    eventId: id,
    timestamp: atMs,
    ...(causedBy.length === 0 ? {} : { causedBy }),
    event: body,
  }));
  return { events: shown, hasMore: hasMore || fitting.length < events.length };
}

/** What a subscriber gets first. */
function pastFor(caller: Caller, params: Params): readonly MapEvent[] {
  const { replayFrom, fromEventId, fromTimestamp } = params;
  const after = fromEventId ?? (typeof replayFrom === 'string' ? replayFrom : undefined);
  const fromMs = fromTimestamp ?? (typeof replayFrom === 'number' ? replayFrom : undefined);
  if (after === undefined && fromMs === undefined) return [];
  return replay(caller, { filter: filterOf(params), after, fromMs, limit: BUFFER.most }).events;
}

function optionsOf({ options }: Params): number {
  const { bufferSize = BUFFER.usual } = isObject(options) ? options : {};
  return Math.min(Number(bufferSize), BUFFER.most);
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
