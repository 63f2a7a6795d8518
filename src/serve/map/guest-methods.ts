import { randomUUID } from 'node:crypto';
import { isObject } from '../../util/is-object.ts';
import { MapError } from './map-error.ts';
import { send } from './messages.ts';
import { membersOf, OBJECT, TEXT, TEXTS, type Caller, type Methods, type Params } from './method.ts';
import { SERVER, type MapAgent } from './participants.ts';

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
      caller.shared.guests.add({ agent, deliver, owner: caller.id }, id === SERVER || isOfRun(caller, id));
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
      const changes = {
        ...(typeof state === 'string' ? { state } : {}),
        ...(isObject(metadata) ? { metadata } : {}),
      };
      const agent = guests.update(before.id, caller.id, changes);
      if (agent.state !== before.state) {
        const data = { agentId: agent.id, previousState: before.state, newState: agent.state };
        tell('agent_state_changed', { source: agent.id, data });
      }
      if (isObject(metadata)) {
        tell('agent_updated', { source: agent.id, data: { agentId: agent.id, changes: { metadata } } });
      }
      return { agent };
    },
  },
  'map/scopes/create': {
    needs: 'control',
    changesScopes: true,
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
    changesScopes: true,
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
    changesScopes: true,
    params: membersOf({ 'scopeId!': TEXT, 'agentId!': TEXT }),
    call: (caller, params) => joinOrLeave(caller, params, 'join'),
  },
  'map/scopes/leave': {
    needs: 'control',
    changesScopes: true,
    params: membersOf({ 'scopeId!': TEXT, 'agentId!': TEXT }),
    call: (caller, params) => joinOrLeave(caller, params, 'leave'),
  },
  'map/send': {
    needs: 'control',
    params: membersOf({ 'to!': { anyOf: [TEXT, OBJECT] }, payload: {}, meta: OBJECT }),
    call: (caller, params) => send(caller, params),
  },
  'map/broadcast': {
    needs: 'control',
    params: membersOf({ payload: {}, meta: OBJECT }),
    call: (caller, params) => send(caller, { ...params, to: { broadcast: true } }),
  },
};

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
