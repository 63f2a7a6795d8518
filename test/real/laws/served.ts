import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { choose, turns } from '../helpers/answers.ts';
import type { Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

/** A program at the other side of `wfmap serve` or `wfmap acp`. */
interface Front {
  readonly call: (method: string, params: object) => Promise<Record<string, unknown>>;
  /** What the other side asks of us is answered so. */
  readonly answer: (respond: (method: string, params: object) => object) => void;
  readonly close: () => void;
}

type Send = (text: string) => void;

/** JSON-RPC over whatever carries lines. */
function createFront(send: Send, close: () => void): Front & { readonly take: (text: string) => void } {
  const waiting = new Map<number, (message: { result?: Record<string, unknown>; error?: object }) => void>();
  let respond: (method: string, params: object) => object = () => ({});
  let asked = 0;
  return {
    close,
    answer: (how) => (respond = how),
    take: (text) => {
      const message = JSON.parse(text);
      if (message.method === undefined) waiting.get(message.id)?.(message);
      else if (message.id !== undefined) {
        const result = respond(message.method, message.params);
        send(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
      }
    },
    call: (method, params) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, ({ result, error }) =>
          result === undefined ? reject(new Error(JSON.stringify(error))) : resolve(result),
        );
        send(JSON.stringify({ jsonrpc: '2.0', id: asked, method, params }));
      }),
  };
}

function onStreams({ main, folder, environment }: Bench, words: readonly string[]): Front {
  const child = spawn(process.execPath, [main, ...words], {
    cwd: folder,
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const front = createFront(
    (text) => void child.stdin.write(`${text}\n`),
    () => child.stdin.end(),
  );
  createInterface(child.stdout).on('line', front.take);
  return front;
}

const TOKEN = 'a-token-of-the-laws-0123456789';

/** Starts a server, and gives its addresses. */
async function listen({ main, folder, environment }: Bench) {
  const child = spawn(process.execPath, [main, 'serve', '--json'], {
    cwd: folder,
    env: { ...environment, WFMAP_SERVE_TOKEN: TOKEN },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { webSocket, http } = JSON.parse(line) as { readonly webSocket: string; readonly http: string };
  return { webSocket, http, end: () => void child.kill('SIGTERM') };
}

async function onWebSocket(bench: Bench): Promise<Front> {
  const { webSocket, end } = await listen(bench);
  const socket = new WebSocket(webSocket);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const front = createFront((text) => socket.send(text), end);
  socket.addEventListener('message', ({ data }) => front.take(String(data)));
  return front;
}

async function onHttp(bench: Bench): Promise<Front> {
  const { http, end } = await listen(bench);
  let session: string | undefined;
  const front = createFront((text) => void post(text), end);
  const post = async (text: string): Promise<void> => {
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      ...(session === undefined ? {} : { 'map-session-id': session }),
    };
    const response = await fetch(http, { method: 'POST', headers, body: text });
    session ??= response.headers.get('map-session-id') ?? undefined;
    front.take(await response.text());
  };
  return front;
}

const WORK = 'Work, and be asked about it.';

/** Where the map is put: an editor is offered the maps of this folder. */
const MAP = 'workflows/served.json';

function putMap(bench: Bench): void {
  const taskDefinitions = {
    Work: { type: 'claude', promptTemplate: WORK, actions: { Done: { target: 'Ask' } } },
    Ask: {
      type: 'human',
      promptTemplate: 'Good?',
      actions: { Yes: { target: 'End' }, No: { target: 'End' } },
    },
    End: { type: 'end' },
  };
  bench.write(MAP, JSON.stringify({ description: 'A map', startTaskDefinition: 'Work', taskDefinitions }));
}

const ANSWERS = turns(WORK, choose('Done'));

async function assertAnswered(bench: Bench): Promise<void> {
  const events = await bench.events();
  const answered = events.find(({ type }) => type === 'human.answered');
  assert.deepEqual(
    [answered?.data['action'], answered?.data['origin'], answered?.data['client']],
    ['Yes', 'claimed', 'the law'],
  );
  assert.equal(events.at(-1)?.type, 'run.finished');
  assert.equal(bench.requests().length, 1);
}

async function runOverMap(bench: Bench, front: Front): Promise<void> {
  try {
    await front.call('map/connect', {
      protocolVersion: 1,
      participantType: 'client',
      name: 'the law',
      auth: { method: 'bearer', token: TOKEN },
    });
    putMap(bench);
    const { agent } = await front.call('map/agents/spawn', { metadata: { map: MAP } });
    const { id: run } = agent as { readonly id: string };
    const tasksBy = async (status: string): Promise<readonly { readonly id: string }[]> => {
      // A client may ask 200 times a second.
      await sleep(100);
      const { tasks } = await front.call('map/tasks/list', { filter: { scopes: [run], status } });
      return tasks as readonly { readonly id: string }[];
    };
    let [blocked] = await tasksBy('blocked');
    while (blocked === undefined) [blocked] = await tasksBy('blocked');
    await front.call('map/tasks/update', { taskId: blocked.id, meta: { action: 'Yes' } });
    while ((await bench.events()).at(-1)?.type !== 'run.finished') await sleep(100);
    await assertAnswered(bench);
  } finally {
    front.close();
  }
}

/** Runs with the real program, started and answered from elsewhere. */
export const served: readonly Law[] = [
  {
    title: 'a run is started and answered over a WebSocket',
    answers: ANSWERS,
    check: async (bench) => runOverMap(bench, await onWebSocket(bench)),
  },
  {
    title: 'a run is started and answered over HTTP',
    answers: ANSWERS,
    check: async (bench) => runOverMap(bench, await onHttp(bench)),
  },
  {
    title: 'a run is started and answered over standard streams',
    answers: ANSWERS,
    check: (bench) => runOverMap(bench, onStreams(bench, ['serve', '--stdio'])),
  },
  {
    title: 'a run is started and answered in a conversation of an editor',
    answers: ANSWERS,
    check: async (bench) => {
      putMap(bench);
      const front = onStreams(bench, ['acp']);
      front.answer(() => ({ outcome: { outcome: 'selected', optionId: 'Yes' } }));
      try {
        await front.call('initialize', { protocolVersion: 1, clientInfo: { name: 'the law' } });
        const { sessionId } = await front.call('session/new', { cwd: bench.folder, mcpServers: [] });
        const prompt = [{ type: 'text', text: '/served' }];
        assert.deepEqual(await front.call('session/prompt', { sessionId, prompt }), {
          stopReason: 'end_turn',
        });
        await assertAnswered(bench);
      } finally {
        front.close();
      }
    },
  },
];
