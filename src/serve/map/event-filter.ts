import { isObject } from '../../util/is-object.ts';
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
}

const LIST = { type: 'array', maxItems: 1000, items: { type: 'string', maxLength: 1000 } };

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
  },
};

/** Whether events are wanted. Types may be spelled with dots or underscores, and end with `*`; so may names of agents. */
export function matcherOf(filter: EventFilter = {}): (event: MapEvent) => boolean {
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
    plainType(record),
  ]);
  add(filter.fromAgents, ({ body }) => [body.source]);
  add(filter.agents, ({ body }) => [body.source]);
  add(filter.fromRoles, ({ role }) => [role]);
  add(filter.roles, ({ role }) => [role]);
  add(filter.scopes, ({ scope }) => [scope]);
  add(filter.priorities, ({ body }) => [body.data['priority']]);
  add(filter.correlationIds, ({ body }) => [body.data['correlationId']]);
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
