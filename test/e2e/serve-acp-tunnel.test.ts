import type { ACPRequestPermissionRequest, ACPSessionNotification } from '@multi-agent-protocol/sdk';
import { describe } from 'vitest';
import { mapOf } from './helpers/maps.ts';
import { test } from './helpers/project.ts';
import { clientOver, serve, TRANSPORTS, webSocketStream } from './helpers/serve.ts';
import { until } from './helpers/until.ts';

const CHECK = mapOf(
  {
    Check: {
      type: 'human',
      promptTemplate: 'Is ${wish} good?',
      actions: { Yes: { target: 'Done' }, No: { target: 'Done' } },
    },
  },
  { workslipFields: { wish: { type: 'string', description: 'What', required: true } } },
);

/** The version that the protocol's client has of ACP. */
const VERSION = 20_241_007;

describe.each(Object.entries(TRANSPORTS))('over %s', (_, open) => {
  test('the real client converses with a map inside the MAP protocol', async ({ project, expect }) => {
    project.put('workflows/check.json', CHECK);
    const client = await clientOver(await open(project), 'a client');
    const other = await client.listAgents({ filter: { roles: ['acp'] } });
    expect(other.agents).toMatchObject([{ id: 'wfmap', capabilities: { protocols: ['acp'] } }]);
    const asked: ACPRequestPermissionRequest[] = [];
    const updates: ACPSessionNotification['update'][] = [];
    const acp = client.createACPStream({
      targetAgent: 'wfmap',
      client: {
        requestPermission: (request) => {
          asked.push(request);
          return Promise.resolve({ outcome: { outcome: 'selected', optionId: 'Yes' } });
        },
        sessionUpdate: ({ update }) => {
          updates.push(update);
          return Promise.resolve();
        },
      },
    });
    const initialized = await acp.initialize({
      protocolVersion: VERSION,
      clientInfo: { name: 'a tunnel', version: '1' },
      clientCapabilities: {},
    });
    expect(initialized).toMatchObject({ protocolVersion: VERSION, agentCapabilities: { loadSession: true } });
    // The project is that of the server, whichever folder is named.
    const { sessionId } = await acp.newSession({ cwd: '/', mcpServers: [] });
    const prompt = [{ type: 'text' as const, text: '/check a cake' }];
    expect(await acp.prompt({ sessionId, prompt })).toEqual({ stopReason: 'end_turn' });
    expect(JSON.stringify(asked)).toContain('Is a cake good?');
    expect(updates.some(({ sessionUpdate }) => sessionUpdate === 'plan')).toBe(true);
    const events = project.events('check/slip-001');
    expect(events.find(({ type }) => type === 'human.answered')?.data).toMatchObject({
      action: 'Yes',
      origin: 'claimed',
      client: 'a tunnel',
    });
    expect(events[0]?.data).toMatchObject({ startedBy: { session: sessionId } });
    await acp.close();
    await client.disconnect();
  });
});

test('what is said in a conversation is for its two sides alone, and nonsense is refused', async ({
  project,
  expect,
}) => {
  project.put('workflows/check.json', CHECK);
  const { webSocket } = await serve(project);
  const client = await clientOver(await webSocketStream(webSocket));
  const listener = await clientOver(await webSocketStream(webSocket), 'a listener');
  const heard: string[] = [];
  (await listener.subscribe()).on('event', ({ type }) => heard.push(type));
  const send = (payload: unknown): Promise<unknown> =>
    client.send({ agent: 'wfmap' }, payload).catch(({ code }: { readonly code: number }) => code);
  for (const payload of [
    undefined,
    'hello',
    {},
    { acp: 1, acpContext: {} },
    { acp: {}, acpContext: { streamId: 7 } },
  ]) {
    expect(await send(payload)).toBe(2003);
  }
  // Beside another address it is refused alone, and said so in its receipt.
  await client.callExtension('map/scopes/create', { scopeId: 'before' });
  await expect(client.send({ agents: ['nobody', 'wfmap'] }, 'hello')).rejects.toMatchObject({ code: 2001 });
  const acp = { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/' } };
  await until(() => heard.includes('scope_created'));
  const before = heard.length;
  for (let stream = 0; stream < 16; stream += 1) {
    expect(await send({ acp, acpContext: { streamId: `s${stream}` } })).toMatchObject({
      delivered: ['wfmap'],
    });
  }
  expect(await send({ acp, acpContext: { streamId: 'one more' } })).toBe(4000);
  await listener.callExtension('map/scopes/create', { scopeId: 'the end' });
  await until(() => heard.length > before);
  expect(heard.slice(before)).toEqual(['scope_created']);
});

test('a server that only shows runs converses with nobody', async ({ project, expect }) => {
  const client = await clientOver(await webSocketStream((await serve(project, ['--read-only'])).webSocket));
  expect((await client.listAgents()).agents).toEqual([]);
  await expect(client.send({ agent: 'wfmap' }, {})).rejects.toMatchObject({ code: 1003 });
});
