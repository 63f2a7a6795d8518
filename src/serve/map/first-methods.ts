import { isObject } from '../../util/is-object.ts';
import { ABILITIES, modeOf } from './dialect.ts';
import { MAX_MESSAGE, membersOf, OBJECT, TEXT, type Caller, type Methods, type Params } from './method.ts';
import { AUTH, connect, disconnect } from './session-methods.ts';

/** The version of the protocol's first documents. */
export const FIRST_VERSION = '2025-01-01';

/** Units: ms that a shutdown waits for runs to stop. */
const SHUTDOWN = { usual: 5000, most: 60_000 };

/** How clients come and go by the protocol's first documents. */
export const firstMethods: Methods = {
  'map/initialize': {
    needs: 'nothing',
    params: membersOf({
      protocolVersion: TEXT,
      mode: { enum: ['full', 'acp-compat'] },
      clientInfo: membersOf({ name: TEXT, version: TEXT }),
      capabilities: OBJECT,
      clientCapabilities: OBJECT,
      auth: AUTH,
    }),
    call: (caller, params) => {
      const { clientInfo, capabilities, auth } = params;
      const { streaming } = isObject(capabilities) ? capabilities : {};
      const { name } = isObject(clientInfo) ? clientInfo : {};
      const connected = connect(caller, { name, auth });
      caller.dialect = modeOf(params, Boolean(streaming));
      return {
        ...connected,
        protocolVersion: FIRST_VERSION,
        mode: caller.dialect === 'first' ? 'full' : caller.dialect,
        serverInfo: { name: 'wfmap', version: caller.shared.options.version },
        capabilities: capabilitiesOf(caller),
        agentId: caller.participant?.id,
      };
    },
  },
  'map/shutdown': {
    needs: 'nothing',
    params: membersOf({
      reason: { type: 'string' },
      timeout: { type: 'integer', minimum: 0 },
      cascade: { type: 'boolean' },
    }),
    call: async (caller, params) => ({ ...(await stopOwn(caller, params)), ...disconnect(caller) }),
  },
};

function capabilitiesOf({ dialect, shared: { options } }: Caller): object {
  const { subscriptions, hasHierarchy, canChangeScopes, semantics } = ABILITIES[dialect];
  return {
    streaming: dialect !== 'acp-compat',
    hierarchy: hasHierarchy,
    scopes: canChangeScopes && !options.isReadOnly ? true : 'read-only',
    tasks: true,
    roles: false,
    environments: false,
    federation: false,
    replay: true,
    deliverySemantics: options.isReadOnly ? [] : semantics,
    maxSubscriptions: subscriptions,
    maxMessageSize: MAX_MESSAGE,
  };
}

/** With `cascade` the runs that this client started are stopped too, resumably. Shape: what stopped, and what had not after `timeout` or would not. */
async function stopOwn(
  caller: Caller,
  { cascade, timeout = SHUTDOWN.usual }: Params,
): Promise<Readonly<Record<'stopped' | 'notStopped', readonly string[]>>> {
  const { control, events, isReadOnly } = caller.shared.options;
  const stopped = new Set<string>();
  if (cascade !== true || isReadOnly) return { stopped: [], notStopped: [] };
  const runs = [...caller.startedRuns].filter(
    // One whose directory is gone, or whose journal is damaged, is not there to be stopped.
    (run) => events.find(run)?.tryView()?.status === 'running',
  );
  const all = runs.map(async (run) => {
    await control.stop(run, caller.requester());
    stopped.add(run);
  });
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, Math.min(Number(timeout), SHUTDOWN.most));
  await Promise.race([Promise.allSettled(all), late.promise]);
  clearTimeout(timer);
  return { stopped: [...stopped], notStopped: runs.filter((run) => !stopped.has(run)) };
}
