import { readFileSync } from 'node:fs';
import { describe } from 'vitest';
import { WebSocket } from 'ws';
import { mapOf } from './helpers/maps.ts';
import { test } from './helpers/project.ts';
import { httpStream, serve, TOKEN, TRANSPORTS, type MapStream } from './helpers/serve.ts';
import { until } from './helpers/until.ts';

const FOLDER = `${import.meta.dirname}/../fixtures/serve/first-documents`;

/** The messages that the first documents print, as they print them. */
const PRINTED = JSON.parse(readFileSync(`${FOLDER}/messages.json`, 'utf8')) as readonly Message[];

const ASK = mapOf({
  Ask: { type: 'human', promptTemplate: 'Well?', actions: { Yes: { target: 'Done' } } },
});

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A client that writes its messages by hand, for there is no library that speaks so. */
class HandWritten {
  readonly heard: Message[] = [];
  readonly #writer: WritableStreamDefaultWriter<unknown>;
  #asked = 0;

  constructor({ readable, writable }: MapStream) {
    this.#writer = writable.getWriter();
    void this.#listen(readable);
  }

  async #listen(readable: ReadableStream<unknown>): Promise<void> {
    for await (const message of readable) this.heard.push(...([message].flat() as Message[]));
  }

  async write(message: object): Promise<void> {
    await this.#writer.write(message);
  }

  /** Sends a request. Shape: its answer. */
  async ask(message: Message): Promise<Message> {
    const before = this.heard.length;
    await this.write(message);
    const isAnswer = (each: Message): boolean => each.id === message.id && each.method === undefined;
    await until(() => this.heard.slice(before).some(isAnswer));
    return this.heard.slice(before).find(isAnswer) ?? {};
  }

  async call(method: string, params: object = {}): Promise<Message> {
    this.#asked += 1;
    return this.ask({ jsonrpc: '2.0', id: `own_${this.#asked}`, method, params } as Message);
  }

  events(): readonly Readonly<Record<string, unknown>>[] {
    return this.heard.flatMap(({ method, params }) =>
      method === 'map/event' ? [params?.['event'] as Readonly<Record<string, unknown>>] : [],
    );
  }
}

/** The events of a page of a replay. */
function eventsIn(result: Message['result']): readonly Readonly<Record<string, unknown>>[] {
  const page = (result?.['events'] ?? []) as readonly { readonly event: Readonly<Record<string, unknown>> }[];
  return page.map(({ event }) => event);
}

const INITIALIZE = {
  protocolVersion: '2025-01-01',
  clientInfo: { name: 'by hand' },
  capabilities: { streaming: true },
};

describe.each(Object.entries(TRANSPORTS))('over %s', (_, open) => {
  test('every message that the first documents print is answered', async ({ project, expect }) => {
    const client = new HandWritten(await open(project));
    const lines: string[] = [];
    const show = (message: Message, answer: Message | undefined): void => {
      const { result, error } = answer ?? {};
      const text =
        answer === undefined
          ? 'no answer, as to every notification'
          : JSON.stringify(result ?? { error }, null, 2);
      lines.push(`${message.method ?? ''}\n${text}\n`);
    };
    const [initialize, ...others] = PRINTED;
    show(initialize ?? {}, await client.ask(initialize ?? {}));
    // The agent that the printed message goes to.
    await client.call('map/agent.register', { agentId: 'agent_worker_001', role: 'worker' });
    for (const message of others) {
      if (message.id === undefined) {
        await client.write(message);
        show(message, undefined);
      } else show(message, await client.ask(message));
    }
    const shown = lines
      .join('\n')
      .replaceAll(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"<uuid>"')
      .replaceAll(/"(closedAt|timestamp)": \d+/g, '"$1": 0')
      .replaceAll(/"version": "[^"]*"/g, '"version": "<version>"');
    await expect(shown).toMatchFileSnapshot(`${FOLDER}/answers.out`);
  });

  test('events are flat, with the names of the first documents, and a replay gives the same', async ({
    project,
    expect,
  }) => {
    project.put('ask.json', ASK);
    const client = new HandWritten(await open(project));
    await client.call('map/initialize', INITIALIZE);
    await client.call('map/subscribe', {
      options: { ordering: 'causal', deliveryMode: 'at-least-once', includeHistory: false },
    });
    const spawned = await client.call('map/agent.spawn', { metadata: { map: 'ask.json' } });
    expect(spawned.result).toMatchObject({ agent: { id: 'ask/slip-001' } });
    await until(() => client.events().some(({ type }) => type === 'wfmap.run.paused'));
    expect(client.events()).toContainEqual(
      expect.objectContaining({
        type: 'agent.state',
        agentId: 'ask/slip-001',
        previous: 'idle',
        current: 'suspended',
      }),
    );
    expect(client.events()).toContainEqual(
      expect.objectContaining({ type: 'task.status', taskId: 'ask/slip-001#1', current: 'blocked' }),
    );
    expect(client.events().filter((event) => 'data' in event)).toEqual([]);
    const params = {
      from: 0,
      filter: { scopes: ['ask/slip-001'] },
      options: { limit: 1000, order: 'chronological' },
    };
    const { result } = await client.call('map/replay', params);
    expect(eventsIn(result)).toEqual(client.events().filter(({ scopeId }) => scopeId === 'ask/slip-001'));
    const sourcesOf = async (filter: object): Promise<readonly unknown[]> => {
      const found = await client.call('map/replay', { from: 0, filter });
      return [...new Set(eventsIn(found.result).map(({ source }) => source))];
    };
    expect(await sourcesOf({ descendants: 'ask/slip-001' })).toEqual(['ask/slip-001#1']);
    expect(await sourcesOf({ ancestors: 'ask/slip-001#1' })).toEqual(['ask/slip-001']);
    expect(await sourcesOf({ subtree: 'ask/slip-001#1' })).toEqual(['ask/slip-001#1']);
    expect(await sourcesOf({ environments: ['any'] })).toEqual([]);
    const page = await client.call('map/replay', { from: 0, options: { limit: 2 } });
    expect(page.result).toMatchObject({ hasMore: true });
  });

  test('a message waits for a busy agent, is dropped, or is there at once, as was asked', async ({
    project,
    expect,
  }) => {
    const client = new HandWritten(await open(project));
    await client.call('map/initialize', INITIALIZE);
    await client.call('map/subscribe', { streams: ['messages'] });
    await client.call('map/agent.register', { agentId: 'mine' });
    await client.call('map/agent.update', { agentId: 'mine', state: 'busy' });
    const receiptOf = async (delivery: string, more: object = {}): Promise<unknown> => {
      const sent = await client.call('map/send', {
        to: { agent: 'mine' },
        payload: delivery,
        meta: { delivery, ...more },
      });
      const receipts = (sent.result?.['receipts'] ?? []) as {
        readonly status: string;
        readonly semantic: string;
      }[];
      return receipts.map(({ status, semantic }) => [status, semantic, sent.result?.['delivered']]).flat();
    };
    expect(await receiptOf('inject')).toEqual(['delivered', 'inject', 1]);
    expect(await receiptOf('interrupt')).toEqual(['delivered', 'interrupt', 1]);
    expect(await receiptOf('best-effort')).toEqual(['dropped', 'best-effort', 0]);
    expect(await receiptOf('queue', { ttl: 1 })).toEqual(['queued', 'queue', 0]);
    await until(() => client.events().some(({ type }) => type === 'message.failed'));
    expect(await receiptOf('queue')).toEqual(['queued', 'queue', 0]);
    const payloads = (): unknown[] =>
      client.heard.flatMap(({ method, params }) =>
        method === 'map/message'
          ? [(params?.['message'] as { readonly payload: unknown } | undefined)?.payload]
          : [],
      );
    expect(payloads()).toEqual(['inject', 'interrupt']);
    await client.call('map/agent.update', { agentId: 'mine', state: 'idle' });
    await until(() => payloads().length === 3);
    expect(payloads()).toEqual(['inject', 'interrupt', 'queue']);
    await until(() => client.events().filter(({ type }) => type === 'message').length === 3);
    await client.call('map/agent.update', { agentId: 'mine', state: 'busy' });
    expect(await receiptOf('queue')).toEqual(['queued', 'queue', 0]);
    await client.call('map/agent.unregister', { agentId: 'mine' });
    await until(() => client.events().filter(({ type }) => type === 'message.failed').length === 2);
    const { result } = await client.call('map/broadcast', { payload: 'is anybody there' });
    expect(result).toMatchObject({ delivered: 0, receipts: [] });
  });

  test('a batch is answered in its order; a paused subscription gets nothing until it is resumed', async ({
    project,
    expect,
  }) => {
    const client = new HandWritten(await open(project));
    await client.call('map/initialize', INITIALIZE);
    await client.write([
      { jsonrpc: '2.0', id: 'a', method: 'map/subscribe' },
      { jsonrpc: '2.0', method: 'map/subscribe.ack', params: { subscriptionId: 'sub_1' } },
      { jsonrpc: '2.0', id: 'b', method: 'no/such' },
      7,
      { jsonrpc: '2.0', id: 'c', method: 'map/subscribe.pause', params: { subscriptionId: 'sub_1' } },
    ]);
    await until(() => client.heard.some(({ id }) => id === 'c'));
    const answers = client.heard.slice(-4);
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      ['a', undefined],
      ['b', -32_601],
      [null, -32_600],
      ['c', undefined],
    ]);
    await client.call('map/agent.register', { agentId: 'mine' });
    await client.call('map/scope.list');
    expect(client.events()).toEqual([]);
    await client.call('map/subscribe.resume', { subscriptionId: 'sub_1' });
    await until(() => client.events().some(({ type }) => type === 'agent.registered'));
  });

  test('each row of what acp-compat leaves out', async ({ project, expect }) => {
    project.put('ask.json', ASK);
    const client = new HandWritten(await open(project));
    const { result } = await client.call('map/initialize', {
      protocolVersion: '2025-01-01',
      clientInfo: { name: 'by hand' },
    });
    // Streaming: a client that says nothing of it gets events as updates of its session.
    expect(result).toMatchObject({
      mode: 'acp-compat',
      capabilities: {
        streaming: false,
        hierarchy: false,
        scopes: 'read-only',
        federation: false,
        deliverySemantics: ['best-effort'],
        maxSubscriptions: 1,
      },
    });
    await client.call('_map/subscribe', { filter: { eventTypes: ['agent.registered'] } });
    await client.call('_map/agent.spawn', { metadata: { map: 'ask.json' } });
    const updates = (): readonly unknown[] =>
      client.heard.flatMap(({ method, params }) => (method === 'session/update' ? [params?.['update']] : []));
    await until(() => updates().length === 2);
    expect(updates()[0]).toMatchObject({
      sessionUpdate: 'session_info_update',
      _meta: { 'map/event': { sequence: 1, event: { type: 'agent.registered', agentId: 'ask/slip-001' } } },
    });
    // Subscriptions: one.
    expect((await client.call('_map/subscribe')).error).toMatchObject({ code: 4000 });
    // Hierarchy: a flat list.
    const flat = await client.call('_map/hierarchy.get');
    expect(flat.result).toMatchObject({
      edges: [],
      nodes: [{ id: 'wfmap' }, { id: 'ask/slip-001' }, { id: 'ask/slip-001#1' }],
    });
    expect(JSON.stringify(flat.result)).not.toContain('"parent"');
    // Scopes: listed only.
    expect((await client.call('_map/scope.list')).result).toMatchObject({ scopes: [{ id: 'ask/slip-001' }] });
    for (const change of ['create', 'delete', 'join', 'leave']) {
      const refused = await client.call(`_map/scope.${change}`, { scopeId: 'x', agentId: 'y' });
      expect(refused.error).toMatchObject({ code: 1003 });
    }
    // Delivery: best effort, whatever is asked for.
    await client.call('_map/agent.register', { agentId: 'mine' });
    const sent = await client.call('_map/send', {
      to: { agent: 'mine' },
      payload: 1,
      meta: { delivery: 'inject' },
    });
    expect(sent.result).toMatchObject({ receipts: [{ status: 'delivered', semantic: 'best-effort' }] });
    const idle = await client.call('_map/send', { to: { agent: 'ask/slip-001#1' }, payload: 'hello' });
    expect(idle.result).toMatchObject({ delivered: 0, receipts: [{ status: 'dropped' }] });
    // Federation: in no mode.
    expect((await client.call('map/federation/connect')).error).toMatchObject({ code: -32_601 });
    expect((await client.call('_map/task.list')).result).toMatchObject({ tasks: [{ status: 'blocked' }] });
    expect((await client.call('_map/broadcast', { payload: 1 })).result).toMatchObject({ delivered: 1 });
  });
});

test('a shutdown with cascade stops the runs that the client started, and no others', async ({
  project,
  expect,
}) => {
  const waiting = mapOf({
    Wait: { type: 'shell', command: ['sleep', '600'], idempotent: true, actions: { Ok: { target: 'Done' } } },
  });
  project.put('wait.json', waiting);
  const served = await serve(project);
  const [other, client] = [new HandWritten(httpStream(served)), new HandWritten(httpStream(served))];
  const start = async (who: HandWritten): Promise<string> => {
    await who.call('map/initialize', INITIALIZE);
    const { result } = await who.call('map/agent.spawn', { metadata: { map: 'wait.json' } });
    return String((result?.['agent'] as { readonly id?: string } | undefined)?.id);
  };
  const [others, own] = [await start(other), await start(client)];
  await until(() =>
    [others, own].every((run) => project.events(run).some(({ type }) => type === 'task.started')),
  );
  const { result } = await client.call('map/shutdown', { cascade: true, timeout: 20_000 });
  expect(result).toMatchObject({ acknowledged: true, stopped: [own], notStopped: [] });
  expect(project.events(own).at(-1)).toMatchObject({ type: 'run.paused' });
  expect(project.events(others).some(({ type }) => type === 'run.paused')).toBe(false);
  const suspended = { state: 'suspended' };
  const stopped = await other.call('map/agent.stop', { agentId: others });
  expect(stopped.result).toMatchObject({ stopping: true, agent: suspended });
  const resumed = await other.call('map/agent.resume', { agentId: others });
  expect(resumed.result).toMatchObject({ resumed: true, agent: { id: others, state: 'active' } });
  const paused = await other.call('map/agents/suspend', { agentId: others });
  expect(paused.result).toMatchObject({ suspended: true, agent: suspended });
  const again = await other.call('map/agents/suspend', { agentId: others });
  expect(again.error).toMatchObject({ code: 3001 });
});

test('frames of several lines are several messages', async ({ project, expect }) => {
  const { webSocket } = await serve(project);
  const socket = new WebSocket(webSocket, { headers: { authorization: `Bearer ${TOKEN}` } });
  const heard: Message[] = [];
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as Message));
  await new Promise((resolve) => {
    socket.once('open', resolve);
  });
  const lines = [
    { jsonrpc: '2.0', id: 1, method: 'map/initialize', params: INITIALIZE },
    { jsonrpc: '2.0', id: 2, method: 'map/scope.list' },
  ];
  socket.send(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await until(() => heard.length === 2);
  expect(heard.map(({ id, error }) => [id, error])).toEqual([
    [1, undefined],
    [2, undefined],
  ]);
  socket.close();
});
