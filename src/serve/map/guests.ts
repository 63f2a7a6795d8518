import { LONGEST_TIMER_MS } from '../../util/longest-timer.ts';
import type { Semantic } from './dialect.ts';
import { MapError } from './map-error.ts';
import type { MapAgent, MapScope } from './participants.ts';

/** Units: agents, or scopes, that clients may make here in all. */
const MAX_GUESTS = 1000;

/** An agent that a client brought, and who gets its messages. */
export interface Guest {
  readonly agent: MapAgent;
  readonly deliver: (message: object) => void;
  readonly owner: string;
}

/** What became of a message to a guest: it has it, it gets it later, or never. */
export type Handover = 'delivered' | 'queued' | 'dropped';

/** A message on its way. Shape: `onDelivered` and `onFailed` are called for one that waited, with the reason in words. Units: ms from now. */
export interface Delivery {
  readonly message: object;
  readonly semantic: Semantic;
  readonly ttlMs: number | undefined;
  readonly onDelivered: () => void;
  readonly onFailed: (why: string) => void;
}

interface Waiting extends Delivery {
  readonly timer: NodeJS.Timeout | undefined;
}

/** Units: messages that wait for one guest. */
const MAX_WAITING = 100;

interface GuestScope {
  readonly scope: MapScope;
  readonly owner: string;
  readonly members: Set<string>;
}

/**
 * Agents and scopes that clients bring along. They live as long as the connection of who brought them, and no journal knows of them.
 *
 * Errors: throws MapError.
 */
export class Guests {
  readonly #agents = new Map<string, Guest>();
  readonly #scopes = new Map<string, GuestScope>();
  readonly #waiting = new Map<string, Waiting[]>();

  add(guest: Guest, isTaken: boolean): void {
    const { id } = guest.agent;
    if (isTaken || this.#agents.has(id))
      throw new MapError('agent-exists', `There is an agent "${id}" already.`);
    if (this.#agents.size >= MAX_GUESTS) throw new MapError('exhausted', 'There are too many agents here.');
    this.#agents.set(id, guest);
  }

  find(id: string): Guest | undefined {
    return this.#agents.get(id);
  }

  /**
   * Hands a message to a guest. One that is `queue`d waits while the guest is busy; one of `best-effort` is dropped then; others are handed over at once,
   * and the guest decides what to leave for them.
   */
  deliver(id: string, delivery: Delivery): Handover {
    const guest = this.#agents.get(id);
    const isBusy = guest?.agent.state === 'busy';
    if (guest === undefined || (isBusy && delivery.semantic === 'best-effort')) return 'dropped';
    if (!isBusy || delivery.semantic !== 'queue') {
      guest.deliver(delivery.message);
      return 'delivered';
    }
    const waiting = this.#waiting.get(id) ?? [];
    if (waiting.length >= MAX_WAITING)
      throw new MapError('exhausted', `${MAX_WAITING} messages wait for "${id}" already.`);
    const { ttlMs } = delivery;
    const timer =
      ttlMs === undefined
        ? undefined
        : setTimeout(() => this.#expire(id, delivery), Math.min(ttlMs, LONGEST_TIMER_MS));
    timer?.unref();
    this.#waiting.set(id, [...waiting, { ...delivery, timer }]);
    return 'queued';
  }

  #expire(id: string, delivery: Delivery): void {
    const waiting = this.#waiting.get(id) ?? [];
    this.#waiting.set(
      id,
      waiting.filter(({ message }) => message !== delivery.message),
    );
    delivery.onFailed('Its time is over.');
  }

  /** What waited for a guest, which waits no longer. */
  #take(id: string): readonly Waiting[] {
    const waiting = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    for (const { timer } of waiting) clearTimeout(timer);
    return waiting;
  }

  /** The guest, which must be that client's own. */
  ownOf(id: string, owner: string): Guest {
    const guest = this.#agents.get(id);
    if (guest?.owner === owner) return guest;
    throw new MapError('permission-denied', `"${id}" is not an agent that this client brought.`);
  }

  update(id: string, owner: string, change: Partial<MapAgent>): MapAgent {
    const guest = this.ownOf(id, owner);
    const agent = { ...guest.agent, ...change };
    this.#agents.set(id, { ...guest, agent });
    if (agent.state === 'busy') return agent;
    for (const { message, onDelivered } of this.#take(id)) {
      guest.deliver(message);
      onDelivered();
    }
    return agent;
  }

  remove(id: string, owner: string): MapAgent {
    const { agent } = this.ownOf(id, owner);
    this.#agents.delete(id);
    for (const { onFailed } of this.#take(id)) onFailed('The agent has gone.');
    for (const { members } of this.#scopes.values()) members.delete(id);
    return agent;
  }

  agents(): readonly MapAgent[] {
    return Array.from(this.#agents.values(), ({ agent }) => agent);
  }

  addScope(scope: MapScope, owner: string): void {
    if (this.#scopes.has(scope.id))
      throw new MapError('agent-exists', `There is a scope "${scope.id}" already.`);
    if (this.#scopes.size >= MAX_GUESTS) throw new MapError('exhausted', 'There are too many scopes here.');
    this.#scopes.set(scope.id, { scope, owner, members: new Set() });
  }

  findScope(id: string): { readonly scope: MapScope; readonly members: Set<string> } | undefined {
    return this.#scopes.get(id);
  }

  removeScope(id: string, owner: string): MapScope {
    const found = this.#scopes.get(id);
    if (found?.owner !== owner)
      throw new MapError('permission-denied', `"${id}" is not a scope that this client made.`);
    this.#scopes.delete(id);
    return found.scope;
  }

  scopes(): readonly MapScope[] {
    return Array.from(this.#scopes.values(), ({ scope }) => scope);
  }

  /** Forgets what a client brought. Shape: its agents. */
  leave(owner: string): readonly MapAgent[] {
    const own = Array.from(this.#agents.values()).filter((each) => each.owner === owner);
    for (const { agent } of own) this.remove(agent.id, owner);
    for (const [id, scope] of this.#scopes) if (scope.owner === owner) this.#scopes.delete(id);
    return own.map(({ agent }) => agent);
  }
}
