import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { WebSocketServer } from 'ws';
import { refusingControl } from '../src/serve/control/create-control.ts';
import { eventIdOf } from '../src/serve/events/event-id.ts';
import type { Listener } from '../src/serve/events/run-events.ts';
import { mapEventOf, notificationOf, type MapEvent } from '../src/serve/map/map-event.ts';
import { MapServer } from '../src/serve/map/map-server.ts';
import { createWebSockets } from '../src/serve/wire/web-sockets.ts';
import { interleave, median, ratioOf, text, type Measure } from './measure.ts';

const CLIENTS = 10;
const EVENTS = 5000;
/** Records of one look at a journal: what a busy run commits while events are sent. */
const BATCH = 25;
const ROUNDS = 9;
const END = '"the-end-of-a-round"';

/** What a server's thread works to bring events to 10 subscribers: as MAP, and as a `ws` server that sends a frame an event. */
export const serve: Measure = {
  name: 'serve',
  run: async () => {
    const ours = await startOurs();
    const plain = await startPlain();
    try {
      const pair = await interleave(ROUNDS, ours.round, plain.round);
      const detail =
        `${EVENTS} events in batches of ${BATCH}: ${text(median(pair.ours))} ms, ` +
        `a ws broadcast of a frame an event ${text(median(pair.limit))} ms`;
      return [{ name: `events to ${CLIENTS} subscribers`, ...ratioOf(pair), detail }];
    } finally {
      await Promise.all([ours.close(), plain.close()]);
    }
  },
};

interface Side {
  readonly round: () => Promise<number>;
  readonly close: () => Promise<unknown>;
}

/** New events each time: what is made of one once is made once for all its subscribers. */
function eventsOf(first: number): readonly MapEvent[] {
  return Array.from({ length: EVENTS }, (_, index) => {
    const seq = first + index;
    const id = eventIdOf({ atMs: seq, run: '00000000aa', seq, part: 0 });
    const isLast = index === EVENTS - 1;
    const data = {
      scopeId: 'm/slip-001',
      taskId: 'm/slip-001#1',
      result: { text: 'x'.repeat(200) },
      ...(isLast ? { end: END.slice(1, -1) } : {}),
    };
    return mapEventOf(
      { id, key: id, run: '00000000aa', seq, part: 0, atMs: seq },
      { type: 'task.completed', source: 'm/slip-001#1', scope: 'm/slip-001', data },
    );
  });
}

async function startOurs(): Promise<Side> {
  let listener: Listener<MapEvent> = () => undefined;
  const events = {
    listen: (given: Listener<MapEvent>) => ((listener = given), () => undefined),
    look: () => undefined,
  };
  const server = new MapServer({
    events: events as never,
    control: refusingControl(),
    isDriven: () => false,
    version: '0',
    isReadOnly: true,
    isToken: undefined,
  });
  const access = { hosts: ['127.0.0.1'], origins: [], isToken: () => true };
  const sockets = createWebSockets(access, (client) => server.open(client));
  const http = createServer().on('upgrade', sockets.upgrade);
  const call = (id: number, method: string, params: object): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const hello = [
    call(1, 'map/connect', { name: 'bench' }),
    call(2, 'map/subscribe', { options: { bufferSize: 10_000 } }),
  ];
  const worker = await clientsOf(http, hello);
  // Until all are subscribed.
  await new Promise((resolve) => setTimeout(resolve, 500));
  let first = 1;
  return {
    round: () => {
      const all = eventsOf((first += EVENTS));
      return timeOf(worker, all, (batch) => listener(batch));
    },
    close: () => {
      server.close();
      sockets.close();
      return ended(http, worker);
    },
  };
}

async function startPlain(): Promise<Side> {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const http = createServer().on('upgrade', (request, socket, head) => {
    server.handleUpgrade(request, socket, head, () => undefined);
  });
  const worker = await clientsOf(http, []);
  await new Promise((resolve) => setTimeout(resolve, 500));
  let first = 1;
  return {
    round: () => {
      const all = eventsOf((first += EVENTS));
      return timeOf(worker, all, (batch) => {
        for (const event of batch) {
          const message = notificationOf('sub_1', event.seq, event);
          for (const client of server.clients) client.send(message);
        }
      });
    },
    close: () => {
      for (const client of server.clients) client.terminate();
      return ended(http, worker);
    },
  };
}

async function timeOf(
  worker: Worker,
  events: readonly MapEvent[],
  send: (batch: readonly MapEvent[]) => void,
): Promise<number> {
  const seen = once(worker, 'message');
  const start = process.threadCpuUsage();
  for (let at = 0; at < events.length; at += BATCH) {
    send(events.slice(at, at + BATCH));
    await new Promise(setImmediate);
  }
  await seen;
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

async function clientsOf(http: Server, hello: readonly string[]): Promise<Worker> {
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  return new Worker(new URL('serve-clients.ts', import.meta.url), {
    workerData: { port, count: CLIENTS, hello, end: END },
  });
}

async function ended(http: Server, worker: Worker): Promise<void> {
  await worker.terminate();
  http.closeAllConnections();
  http.close();
}
