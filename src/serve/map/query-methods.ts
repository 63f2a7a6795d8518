import { isObject } from '../../util/is-object.ts';
import { ACP_AGENT } from './acp-tunnel.ts';
import { ABILITIES } from './dialect.ts';
import { COUNT, membersOf, OBJECT, TEXT, TEXTS, type Caller, type Methods } from './method.ts';
import type { MapAgent } from './participants.ts';
import { append } from '../../util/append.ts';

const PAGE = { limit: COUNT, cursor: { type: 'string', pattern: '^\\d{1,9}$' } };
/** Units: entries of one answer. */
const MAX_PAGE = 1000;

/** What there is: agents, scopes, tasks, and how they hang together. */
export const queryMethods: Methods = {
  'map/agents/list': {
    needs: 'reading',
    params: membersOf({
      filter: membersOf({
        states: TEXTS,
        roles: TEXTS,
        scopes: TEXTS,
        parent: TEXT,
        hasChildren: { type: 'boolean' },
        ownerId: TEXT,
      }),
      ...PAGE,
    }),
    call: ({ shared }, { filter, ...page }) => {
      const all = agentsFor(shared, filter);
      const { entries, ...more } = pageOf(all.filter(agentMatcher(filter, all)), page);
      return { agents: entries, ...more };
    },
  },
  'map/agents/get': {
    needs: 'reading',
    params: membersOf({ 'agentId!': TEXT, include: OBJECT }),
    call: ({ shared }, { agentId, include }) => {
      const agent = agentOf(shared, String(agentId));
      if (!isObject(include)) return { agent };
      const all = shared.guests.find(agent.id)
        ? shared.guests.agents()
        : shared.runs.agents(agent.scopes, true);
      const found = relativesOf(agent, all);
      return {
        agent,
        ...Object.fromEntries(Object.entries(found).filter(([name]) => include[name] === true)),
      };
    },
  },
  'map/structure/graph': {
    needs: 'reading',
    params: membersOf({ rootAgentId: TEXT, depth: COUNT, includeRelationships: { type: 'boolean' } }),
    call: ({ shared, dialect }, { rootAgentId, depth = Infinity }) => {
      const all = agentsFor(shared, undefined);
      const nodes =
        typeof rootAgentId === 'string' ? subtreeOf(agentOf(shared, rootAgentId), all, Number(depth)) : all;
      if (!ABILITIES[dialect].hasHierarchy) return { nodes: nodes.map(withoutParent), edges: [] };
      const ids = new Set(nodes.map(({ id }) => id));
      const edges = nodes.flatMap(({ id, parent }) =>
        parent !== undefined && ids.has(parent) ? [{ from: parent, to: id, type: 'parent-child' }] : [],
      );
      return { nodes, edges };
    },
  },
  'map/scopes/list': {
    needs: 'reading',
    params: membersOf({ parent: TEXT, ...PAGE }),
    call: ({ shared }, { parent, ...page }) => {
      const all = parent === undefined ? [...shared.runs.scopes(), ...shared.guests.scopes()] : [];
      const { entries, ...more } = pageOf(all, page);
      return { scopes: entries, ...more };
    },
  },
  'map/scopes/get': {
    needs: 'reading',
    params: membersOf({ 'scopeId!': TEXT }),
    call: ({ shared: { guests, runs } }, { scopeId }) => ({
      scope: guests.findScope(String(scopeId))?.scope ?? runs.scopeOf(runs.find(String(scopeId))),
    }),
  },
  'map/scopes/members': {
    needs: 'reading',
    params: membersOf({ 'scopeId!': TEXT, ...PAGE }),
    call: ({ shared: { guests, runs } }, { scopeId, ...page }) => {
      const name = String(scopeId);
      const members =
        guests.findScope(name)?.members ?? runs.agents([runs.find(name).name], false).map(({ id }) => id);
      const { entries, ...more } = pageOf([...members], page);
      return { members: entries, ...more };
    },
  },
  'map/tasks/list': {
    needs: 'reading',
    params: membersOf({
      filter: membersOf({ assignee: TEXT, status: { anyOf: [TEXT, TEXTS] }, scopes: TEXTS }),
      ...PAGE,
    }),
    call: ({ shared }, { filter, ...page }) => {
      const { assignee, status, scopes } = isObject(filter) ? filter : {};
      const wanted = status === undefined ? undefined : [status].flat();
      const isPast = wanted?.some((each) => each === 'completed' || each === 'failed') === true;
      const tasks = shared.runs
        .tasks(textsOf(scopes), isPast)
        .filter((task) => wanted?.includes(task.status) !== false)
        .filter((task) => assignee === undefined || task.assignee === assignee);
      const { entries, ...more } = pageOf(tasks, page);
      return { tasks: entries, hasMore: 'nextCursor' in more, ...more };
    },
  },
};

type Shared = Caller['shared'];

/** Errors: throws MapError `agent-not-found`. */
export function agentOf({ guests, runs, options }: Shared, id: string): MapAgent {
  if (id === ACP_AGENT.id && options.openAcp !== undefined) return ACP_AGENT;
  return guests.find(id)?.agent ?? runs.agentOf(id);
}

/** Agents that have ended are only looked for where the filter asks for them. */
function agentsFor({ guests, runs, options }: Shared, filter: unknown): readonly MapAgent[] {
  const { scopes, states } = isObject(filter) ? filter : {};
  const isPast = textsOf(states).some((state) => state === 'stopped' || state === 'failed');
  const own = options.openAcp === undefined ? [] : [ACP_AGENT];
  return [...own, ...runs.agents(textsOf(scopes), isPast), ...guests.agents()];
}

function agentMatcher(filter: unknown, all: readonly MapAgent[]): (agent: MapAgent) => boolean {
  if (!isObject(filter)) return () => true;
  const { parent, ownerId, hasChildren } = filter;
  const [states, roles, scopes] = [filter['states'], filter['roles'], filter['scopes']].map(textsOf);
  const has = (list: readonly string[] = [], texts: readonly string[]): boolean =>
    list.length === 0 || texts.some((text) => list.includes(text));
  const parents = new Set(all.map((each) => each.parent));
  return (agent) =>
    has(states, [agent.state]) &&
    has(roles, [agent.role]) &&
    has(scopes, agent.scopes) &&
    (parent === undefined || agent.parent === parent) &&
    (ownerId === undefined || agent.ownerId === ownerId) &&
    (hasChildren === undefined || parents.has(agent.id) === hasChildren);
}

/** In a flat list nobody is below another. */
function withoutParent(agent: MapAgent): object {
  return Object.fromEntries(Object.entries(agent).filter(([name]) => name !== 'parent'));
}

function relativesOf(agent: MapAgent, all: readonly MapAgent[]): Readonly<Record<string, unknown>> {
  const ancestors: MapAgent[] = [];
  for (let { parent } = agent; parent !== undefined && ancestors.length < MAX_PAGE;) {
    const above = all.find(({ id }) => id === parent);
    if (above === undefined) break;
    ancestors.push(above);
    parent = above.parent;
  }
  return {
    parent: ancestors[0],
    ancestors,
    children: all.filter(({ parent }) => parent === agent.id),
    descendants: subtreeOf(agent, all, Infinity).slice(1),
    siblings: all.filter(
      ({ parent, id }) => parent !== undefined && parent === agent.parent && id !== agent.id,
    ),
  };
}

/** An agent, and those below it. */
function subtreeOf(root: MapAgent, all: readonly MapAgent[], depth: number): readonly MapAgent[] {
  const below = Map.groupBy(all, ({ parent }) => parent);
  const found = [root];
  let level: readonly MapAgent[] = [root];
  for (let at = 0; at < depth && level.length > 0; at += 1) {
    level = level.flatMap(({ id }) => below.get(id) ?? []);
    append(found, level);
  }
  return found;
}

function pageOf<T>(
  all: readonly T[],
  { limit, cursor }: { readonly limit?: unknown; readonly cursor?: unknown },
): { readonly entries: readonly T[]; readonly nextCursor?: string } {
  const from = Number(cursor ?? 0);
  const to = from + Math.min(Number(limit ?? MAX_PAGE), MAX_PAGE);
  return { entries: all.slice(from, to), ...(to < all.length ? { nextCursor: String(to) } : {}) };
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
