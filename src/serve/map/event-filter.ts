import { isObject } from '../../util/is-object.ts';
import { firstTypeOf } from './dialect.ts';
import type { MapEvent } from './map-event.ts';

/** What a subscriber wants of events: all members must hold, and of each list one entry; an empty list is none. */
export interface EventFilter {
  readonly eventTypes?: readonly string[];
  readonly fromAgents?: readonly string[];
  readonly agents?: readonly string[];
  readonly fromRoles?: readonly string[];
  readonly roles?: readonly string[];
  readonly scopes?: readonly string[];
  readonly priorities?: readonly string[];
  readonly correlationIds?: readonly string[];
  readonly metadataMatch?: Readonly<Record<string, unknown>>;
  /** Nothing here has an environment. */
  readonly environments?: readonly string[];
  /** An agent whose descendants are wanted; whose ancestors; which itself and whose descendants. */
  readonly descendants?: string;
  readonly ancestors?: string;
  readonly subtree?: string;
}

const LIST = { type: 'array', maxItems: 1000, items: { type: 'string', maxLength: 1000 } };

const AGENT = { type: 'string', minLength: 1, maxLength: 1000 };

export const FILTER_SCHEMA = {
  type: 'object',
  properties: {
    eventTypes: LIST,
    fromAgents: LIST,
    agents: LIST,
    fromRoles: LIST,
    roles: LIST,
    scopes: LIST,
    priorities: LIST,
    correlationIds: LIST,
    metadataMatch: { type: 'object' },
    environments: LIST,
    descendants: AGENT,
    ancestors: AGENT,
    subtree: AGENT,
  },
};

/**
 * Whether events are wanted. Types may be spelled with dots or underscores, and end with `*`; so may names of agents. `lineageOf` gives the
 * agents that an agent is below.
 */
export function matcherOf(
  filter: EventFilter,
  lineageOf: (agent: string) => readonly string[],
): (event: MapEvent) => boolean {
  const tests: ((event: MapEvent) => boolean)[] = [];
  const add = (
    list: readonly string[] | undefined,
    textsOf: (event: MapEvent) => readonly unknown[],
  ): void => {
    if (list === undefined || list.length === 0) return;
    const isWanted = anyOf(list);
    tests.push((event) => textsOf(event).some((text) => typeof text === 'string' && isWanted(text)));
  };
  add(filter.eventTypes?.map(plainType), ({ body, record = '' }) => [
    plainType(body.type),
    plainType(firstTypeOf(body.type)),
    plainType(record),
  ]);
  add(filter.fromAgents, ({ body }) => [body.source]);
  add(filter.agents, ({ body }) => [body.source]);
  add(filter.fromRoles, ({ role }) => [role]);
  add(filter.roles, ({ role }) => [role]);
  add(filter.scopes, ({ scope }) => [scope]);
  add(filter.priorities, ({ body }) => [body.data['priority']]);
  add(filter.correlationIds, ({ body }) => [body.data['correlationId']]);
  add(filter.environments, () => []);
  const { descendants, ancestors, subtree } = filter;
  if (descendants !== undefined) tests.push(({ lineage }) => lineage().includes(descendants));
  if (ancestors !== undefined)
    tests.push(({ body: { source = '' } }) => lineageOf(ancestors).includes(source));
  if (subtree !== undefined)
    tests.push(({ body, lineage }) => body.source === subtree || lineage().includes(subtree));
  const wanted = Object.entries(filter.metadataMatch ?? {});
  if (wanted.length > 0) {
    tests.push(({ body: { data } }) => {
      const { metadata } = data;
      return isObject(metadata) && wanted.every(([name, value]) => metadata[name] === value);
    });
  }
  return (event) => tests.every((test) => test(event));
}

/** Whether events of a run can be among what is wanted. */
export function canBeOfRun({ scopes = [] }: EventFilter = {}): (name: string) => boolean {
  return scopes.length === 0 ? () => true : anyOf(scopes);
}

function anyOf(list: readonly string[]): (text: string) => boolean {
  const exact = new Set(list.filter((each) => !each.endsWith('*')));
  const begins = list.filter((each) => each.endsWith('*')).map((each) => each.slice(0, -1));
  return (text) => exact.has(text) || begins.some((begin) => text.startsWith(begin));
}

function plainType(type: string): string {
  return type.replaceAll('.', '_');
}
