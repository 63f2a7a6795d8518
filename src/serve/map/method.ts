import type { Control, Requester } from '../control/control.ts';
import type { Subscription } from '../events/feed.ts';
import type { RunEvents } from '../events/run-events.ts';
import type { Dialect } from './dialect.ts';
import type { Guests } from './guests.ts';
import type { MapEvent } from './map-event.ts';
import type { ServedRun, RunsAsAgents } from './runs-as-agents.ts';

export interface MapServerOptions {
  readonly events: RunEvents<MapEvent>;
  readonly control: Control;
  readonly isDriven: (run: ServedRun) => boolean;
  readonly version: string;
  readonly isReadOnly: boolean;
  /** Whether a text is the token; undefined where none is asked for. */
  readonly isToken: ((text: string) => boolean) | undefined;
  /** Begins a conversation by the Agent Client Protocol; undefined where none is offered. `write` gets its messages, each a line. */
  readonly openAcp?:
    ((write: (text: string) => void, within: () => Requester['within']) => AcpLink) | undefined;
}

/** A conversation by the Agent Client Protocol. */
export interface AcpLink {
  readonly take: (text: string) => void;
  readonly close: () => void;
}

/** What all connections share: the runs, what clients brought, and what is broadcast. */
export interface Shared {
  readonly options: MapServerOptions;
  readonly runs: RunsAsAgents;
  readonly guests: Guests;
  /** Tells everybody of something that no journal has. */
  readonly tell: (type: string, of: Told) => void;
  /** The same for one client: the event alone. */
  readonly eventOf: (type: string, of: Told) => MapEvent;
}

interface Told {
  readonly source?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A client as the methods see it. */
export interface Caller {
  readonly shared: Shared;
  readonly id: string;
  participant: { readonly id: string; readonly name: string; readonly type: string } | undefined;
  isAuthenticated: boolean;
  dialect: Dialect;
  /** The runs that it started. */
  readonly startedRuns: Set<string>;
  /** Its conversations by the Agent Client Protocol. */
  readonly tunnels: { readonly take: (payload: unknown) => void };
  readonly subscriptions: ReadonlyMap<string, Subscription<MapEvent>>;
  /** As whom it controls runs. */
  readonly requester: () => Requester;
  readonly send: (message: object) => void;
  /** Shape: the id of the subscription. Errors: throws MapError. */
  readonly subscribe: (
    matches: (event: MapEvent) => boolean,
    bufferSize: number,
    past: readonly MapEvent[],
  ) => string;
  readonly unsubscribe: (id: string) => void;
  /** An event as its dialect has it. */
  readonly shown: (event: MapEvent) => MapEvent;
  /** Gives an event to this client alone. */
  readonly offer: (events: readonly MapEvent[]) => void;
  /** Answers what is under way, then closes the connection. */
  readonly closeSoon: () => void;
}

/** One message, whichever way it comes. Units: bytes. */
export const MAX_MESSAGE = 1024 * 1024;

export type Params = Readonly<Record<string, unknown>>;

/**
 * A method of the protocol. Shape: `params` is a JSON Schema; `needs` is what the client must have done or be allowed:
 * `nothing` to connect, `reading` where every client may, `control` where the server is not read-only.
 */
export interface Method {
  readonly params: object;
  readonly needs: 'nothing' | 'reading' | 'control';
  readonly changesScopes?: boolean;
  readonly call: (caller: Caller, params: Params) => unknown;
}

export type Methods = Readonly<Record<string, Method>>;

export const TEXT = { type: 'string', minLength: 1, maxLength: 1000 };
export const TEXTS = { type: 'array', maxItems: 1000, items: TEXT };
export const COUNT = { type: 'integer', minimum: 1 };
export const OBJECT = { type: 'object' };

/** A schema of an object with these members; others are passed over. A member with `!` behind its name must be there. */
export function membersOf(members: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(members).map(([name, schema]) => [name.replace(/!$/, ''), schema] as const);
  const required = Object.keys(members).flatMap((name) => (name.endsWith('!') ? [name.slice(0, -1)] : []));
  return { type: 'object', properties: Object.fromEntries(entries), required };
}
