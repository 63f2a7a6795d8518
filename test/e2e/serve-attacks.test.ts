import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { describe, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { readOutputSchemas } from '../helpers/output-schemas.ts';
import { mapOf } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import { clientOver, serve, TOKEN, webSocketStream, type Served } from './helpers/serve.ts';
import { until } from './helpers/until.ts';

const ASK = mapOf({ Ask: { type: 'human', promptTemplate: 'Well?', actions: { Yes: { target: 'Done' } } } });
const CONNECT = { jsonrpc: '2.0', id: 1, method: 'map/connect', params: { protocolVersion: 1, name: 'x' } };
const LIST = { jsonrpc: '2.0', id: 2, method: 'map/agents/list' };

/** What a WebSocket is answered: the status of a refusal, or the answers to some messages, and how it was closed. */
async function over(
  { webSocket }: Served,
  headers: Record<string, string>,
  messages: readonly (object | string | Buffer)[] = [],
): Promise<readonly unknown[]> {
  const socket = new WebSocket(webSocket, { headers });
  onTestFinished(() => socket.terminate());
  const told: unknown[] = [];
  return new Promise((resolve) => {
    socket.on('error', (error) => {
      told.push(error.message);
      resolve(told);
    });
    socket.on('open', () => {
      for (const each of messages) {
        socket.send(typeof each === 'string' || Buffer.isBuffer(each) ? each : JSON.stringify(each));
      }
      if (messages.length === 0) resolve(['open']);
    });
    socket.on('message', (data: Buffer) => {
      const { result, error } = JSON.parse(data.toString());
      told.push(error?.code ?? Object.keys(result ?? {})[0]);
      if (told.length === messages.length) resolve(told);
    });
    socket.on('close', (code) => resolve([...told, `closed ${code}`]));
  });
}

/** The status of an HTTP request. */
async function post(
  { port }: Served,
  headers: Record<string, string>,
  body = JSON.stringify(CONNECT),
  path = '/map/rpc',
): Promise<number | string> {
  return new Promise((resolve) => {
    const all = { 'content-type': 'application/json', ...headers };
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers: all }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    sent.end(body);
  });
}

const BEARER = { authorization: `Bearer ${TOKEN}` };

test('the line of a server that is ready is what its schema says', async ({ project, expect }) => {
  const { line } = await serve(project);
  expect(readOutputSchemas().get('serve')?.(JSON.parse(line))).toBe('');
});

describe('who may not connect is refused', () => {
  test('pages of other origins, other names of this machine, wrong tokens: over WebSockets and HTTP', async ({
    project,
    expect,
  }) => {
    const server = await serve(project);
    const attempts: Readonly<Record<string, Record<string, string>>> = {
      'a foreign origin': { ...BEARER, origin: 'https://evil.example' },
      'the origin of a file': { ...BEARER, origin: 'null' },
      'a foreign host': { ...BEARER, host: 'evil.example' },
      'a wrong token': { authorization: 'Bearer wrong' },
    };
    const refused = await Promise.all(
      Object.entries(attempts).map(async ([name, headers]) => [
        name,
        await over(server, headers),
        await post(server, headers),
      ]),
    );
    expect(refused).toEqual([
      ['a foreign origin', ['Unexpected server response: 403'], 403],
      ['the origin of a file', ['Unexpected server response: 403'], 403],
      ['a foreign host', ['Unexpected server response: 403'], 403],
      ['a wrong token', ['Unexpected server response: 401'], 401],
    ]);
    expect(await over(server, BEARER)).toEqual(['open']);
    expect(await post(server, BEARER)).toBe(200);
    expect(await post(server, { ...BEARER, 'content-type': 'text/plain' })).toBe(415);
    expect(await post(server, BEARER, '{}', '/map/../../etc/passwd')).toBe(404);
    expect(await post(server, {}, JSON.stringify(LIST), `/map/rpc?token=${TOKEN}`)).toBe(200);
  });

  test('without a token nothing is told or done, but how to show it', async ({ project, expect }) => {
    const server = await serve(project);
    const wrong = { ...CONNECT, params: { ...CONNECT.params, auth: { method: 'bearer', token: 'wrong' } } };
    expect(await over(server, {}, [LIST])).toEqual([1000]);
    expect(await over(server, {}, [CONNECT, LIST])).toEqual(['protocolVersion', 1000]);
    expect(await over(server, {}, [wrong, LIST])).toEqual([1001, 1000]);
    const right = { ...CONNECT, params: { ...CONNECT.params, auth: { method: 'bearer', token: TOKEN } } };
    expect(await over(server, {}, [right, LIST])).toEqual(['protocolVersion', 'agents']);
  });
});

describe('who sends too much is cut off, and others are served', () => {
  test('frames and bodies of 2 MB, binary frames, texts that are not JSON-RPC', async ({
    project,
    expect,
  }) => {
    const server = await serve(project);
    const large = JSON.stringify({ ...LIST, params: { x: 'x'.repeat(2_000_000) } });
    expect(await over(server, BEARER, [large])).toEqual(['closed 1009']);
    expect(await over(server, BEARER, [Buffer.from('x')])).toEqual(['closed 1003']);
    expect([413, 'ECONNRESET', 'EPIPE']).toContain(await post(server, BEARER, large));
    const garbage = ['x', '[]', 'null', '{}', '{"jsonrpc":"2.0","id":1,"method":"map/connect","params":[]}'];
    expect(await over(server, BEARER, garbage)).toEqual([-32700, -32600, -32600, -32600, -32602]);
    const deep = `{"jsonrpc":"2.0","id":1,"method":"map/connect","params":{"capabilities":${'['.repeat(90_000)}${']'.repeat(90_000)}}}`;
    expect(await over(server, BEARER, [deep])).toEqual([-32602]);
    const named = { ...LIST, method: '__proto__' };
    expect(await over(server, BEARER, [CONNECT, named])).toEqual(['protocolVersion', -32601]);
  });

  test('a flood of messages: refused at first, then cut off', async ({ project, expect }) => {
    const server = await serve(project);
    const text = JSON.stringify(LIST);
    const open = async (): Promise<WebSocket> => {
      const socket = new WebSocket(server.webSocket, { headers: BEARER });
      onTestFinished(() => socket.terminate());
      // What is still being sent when the connection is cut off fails.
      socket.on('error', () => undefined);
      await once(socket, 'open');
      socket.send(JSON.stringify(CONNECT));
      return socket;
    };
    const refused = await open();
    const refusal = new Promise<void>((resolve) => {
      refused.on('message', (data: Buffer) => {
        if (JSON.parse(data.toString()).error?.code === 4001) resolve();
      });
    });
    for (let count = 0; count < 3000; count += 1) refused.send(text);
    await refusal;
    const flooding = await open();
    const closed = new Promise((resolve) => flooding.on('close', resolve));
    for (let count = 0; count < 20_000; count += 1) flooding.send(text);
    const client = await clientOver(await webSocketStream(server.webSocket));
    expect((await client.listAgents()).agents).toMatchObject([{ id: 'wfmap' }]);
    await closed;
    await client.disconnect();
  });

  test('more subscriptions than a connection may have', async ({ project, expect }) => {
    const client = await clientOver(await webSocketStream((await serve(project)).webSocket));
    for (let count = 0; count < 100; count += 1) await client.subscribe();
    await expect(client.subscribe()).rejects.toMatchObject({ code: 4000 });
    await client.disconnect();
  });

  test('connections that say nothing, half a request, or are not there any more', async ({
    project,
    expect,
  }) => {
    const server = await serve(project);
    const opened = await Promise.all(
      [
        '',
        'GET / HTTP/1.1\r\nHost: 127.0',
        'POST /map/rpc HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      ].map(async (text): Promise<Socket> => {
        const socket = connect(server.port, '127.0.0.1');
        socket.on('error', () => undefined);
        onTestFinished(() => void socket.destroy());
        await once(socket, 'connect');
        socket.write(text);
        return socket;
      }),
    );
    const silent = new WebSocket(server.webSocket, { headers: BEARER });
    await once(silent, 'open');
    const halfOpen = new WebSocket(server.webSocket, { headers: BEARER, autoPong: false });
    await once(halfOpen, 'open');
    halfOpen.send(JSON.stringify(CONNECT));
    const ended = [
      ...opened.map((each) => once(each, 'close')),
      once(silent, 'close'),
      once(halfOpen, 'close'),
    ];
    for (const socket of opened) socket.resume();
    await Promise.all(ended);
    const client = await clientOver(await webSocketStream(server.webSocket));
    await client.disconnect();
    expect(ended).toHaveLength(5);
  });
});

/** Starts a run that asks, and gives its id. */
async function startAsking(project: Project): Promise<string> {
  project.put('ask.json', ASK);
  await project.run(['run', 'ask.json', '--no-input']);
  const [started] = project.events('ask/slip-001');
  return started?.type === 'run.started' ? started.data.run : '';
}

/** A program that connects and answers. */
const ANSWERER = `
  const [url, token] = process.argv.slice(1);
  const { WebSocket } = globalThis;
  const socket = new WebSocket(url);
  const send = (id, method, params) => socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  socket.onopen = () => send(1, 'map/connect', { protocolVersion: 1, name: 'the agent', auth: { method: 'bearer', token } });
  socket.onmessage = ({ data }) => {
    const { id, error, result } = JSON.parse(data);
    if (id === 1) send(2, 'map/send', { to: { agent: 'ask/slip-001#1' }, payload: { action: 'Yes' } });
    if (id === 2) { console.log(JSON.stringify(error ?? result)); process.exit(0); }
  };
`;

describe('gates are as they are for the commands', () => {
  test('an agent of a run that has the token sees the run, and does not answer its own gate', async ({
    project,
    expect,
  }) => {
    const run = await startAsking(project);
    const { webSocket } = await serve(project);
    const told = async (environment: Record<string, string>): Promise<unknown> => {
      const child = spawn(process.execPath, ['-e', ANSWERER, webSocket, TOKEN], {
        env: { ...project.environment, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [text] = (await once(child.stdout, 'data')) as [Buffer];
      return JSON.parse(text.toString());
    };
    const refused = await told({ WFMAP_RUN: run, WFMAP_AGENT: 'a' });
    expect(refused).toMatchObject({
      code: 1003,
      message: expect.stringContaining(
        `The client is inside of the run ${run}, so it cannot control ask/slip-001.`,
      ),
    });
    expect(project.events('ask/slip-001').some(({ type }) => type === 'human.answered')).toBe(false);
    expect(await told({})).toMatchObject({ delivered: ['ask/slip-001#1'] });
    await until(() => project.events('ask/slip-001').at(-1)?.type === 'run.finished');
  });

  test('a server that an agent starts controls nothing either', async ({ project, expect }) => {
    const run = await startAsking(project);
    const { webSocket } = await serve(project, [], { WFMAP_RUN: run, WFMAP_AGENT: 'a' });
    const client = await clientOver(await webSocketStream(webSocket));
    await expect(client.send({ agent: 'ask/slip-001#1' }, { action: 'Yes' })).rejects.toMatchObject({
      message: expect.stringContaining('This process is inside of the run'),
    });
    const said: string[] = [];
    const acp = client.createACPStream({
      targetAgent: 'wfmap',
      client: {
        requestPermission: () => Promise.resolve({ outcome: { outcome: 'selected', optionId: 'Yes' } }),
        sessionUpdate: ({ update }) => Promise.resolve(void said.push(JSON.stringify(update))),
      },
    });
    await acp.initialize({ protocolVersion: 1, clientCapabilities: {} });
    const sessionId = 'ask/slip-001';
    await acp.loadSession({ sessionId, cwd: project.root, mcpServers: [] });
    await acp.prompt({ sessionId, prompt: [{ type: 'text', text: '/resume' }] });
    expect(said.join('\n')).toContain('inside of the run');
    expect(project.events(sessionId).some(({ type }) => type === 'human.answered')).toBe(false);
    await acp.close();
    await client.disconnect();
  });

  test('what must be seen or signed names the line that a person types', async ({ project, expect }) => {
    const { taskDefinitions, ...map } = ASK as { taskDefinitions: { Ask: object } };
    project.put('ask.json', {
      ...map,
      taskDefinitions: { ...taskDefinitions, Ask: { ...taskDefinitions.Ask, seen: true } },
    });
    await project.run(['run', 'ask.json', '--no-input']);
    const client = await clientOver(await webSocketStream((await serve(project)).webSocket));
    await expect(client.send({ agent: 'ask/slip-001#1' }, { action: 'Yes' })).rejects.toMatchObject({
      code: 1003,
      message: `"Ask" takes only an answer that is seen at a terminal. A person types: wfmap answer 'ask/slip-001' 'Yes' '--task=Ask/1'`,
    });
    await client.disconnect();
  });

  test('a server that only shows runs controls none', async ({ project, expect }) => {
    await startAsking(project);
    const client = await clientOver(await webSocketStream((await serve(project, ['--read-only'])).webSocket));
    expect((await client.listAgents()).agents).toHaveLength(2);
    for (const call of [
      client.send({ agent: 'ask/slip-001#1' }, { action: 'Yes' }),
      client.resumeAgent('ask/slip-001'),
      client.callExtension('map/agents/spawn', { role: 'efficient' }),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 1003 });
    }
    await client.disconnect();
  });
});
