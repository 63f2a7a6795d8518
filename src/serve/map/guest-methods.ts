import { randomUUID } from 'node:crypto';
import { isObject } from '../../util/is-object.ts';
import { answer, steer } from './control-methods.ts';
import type { Guests } from './guests.ts';
import { MapError } from './map-error.ts';
import { membersOf, OBJECT, TEXT, TEXTS, type Caller, type Methods, type Params } from './method.ts';
import type { MapAgent } from './participants.ts';
import { agentOf } from './query-methods.ts';

/** Agents and scopes that clients bring along, and messages between them; a message to a question is its answer. */
export const guestMethods: Methods = {
  'map/agents/register': {
    needs: 'control',
    params: membersOf({
      agentId: TEXT,
      name: TEXT,
      role: TEXT,
      parent: TEXT,
      scopes: TEXTS,
      metadata: OBJECT,
    }),
    call: (caller, { agentId, name, role = 'guest', parent, scopes, metadata }) => {
      const id = typeof agentId === 'string' ? agentId : randomUUID();
      const agent = {
        id,
        ownerId: caller.participant?.id ?? caller.id,
        name: typeof name === 'string' ? name : id,
        role: String(role),
        ...(typeof parent === 'string' ? { parent } : {}),
        state: 'active',
        scopes: Array.isArray(scopes) ? scopes.map(String) : [],
        ...(isObject(metadata) ? { metadata } : {}),
      };
      const deliver = (message: object): void =>
        caller.send({ jsonrpc: '2.0', method: 'map/message', params: { message } });
      caller.shared.guests.add({ agent, deliver, owner: caller.id }, isOfRun(caller, id));
      caller.shared.tell('agent_registered', { source: id, data: { agentId: id, agent } });
      return { agent };
    },
  },
  'map/agents/unregister': {
    needs: 'control',
    params: membersOf({ 'agentId!': TEXT, reason: { type: 'string' } }),
    call: (caller, { agentId, reason = 'unregistered' }) => {
      const agent = caller.shared.guests.remove(String(agentId), caller.id);
      caller.shared.tell('agent_unregistered', { source: agent.id, data: { agentId: agent.id, reason } });
      return { agent: { ...agent, state: 'stopped' } };
    },
  },
  'map/agents/update': {
    needs: 'control',
    params: membersOf({ 'agentId!': TEXT, state: TEXT, metadata: OBJECT }),
    call: (caller, { agentId, state, metadata }) => {
      const { guests, tell } = caller.shared;
      const before = guests.ownOf(String(agentId), caller.id).agent;
      const agent = guests.update(before.id, caller.id, {
        ...(typeof state === 'string' ? { state } : {}),
        ...(isObject(metadata) ? { metadata } : {}),
      });
      if (agent.state !== before.state) {
        const data = { agentId: agent.id, previousState: before.state, newState: agent.state };
        tell('agent_state_changed', { source: agent.id, data });
      }
      return { agent };
    },
  },
  'map/scopes/create': {
    needs: 'control',
    params: membersOf({ scopeId: TEXT, name: TEXT, metadata: OBJECT }),
    call: (caller, { scopeId, name, metadata }) => {
      const id = typeof scopeId === 'string' ? scopeId : randomUUID();
      if (isOfRun(caller, id)) throw new MapError('agent-exists', `"${id}" is a run.`);
      const scope = {
        id,
        name: typeof name === 'string' ? name : id,
        joinPolicy: 'open',
        metadata: isObject(metadata) ? metadata : {},
      };
      caller.shared.guests.addScope(scope, caller.id);
      caller.shared.tell('scope_created', { data: { scopeId: id, scope } });
      return { scope };
    },
  },
  'map/scopes/delete': {
    needs: 'control',
    params: membersOf({ 'scopeId!': TEXT }),
    call: (caller, { scopeId }) => {
      refuseOfRun(caller, scopeId);
      const scope = caller.shared.guests.removeScope(String(scopeId), caller.id);
      caller.shared.tell('scope_deleted', { data: { scopeId } });
      return { scope };
    },
  },
  'map/scopes/join': {
    needs: 'control',
    params: membersOf({ 'scopeId!': TEXT, 'agentId!': TEXT }),
    call: (caller, params) => joinOrLeave(caller, params, 'join'),
  },
  'map/scopes/leave': {
    needs: 'control',
    params: membersOf({ 'scopeId!': TEXT, 'agentId!': TEXT }),
    call: (caller, params) => joinOrLeave(caller, params, 'leave'),
  },
  'map/send': {
    needs: 'control',
    params: membersOf({ 'to!': { anyOf: [TEXT, OBJECT] }, payload: {}, meta: OBJECT }),
    call: (caller, params) => send(caller, params),
  },
};

async function send(caller: Caller, { to, payload, meta = {} }: Params): Promise<object> {
  const { guests, tell } = caller.shared;
  const ids = addressed(caller, to);
  const from = caller.participant?.id ?? caller.id;
  const message = { id: randomUUID(), from, to, timestamp: Date.now(), payload, meta };
  for (const id of ids) {
    const guest = guests.find(id);
    if (guest !== undefined) guest.deliver(message);
    // A client without agents learns of its messages by events alone.
    else if (!isParticipant(to)) await answerWith(caller, id, payload);
  }
  tell('message_sent', { source: from, data: { messageId: message.id, from, to } });
  // A client waits for this event to find the answer to its own request: its request must not look like one.
  const { correlationId, isResult, expectsResponse } = isObject(meta) ? meta : {};
  const isAnswer = isResult === true || expectsResponse !== true;
  const correlated = isAnswer && correlationId !== undefined ? { correlationId } : {};
  const data = {
    messageId: message.id,
    from,
    deliveredTo: ids,
    timestamp: message.timestamp,
    message,
    ...correlated,
  };
  setImmediate(() => tell('message_delivered', { source: from, data }));
  return { messageId: message.id, delivered: ids };
}

/** Agents of runs take answers to what they ask, and texts while they work. */
async function answerWith(caller: Caller, id: string, payload: unknown): Promise<void> {
  const { action, fields, text = payload } = isObject(payload) ? payload : { text: payload };
  if (typeof action === 'string') return answer(caller, id, { action, fields });
  agentOf(caller.shared, id);
  if (typeof text === 'string') return steer(caller, id, text);
  throw new MapError(
    'delivery-failed',
    `"${id}" is an agent of a run: it takes an answer to its question, {"action": …, "fields": {…}}, or a text while it works.`,
  );
}

/** Units: agents that one message goes to. */
const MAX_ADDRESSED = 100;

/** The agents that an address means. Errors: throws MapError where there is none. */
function addressed({ shared }: Caller, to: unknown): readonly string[] {
  const ids = idsOf(shared, to);
  if (ids.length === 0) throw new MapError('agent-not-found', 'The address leads to no agent.');
  if (ids.length > MAX_ADDRESSED)
    throw new MapError('exhausted', `A message goes to at most ${MAX_ADDRESSED} agents.`);
  return ids;
}

function idsOf({ guests }: Caller['shared'], to: unknown): readonly string[] {
  if (typeof to === 'string') return [to];
  if (!isObject(to)) return [];
  for (const [name, find] of Object.entries(ADDRESSES)) {
    if (name in to) return find(to[name], guests, to);
  }
  return [];
}

/** What an address names, by its member. */
const ADDRESSES: Readonly<Record<string, (value: unknown, guests: Guests, to: Params) => readonly string[]>> =
  {
    agent: (id) => [String(id)],
    agents: (ids) => (Array.isArray(ids) ? ids.map(String) : []),
    type: (type, _, { id }) => (type === 'agent' && typeof id === 'string' ? [id] : []),
    scope: (id, guests) => [...(guests.findScope(String(id))?.members ?? [])],
    role: (role, guests) => idsWhere(guests, (each) => each.role === role),
    broadcast: (isAll, guests) => idsWhere(guests, () => isAll === true),
    participants: (which, guests) => idsWhere(guests, () => which === 'all' || which === 'agents'),
    participant: (id, guests) => {
      const own = idsWhere(guests, ({ ownerId }) => ownerId === id);
      return own.length > 0 ? own : [String(id)];
    },
  };

function idsWhere(guests: Guests, isMeant: (agent: MapAgent) => boolean): readonly string[] {
  return guests
    .agents()
    .filter(isMeant)
    .map(({ id }) => id);
}

function isParticipant(to: unknown): boolean {
  return isObject(to) && typeof to['participant'] === 'string';
}

function joinOrLeave(caller: Caller, { scopeId, agentId }: Params, what: 'join' | 'leave'): object {
  refuseOfRun(caller, scopeId);
  const { guests, tell } = caller.shared;
  const { agent } = guests.ownOf(String(agentId), caller.id);
  const found = guests.findScope(String(scopeId));
  if (found === undefined) throw new MapError('scope-not-found', `There is no scope "${String(scopeId)}".`);
  if (what === 'join') found.members.add(agent.id);
  else found.members.delete(agent.id);
  const scopes = agent.scopes.filter((each) => each !== scopeId);
  const changed: MapAgent = guests.update(agent.id, caller.id, {
    scopes: what === 'join' ? [...scopes, found.scope.id] : scopes,
  });
  tell(what === 'join' ? 'scope_member_joined' : 'scope_member_left', {
    source: agent.id,
    data: { scopeId, agentId },
  });
  return { scope: found.scope, agent: changed };
}

function isOfRun({ shared }: Caller, id: string): boolean {
  return shared.options.events.find(id.replace(/#\d+$/, '')) !== undefined;
}

function refuseOfRun(caller: Caller, scopeId: unknown): void {
  if (!isOfRun(caller, String(scopeId))) return;
  throw new MapError(
    'permission-denied',
    `"${String(scopeId)}" is a run: nobody joins, leaves or deletes it from here.`,
  );
}
