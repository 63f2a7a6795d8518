import { AgentConnection, type ClientConnection } from '@multi-agent-protocol/sdk';
import { describe } from 'vitest';
import { mapOf } from './helpers/maps.ts';
import { test } from './helpers/project.ts';
import { clientOver, serve, TRANSPORTS, webSocketStream } from './helpers/serve.ts';
import { until } from './helpers/until.ts';

const ASK = mapOf(
  {
    Ask: {
      type: 'human',
      promptTemplate: 'Well?',
      fields: { note: { type: 'string', description: 'A note', required: false } },
      actions: { Yes: { target: 'Again' }, No: { target: 'Done' } },
    },
    Again: { type: 'human', promptTemplate: 'Again?', actions: { Yes: { target: 'Done' } } },
  },
  { workslipFields: { name: { type: 'string', description: 'A name', required: true } } },
);

/** Starts a run of the map that asks. */
async function start(client: ClientConnection): Promise<string> {
  const metadata = { map: 'ask.json', fields: { name: '--x "y"\n$(z)' } };
  const { agent } = await client.callExtension<object, { agent: { id: string } }>('map/agents/spawn', {
    metadata,
  });
  return agent.id;
}

/** What a call is refused with: the code, and the message. */
async function refused(call: Promise<unknown>): Promise<readonly [number, string]> {
  try {
    return [0, JSON.stringify(await call)];
  } catch (thrown) {
    const { code, message } = thrown as { code: number; message: string };
    return [code, message];
  }
}

describe.each(Object.entries(TRANSPORTS))('over %s', (_, open) => {
  test('the real client starts a run, sees it, answers it, stops it and resumes it', async ({
    project,
    expect,
  }) => {
    project.put('ask.json', ASK);
    const client = await clientOver(await open(project), 'a client');
    const subscription = await client.subscribe();
    const events: { readonly type: string; readonly data?: Record<string, unknown> }[] = [];
    subscription.on('event', (event) => events.push(event));
    const run = await start(client);
    expect(run).toBe('ask/slip-001');
    await until(() => events.some(({ type }) => type === 'wfmap.run.paused'));

    const { agents } = await client.listAgents();
    expect(agents.map(({ id, role, parent, state }) => [id, role, parent, state])).toEqual([
      ['wfmap', 'acp', undefined, 'active'],
      ['ask/slip-001', 'run', undefined, 'suspended'],
      ['ask/slip-001#1', 'Ask', 'ask/slip-001', 'idle'],
    ]);
    const { tasks } = await client.listTasks();
    expect(tasks).toMatchObject([{ id: 'ask/slip-001#1', status: 'blocked', assignee: 'ask/slip-001#1' }]);
    expect(JSON.stringify(tasks)).not.toContain('nonce');
    const { started } = { started: project.events(run)[0] };
    expect(started).toMatchObject({ type: 'run.started', data: { fields: { name: '--x "y"\n$(z)' } } });

    await client.updateTask({
      taskId: 'ask/slip-001#1',
      status: 'completed',
      meta: { action: 'yes', fields: { note: 'a\nb' } },
    });
    await until(() => events.filter(({ data }) => data?.['current'] === 'blocked').length === 2);
    const answered = project.events(run).find(({ type }) => type === 'human.answered');
    expect(answered?.data).toMatchObject({
      action: 'Yes',
      fields: { note: 'a\nb' },
      origin: 'claimed',
      client: 'a client',
    });

    await client.send({ agent: 'ask/slip-001#2' }, { action: 'Yes' });
    await until(() => events.some(({ type }) => type === 'wfmap.run.finished'));
    const { scopes } = await client.listScopes();
    expect(scopes).toMatchObject([{ id: run, metadata: { state: 'finished' } }]);

    const past: unknown[] = [];
    for (let after: string | undefined; ;) {
      const page = await client.replay({
        limit: 7,
        filter: { scopes: [run] },
        ...(after === undefined ? {} : { afterEventId: after }),
      });
      past.push(...page.events.map(({ eventId }) => eventId));
      after = page.events.at(-1)?.eventId;
      if (!page.hasMore) break;
    }
    const live = events.filter(({ data }) => data?.['scopeId'] === run) as readonly {
      readonly id?: string;
    }[];
    expect(past).toEqual(live.map(({ id }) => id));
    await client.disconnect();
  });

  test('every method of the core is answered, and every other is unknown', async ({ project, expect }) => {
    project.put('ask.json', ASK);
    const client = await clientOver(await open(project));
    const run = await start(client);
    // It has come to rest.
    await until(() => project.events(run).at(-1)?.type === 'run.paused');
    await client.subscribe();
    const call = (method: string, params: object = {}): Promise<readonly [number, string]> =>
      refused(client.callExtension(method, params));
    const own = { agentId: 'mine' };
    const lines: string[] = [];
    const calls: readonly (readonly [string, object?])[] = [
      ['map/agents/list', { filter: { roles: ['run'] } }],
      ['map/agents/get', { agentId: `${run}#1`, include: { parent: true, siblings: true } }],
      ['map/agents/get', { agentId: 'nobody' }],
      ['map/agents/register', { ...own, name: 'Mine', role: 'helper' }],
      ['map/agents/register', own],
      ['map/agents/register', { agentId: run }],
      ['map/agents/update', { ...own, state: 'busy' }],
      ['map/agents/update', { agentId: run, state: 'busy' }],
      ['map/structure/graph', { rootAgentId: run }],
      ['map/scopes/create', { scopeId: 'room', name: 'A room' }],
      ['map/scopes/list'],
      ['map/scopes/get', { scopeId: 'room' }],
      ['map/scopes/get', { scopeId: 'no/slip-009' }],
      ['map/scopes/join', { scopeId: 'room', ...own }],
      ['map/scopes/join', { scopeId: run, ...own }],
      ['map/scopes/members', { scopeId: 'room' }],
      ['map/scopes/members', { scopeId: run }],
      ['map/scopes/leave', { scopeId: 'room', ...own }],
      ['map/scopes/delete', { scopeId: 'room' }],
      ['map/scopes/delete', { scopeId: run }],
      ['map/agents/unregister', own],
      ['map/agents/spawn', { metadata: { map: '../../etc/passwd' } }],
      ['map/agents/spawn', { metadata: { map: 'none.json' } }],
      ['map/agents/spawn', {}],
      ['map/agents/stop', { agentId: run }],
      ['map/agents/suspend', { agentId: `${run}#1` }],
      ['map/tasks/update', { taskId: `${run}#1`, status: 'completed' }],
      ['map/tasks/update', { taskId: `${run}#1`, meta: { action: 'Perhaps' } }],
      ['map/send', { to: { agent: `${run}#1` }, payload: 'hello' }],
      ['map/send', { to: { agent: 'nobody' }, payload: 'hello' }],
      ['map/send', {}],
      ['map/unsubscribe', { subscriptionId: 'sub_9' }],
      ['map/replay', { afterEventId: 'evt_x1y2z3' }],
      ['map/inject', { agentId: `${run}#1`, content: 'x' }],
      ['map/federation/connect'],
      ['mail/list'],
    ];
    for (const [method, params] of calls) {
      const [code, text] = await call(method, params);
      lines.push(
        `${method} ${JSON.stringify(params ?? {})}\n  ${code === 0 ? text : `error ${code}: ${text}`}`,
      );
    }
    const shown = lines
      .join('\n')
      .replaceAll(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"<uuid>"')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replaceAll(/"closedAt":\d+/g, '"closedAt":0');
    await expect(`${shown}\n`).toMatchFileSnapshot(
      `${import.meta.dirname}/../fixtures/serve/core-methods.out`,
    );
    await client.disconnect();
  });
});

test('agents that clients bring talk to each other, and a request gets its answer', async ({
  project,
  expect,
}) => {
  const { webSocket } = await serve(project);
  const agent = new AgentConnection(await webSocketStream(webSocket), { name: 'Echo', role: 'helper' });
  agent.onMessage((message) => {
    const meta = { correlationId: message.meta?.correlationId, isResult: true } as const;
    // Its own answer must not wait for what it handles now.
    void agent.send({ participant: message.from }, { echo: message.payload }, meta as never);
  });
  await agent.connect({ agentId: 'echo' });
  const client = await clientOver(await webSocketStream(webSocket));
  const { agents } = await client.listAgents({ filter: { roles: ['helper'] } });
  expect(agents.map(({ name }) => name)).toEqual(['Echo']);
  const answer = await client.request({ agent: agents[0]?.id ?? '' }, 'hello', { timeout: 5000 });
  expect(answer.payload).toEqual({ echo: 'hello' });
  await agent.disconnect();
  await until(() => agent.connectionState !== undefined);
  expect((await client.listAgents({ filter: { roles: ['helper'] } })).agents).toEqual([]);
  await client.disconnect();
});
