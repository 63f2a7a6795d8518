import { isObject } from '../../util/is-object.ts';
import { MapError } from './map-error.ts';
import { membersOf, OBJECT, TEXT, type Caller, type Methods, type Params } from './method.ts';

/** How a token is shown. */
export const AUTH = membersOf({ method: TEXT, credential: { type: 'string' }, token: { type: 'string' } });

/** How clients come and go, and show the token. */
export const sessionMethods: Methods = {
  'map/connect': {
    needs: 'nothing',
    params: membersOf({
      protocolVersion: { type: 'integer' },
      participantType: TEXT,
      participantId: TEXT,
      name: TEXT,
      capabilities: OBJECT,
      sessionId: TEXT,
      resumeToken: TEXT,
      auth: AUTH,
    }),
    call: (caller, params) => {
      caller.dialect = 'current';
      return connect(caller, params);
    },
  },
  'map/authenticate': {
    needs: 'nothing',
    params: AUTH,
    call: (caller, params) => {
      const wasAuthenticated = caller.isAuthenticated;
      if (!accepts(caller, params)) {
        const error = { code: 'invalid_credentials', message: 'The token is not the one of this server.' };
        return { success: false, error };
      }
      if (!wasAuthenticated) announce(caller);
      return {
        success: true,
        sessionId: caller.id,
        participantId: caller.participant?.id,
        principal: principalOf(caller),
      };
    },
  },
  'map/auth/refresh': {
    needs: 'reading',
    params: AUTH,
    call: (caller, params) =>
      accepts(caller, params)
        ? { success: true, principal: principalOf(caller) }
        : {
            success: false,
            error: { code: 'invalid_credentials', message: 'The token is not the one of this server.' },
          },
  },
  'map/disconnect': {
    needs: 'nothing',
    params: membersOf({ reason: { type: 'string' } }),
    call: disconnect,
  },
};

/** Takes a client up. Errors: throws MapError `auth-failed`. */
export function connect(caller: Caller, params: Params): object {
  const { auth, name, participantId, participantType = 'client' } = params;
  if (isObject(auth) && !accepts(caller, auth))
    throw new MapError('auth-failed', 'The token is not the one of this server.');
  caller.participant = {
    id: typeof participantId === 'string' ? participantId : caller.id,
    name: typeof name === 'string' ? name : 'a client without a name',
    type: String(participantType),
  };
  if (caller.isAuthenticated) announce(caller);
  return connectedTo(caller, params);
}

export function disconnect(caller: Caller): object {
  caller.closeSoon();
  return { acknowledged: true, session: { sessionId: caller.id, closedAt: Date.now() } };
}

function accepts(caller: Caller, { method, credential, token }: Params): boolean {
  const { isToken } = caller.shared.options;
  const text = typeof credential === 'string' ? credential : token;
  if (isToken === undefined) return true;
  const isOk = method !== 'none' && typeof text === 'string' && isToken(text);
  if (isOk) caller.isAuthenticated = true;
  // Who is known already need not show it again to connect.
  return isOk || (method === 'none' && caller.isAuthenticated);
}

function announce({ participant, shared }: Caller): void {
  if (participant === undefined) return;
  const { id, name, type } = participant;
  shared.tell('participant_connected', { data: { participantId: id, participant: { id, name, type } } });
}

function principalOf({ participant, id }: Caller): object {
  return { id: participant?.id ?? id };
}

function connectedTo(caller: Caller, { protocolVersion = 1 }: Params): object {
  const { version } = caller.shared.options;
  return {
    protocolVersion,
    sessionId: caller.id,
    participantId: caller.participant?.id,
    capabilities: capabilitiesOf(caller),
    systemInfo: { name: 'wfmap', version },
    // What was subscribed to is subscribed to again, from a cursor: nothing of a session outlives its connection.
    reconnected: false,
    ownedAgents: [],
    reclaimedAgents: [],
    ...(caller.isAuthenticated
      ? { principal: principalOf(caller) }
      : { authRequired: { methods: ['bearer', 'api-key'], required: true } }),
  };
}

function capabilitiesOf({ shared: { options } }: Caller): object {
  const can = !options.isReadOnly;
  return {
    observation: { canObserve: true, canQuery: true },
    messaging: { canSend: can, canReceive: true, canBroadcast: can },
    lifecycle: { canSpawn: can, canRegister: can, canUnregister: can, canSteer: can, canStop: can },
    scopes: { canCreateScopes: can, canManageScopes: can },
    tasks: { enabled: true, canCreate: false, canAssign: false, canUpdate: can, canList: true },
    streaming: { supportsAck: true, supportsFlowControl: true, supportsPause: true },
  };
}
