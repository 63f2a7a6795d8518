import { ClientConnection, ndJsonStream, websocketStream } from '@multi-agent-protocol/sdk';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { PROGRAM } from './program.ts';
import type { Project } from './project.ts';

export const TOKEN = 'a-token-of-the-tests-0123456789';

/** A server of a project that is ready. */
export interface Served {
  readonly pid: number;
  readonly port: number;
  readonly webSocket: string;
  readonly http: string;
  /** Opens the page, once. */
  readonly page: string;
  /** The line that it printed. */
  readonly line: string;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<unknown>;
}

export async function serve(
  project: Project,
  flags: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<Served> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--json', ...flags], {
    cwd: project.root,
    env: { ...project.environment, WFMAP_SERVE_TOKEN: TOKEN, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { pid, port, webSocket, http, page } = JSON.parse(line) as Served;
  return { line, pid, port, webSocket, http, page, kill: (signal) => child.kill(signal), ended };
}

export type MapStream = ReturnType<typeof ndJsonStream>;

/** The transports, as the client's own streams. */
export const TRANSPORTS: Readonly<Record<string, (project: Project) => Promise<MapStream>>> = {
  'a WebSocket': async (project) => webSocketStream((await serve(project)).webSocket),
  'standard streams': (project) => Promise.resolve(stdioStream(project)),
  'HTTP with server-sent events': async (project) => httpStream(await serve(project)),
};

export async function webSocketStream(url: string): Promise<MapStream> {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${TOKEN}` } });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return websocketStream(socket as never);
}

function stdioStream(project: Project): MapStream {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--stdio'], {
    cwd: project.root,
    env: project.environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const readable = new ReadableStream<Uint8Array>({
    start: (controller) => {
      child.stdout.on('data', (chunk: Buffer) => controller.enqueue(chunk));
      child.stdout.once('end', () => controller.close());
    },
  });
  const writable = new WritableStream<Uint8Array>({
    write: (chunk) => void child.stdin.write(chunk),
    close: () => void child.stdin.end(),
  });
  return ndJsonStream(readable, writable);
}

/** The client has no HTTP of its own: requests are posted one by one, and notifications come over the stream of events. */
export function httpStream({ http }: Pick<Served, 'http'>): MapStream {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  let session: string | undefined;
  let give: (message: unknown) => void = () => undefined;
  const headersOf = (): Record<string, string> => ({
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    ...(session === undefined ? {} : { 'map-session-id': session }),
  });
  const listen = async (): Promise<void> => {
    const url = http.replace(/rpc$/, 'events');
    const response = await fetch(url, { headers: headersOf(), signal: stop.signal });
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (data !== undefined) give(JSON.parse(data));
      }
    }
  };
  const readable = new ReadableStream({
    start: (controller) => void (give = (each) => controller.enqueue(each)),
  });
  const writable = new WritableStream({
    write: async (message) => {
      const post = async (): Promise<void> => {
        const response = await fetch(http, {
          method: 'POST',
          headers: headersOf(),
          body: JSON.stringify(message),
          signal: stop.signal,
        });
        if (session === undefined) {
          session = response.headers.get('map-session-id') ?? undefined;
          void listen().catch(() => undefined);
        }
        if (response.status === 200) give(await response.json());
      };
      if (session === undefined) await post();
      else void post().catch(() => undefined);
    },
  });
  return { readable, writable };
}

/** The real client, connected. */
export async function clientOver(stream: MapStream, name = 'the tests'): Promise<ClientConnection> {
  const client = new ClientConnection(stream, { name });
  await client.connect();
  return client;
}
