import type { EventBody } from './map-event.ts';

/**
 * How a client speaks, by the method that it came with: `current` after `map/connect`, as the protocol's client does; `first` after
 * `map/initialize`, as the protocol's first documents print it; `acp-compat` is their reduced mode, for clients of ACP.
 */
export type Dialect = 'current' | 'first' | 'acp-compat';

/** What a client may do in a dialect. Units: subscriptions of one connection. */
interface Abilities {
  readonly subscriptions: number;
  readonly hasHierarchy: boolean;
  readonly canChangeScopes: boolean;
  readonly semantics: readonly Semantic[];
}

/** How a message is to reach an agent. */
export type Semantic = (typeof SEMANTICS)[number];
export const SEMANTICS = ['inject', 'interrupt', 'queue', 'best-effort'] as const;

const ALL: Abilities = {
  subscriptions: 100,
  hasHierarchy: true,
  canChangeScopes: true,
  semantics: SEMANTICS,
};

export const ABILITIES: Readonly<Record<Dialect, Abilities>> = {
  current: ALL,
  first: ALL,
  'acp-compat': {
    subscriptions: 1,
    hasHierarchy: false,
    canChangeScopes: false,
    semantics: ['best-effort'],
  },
};

/** The mode that a client asks for with `map/initialize`. Source: the protocol's first documents. */
export function modeOf(params: Readonly<Record<string, unknown>>, canStream: boolean): Dialect {
  const { mode, clientCapabilities } = params;
  if (mode === 'acp-compat' || !canStream) return 'acp-compat';
  return mode === undefined && clientCapabilities !== undefined ? 'acp-compat' : 'first';
}

/** Methods by the names of the first documents whose name today follows no rule. */
const RENAMED: Readonly<Record<string, string>> = { 'map/hierarchy.get': 'map/structure/graph' };

/** The name of today of a method: `map/agent.list` and, for clients of ACP, `_map/agent.list` are `map/agents/list`. */
export function methodNameOf(name: string, dialect: Dialect): string {
  const own = dialect === 'acp-compat' ? name.replace(/^_map\//, 'map/') : name;
  return RENAMED[own] ?? own.replace(/^map\/(agent|scope|task)\.(\w+)$/, 'map/$1s/$2');
}

/** Types of events, and members of what they say, by the names of the first documents; others have dots where today's have underscores. */
const FIRST_NAMES: Readonly<
  Record<string, { readonly type: string; readonly members?: Readonly<Record<string, string>> }>
> = {
  message_delivered: { type: 'message', members: { message: 'envelope' } },
  agent_state_changed: { type: 'agent.state', members: { previousState: 'previous', newState: 'current' } },
  scope_member_joined: { type: 'scope.member.added' },
  scope_member_left: { type: 'scope.member.removed' },
};

/** What the first documents call a type of events. */
export function firstTypeOf(type: string): string {
  return FIRST_NAMES[type]?.type ?? type.replaceAll('_', '.');
}

/** An event as the first documents have it: what it says stands beside its type. */
export function firstShapeOf({ data, type, ...envelope }: EventBody): object {
  const names = FIRST_NAMES[type]?.members ?? {};
  const said = Object.entries(data).map(([name, value]) => [names[name] ?? name, value]);
  return { ...Object.fromEntries(said), ...envelope, type: firstTypeOf(type) };
}

/** The types of events that a stream of the first documents has. */
export const STREAMS = {
  messages: ['message', 'message.*'],
  state: ['agent.*', 'wfmap.*'],
  tasks: ['task.*'],
  scopes: ['scope.*'],
  system: ['system.*', 'participant.*'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
