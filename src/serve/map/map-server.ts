import { randomUUID } from 'node:crypto';
import { eventIdOf, NO_RUN } from '../events/event-id.ts';
import { Guests } from './guests.ts';
import { mapEventOf, type MapEvent } from './map-event.ts';
import type { MapServerOptions, Shared } from './method.ts';
import { createRunsAsAgents, type RunsAsAgents } from './runs-as-agents.ts';
import { Session, type Client } from './session.ts';

/** Serves MAP to any number of connections. */
export class MapServer implements Shared {
  readonly options: MapServerOptions;
  readonly runs: RunsAsAgents;
  readonly guests = new Guests();
  readonly #sessions = new Set<Session>();
  readonly #stop: () => void;
  #own = 0;

  constructor(options: MapServerOptions) {
    this.options = options;
    this.runs = createRunsAsAgents(options);
    this.#stop = options.events.listen((events) => this.#offer(events));
  }

  /** Takes up a connection. */
  open(client: Client): Session {
    const session = new Session(this, {
      client,
      id: randomUUID(),
      onClose: () => this.#sessions.delete(session),
    });
    this.#sessions.add(session);
    return session;
  }

  readonly tell: Shared['tell'] = (type, of) => this.#offer([this.eventOf(type, of)]);

  readonly eventOf: Shared['eventOf'] = (type, { source, data }) => {
    const atMs = Date.now();
    this.#own = (this.#own + 1) % 2 ** 32;
    const id = eventIdOf({ atMs, run: NO_RUN, seq: this.#own, part: 0 });
    const served = { id, key: id, run: NO_RUN, seq: this.#own, part: 0, atMs };
    const scope = typeof data['scopeId'] === 'string' ? data['scopeId'] : undefined;
    return mapEventOf(served, { type, source, data, scope });
  };

  close(): void {
    this.#stop();
    for (const session of this.#sessions) session.close();
  }

  #offer(events: readonly MapEvent[]): void {
    for (const session of this.#sessions) session.offer(events);
  }
}
