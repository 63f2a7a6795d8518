import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { eventOf } from '../journal/events.ts';
import { writeRun } from '../helpers/journal-writer.ts';
import { test } from './helpers/project.ts';
import { clientOver, serve, TOKEN, webSocketStream, type Served } from './helpers/serve.ts';
import { until } from './helpers/until.ts';

interface Envelope {
  readonly eventId: string;
  readonly sequenceNumber: number;
  readonly event: { readonly type: string; readonly cursor?: string; readonly data: Record<string, unknown> };
}

/** A subscriber that is no library: what it got, and a way to ask. */
async function subscriber({ webSocket }: Pick<Served, 'webSocket'>, params: object = {}) {
  const socket = new WebSocket(webSocket, { headers: { authorization: `Bearer ${TOKEN}` } });
  onTestFinished(() => socket.terminate());
  const got: Envelope[] = [];
  const answers = new Map<number, (result: never) => void>();
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => {
    const { id, result, params: told } = JSON.parse(shortened(data.toString()));
    if (told === undefined) answers.get(id)?.(result as never);
    // Who else connects is no event of a run.
    else if (!told.event.type.startsWith('participant_')) got.push(told);
  });
  await once(socket, 'open');
  let asked = 0;
  const call = <T>(method: string, given: object): Promise<T> =>
    new Promise((resolve) => {
      asked += 1;
      answers.set(asked, resolve);
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: asked, method, params: given }));
    });
  await call('map/connect', { protocolVersion: 1, name: 'a subscriber' });
  await call('map/subscribe', params);
  return { socket, got, call };
}

/** A message without the data of an event of a run, so that many are read in the time of a few. */
function shortened(text: string): string {
  const at = text.indexOf(',"data":{"scopeId"');
  return at < 0 || !text.includes('"method":"map/event"') ? text : `${text.slice(0, at)}}}}`;
}

/** An event that happens now. */
const now = (seq: number, note = '') => ({ ...eventOf(seq, note), at: new Date().toISOString() });

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Ids of all events of a run, as a replay pages through them. */
async function replayed(server: Served): Promise<readonly string[]> {
  const client = await clientOver(await webSocketStream(server.webSocket));
  const ids: string[] = [];
  for (let afterEventId: string | undefined; ;) {
    const { events, hasMore } = await client.replay({
      limit: 1000,
      ...(afterEventId === undefined ? {} : { afterEventId }),
    });
    ids.push(...events.map(({ eventId }) => eventId));
    afterEventId = events.at(-1)?.eventId;
    if (!hasMore) break;
  }
  await client.disconnect();
  return ids;
}

/** What a subscriber got, with replays where it was too slow. */
async function closedGap(slow: Awaited<ReturnType<typeof subscriber>>): Promise<readonly string[]> {
  const closed: string[] = [];
  for (const { eventId, event } of slow.got) {
    if (event.type !== 'subscription.overflow') {
      closed.push(eventId);
      continue;
    }
    for (let afterEventId = eventId; closed.at(-1) !== event.data['newestDropped'];) {
      const page = await slow.call<{ events: readonly Envelope[] }>('map/replay', {
        afterEventId,
        limit: 1000,
        filter: { scopes: ['m/slip-001'] },
      });
      for (const each of page.events) {
        if (closed.at(-1) !== event.data['newestDropped']) closed.push(each.eventId);
      }
      afterEventId = closed.at(-1) ?? '';
    }
  }
  return closed;
}

describe('many subscribers of a busy run', () => {
  test('100, of which one reads nothing: nobody waits, memory is bounded, and the slow one closes its gap', async ({
    project,
    expect,
  }) => {
    const run = writeRun(project.root, 'm/slip-001', '2026-01-01T00:00:00.000Z');
    const server = await serve(project);
    const all = await Promise.all(
      Array.from({ length: 100 }, () => subscriber(server, { filter: { scopes: ['m/slip-001'] } })),
    );
    const [slow, ...others] = all;
    if (slow === undefined) throw new Error('there are some');
    slow.socket.pause();
    const before = memoryOf(server.pid);
    for (let count = 50; count <= 3000; count += 50) {
      run.append(...Array.from({ length: 50 }, (_, index) => now(index + 1, 'x'.repeat(2000))));
      await until(() => others.every(({ got }) => got.length === count));
    }
    expect(memoryOf(server.pid) - before).toBeLessThan(300);
    for (const { got } of others) {
      expect(got.some(({ event }) => event.type === 'subscription.overflow')).toBe(false);
      expect(got.every(({ sequenceNumber }, index) => sequenceNumber === index + 1)).toBe(true);
    }
    slow.socket.resume();
    const expected = others[0]?.got.map(({ eventId }) => eventId) ?? [];
    await until(() => slow.got.at(-1)?.eventId === expected.at(-1));
    const overflow = slow.got.find(({ event }) => event.type === 'subscription.overflow');
    expect(overflow?.event.data).toMatchObject({ recommendation: 'replay' });
    const closed = await closedGap(slow);
    expect(closed).toEqual(expected);
  });

  test('what another process writes comes without anybody asking', async ({ project, expect }) => {
    const server = await serve(project);
    const run = writeRun(project.root, 'm/slip-001', '2026-01-01T00:00:00.000Z');
    const { got } = await subscriber(server);
    for (let count = 1; count <= 5; count += 1) {
      const before = got.length;
      run.append(now(1));
      await until(() => got.length > before);
    }
    expect(got.length).toBeGreaterThanOrEqual(5);
  });
});

test('after kill -9 of the server, a cursor goes on where it was: no event is lost, none comes twice', async ({
  project,
  expect,
}) => {
  const runs = ['m/slip-001', 'n/slip-001'].map((name, index) =>
    writeRun(project.root, name, `2026-01-0${index + 1}T00:00:00.000Z`),
  );
  const got: string[] = [];
  let after: string | undefined;
  let server = await serve(project);
  for (let round = 0; round < 5; round += 1) {
    const { got: own } = await subscriber(
      server,
      after === undefined ? { replayFrom: 0 } : { fromEventId: after },
    );
    for (let count = 0; count < 20; count += 1) for (const run of runs) run.append(now(1));
    // Somewhere in the middle of what is written.
    await until(() => own.length > 7 * round + 5);
    server.kill('SIGKILL');
    await server.ended;
    got.push(...own.map(({ eventId }) => eventId));
    after = own.at(-1)?.event.cursor ?? after;
    for (const run of runs) run.append(now(1), now(2));
    server = await serve(project);
  }
  const { got: last } = await subscriber(server, { fromEventId: after ?? '' });
  const all = await replayed(server);
  await until(() => got.length + last.length >= all.length);
  const ids = [...got, ...last.map(({ eventId }) => eventId)];
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids)).toEqual(new Set(all));
});
