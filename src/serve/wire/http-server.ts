import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Client, Session } from '../map/session.ts';
import { bearerOf, refusalOf, runsAroundPeer, type Access } from './access.ts';
import { WIRE_LIMITS } from './limits.ts';
import { readBody } from './read-body.ts';
import type { WebSockets } from './web-sockets.ts';

/** The header that names a session, given with the answer to `map/connect`. */
const SESSION = 'map-session-id';

/** A session over HTTP: requests one by one, and events over a stream. */
interface HttpSession {
  readonly session: Session;
  /** The stream of events; undefined while there is none. */
  stream: ServerResponse | undefined;
  usedAt: number;
  /** The connection of the last request. */
  request: IncomingMessage;
}

export interface HttpOptions {
  readonly access: Access;
  readonly open: (client: Client) => Session;
  readonly sockets: WebSockets;
  /** Takes a request for the page; false for any other. */
  readonly page: (exchange: Exchange) => Promise<boolean>;
}

/** Serves the page, `POST /map/rpc`, `POST /map/batch` and `GET /map/events`, and hands upgrades to the WebSockets. */
export function createHttpServer(options: HttpOptions): Server {
  const sessions = new Map<string, HttpSession>();
  const server = createServer(
    {
      headersTimeout: WIRE_LIMITS.headersMs,
      requestTimeout: WIRE_LIMITS.requestMs,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => {
      void answer(options, sessions, { request, response }).catch(() => response.destroy());
    },
  );
  server.maxConnections = WIRE_LIMITS.connections;
  server.on('upgrade', options.sockets.upgrade);
  const idle = setInterval(() => endIdle(sessions), 1000);
  idle.unref();
  server.once('close', () => clearInterval(idle));
  return server;
}

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type Sessions = Map<string, HttpSession>;

async function answer(options: HttpOptions, sessions: Sessions, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  const stranger = refusalOf(request, options.access);
  if (stranger !== undefined) return refuse(response, stranger.status, stranger.message);
  // It has keys of its own.
  if (await options.page(exchange)) return undefined;
  const refusal = refusalOfToken(request, options.access);
  if (refusal !== undefined) return refuse(response, refusal.status, refusal.message);
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const route = `${request.method ?? ''} ${pathname}`;
  if (route === 'GET /map/events') return stream(sessions, exchange);
  if (route === 'POST /map/rpc' || route === 'POST /map/batch') {
    return call(options, sessions, { ...exchange, isBatch: pathname === '/map/batch' });
  }
  return refuse(
    response,
    404,
    'There are the page at /, POST /map/rpc, POST /map/batch and GET /map/events, and WebSockets.',
  );
}

function refusalOfToken(request: IncomingMessage, { isToken }: Access) {
  const token = bearerOf(request);
  if (token === undefined || isToken(token)) return undefined;
  return { status: 401, message: 'The token is not the one of this server.' };
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
  response.end(`${message}\n`);
}

async function call(
  options: HttpOptions,
  sessions: Sessions,
  { request, response, isBatch }: Exchange & { readonly isBatch: boolean },
): Promise<void> {
  // A web page could send other types without being asked for leave first.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    return refuse(response, 415, 'The body must be application/json.');
  }
  const text = await readBody(request, WIRE_LIMITS.messageBytes);
  if (text === undefined)
    return refuse(response, 413, `A message has at most ${WIRE_LIMITS.messageBytes} bytes.`);
  const found = sessionOf(options, sessions, request);
  if ('status' in found) return refuse(response, found.status, found.message);
  const { session } = found;
  found.usedAt = performance.now();
  found.request = request;
  const result = isBatch ? await batch(session, text) : await session.handleText(text);
  found.usedAt = performance.now();
  response.setHeader(SESSION, session.id);
  if (result === undefined) response.writeHead(202).end();
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
}

async function batch(session: Session, text: string): Promise<object | undefined> {
  let messages: unknown;
  try {
    messages = JSON.parse(text);
  } catch {
    return session.handleText(text);
  }
  return session.handleBatch(Array.isArray(messages) ? messages : []);
}

/** The session that a request names; a new one where it names none. */
function sessionOf(
  { open }: HttpOptions,
  sessions: Sessions,
  request: IncomingMessage,
): HttpSession | { readonly status: number; readonly message: string } {
  const id = request.headers[SESSION];
  if (typeof id === 'string')
    return sessions.get(id) ?? { status: 404, message: 'There is no such session: connect again.' };
  if (sessions.size >= WIRE_LIMITS.sessions) return { status: 503, message: 'There are too many sessions.' };
  const made: { current?: HttpSession } = {};
  const session = open({
    isTrusted: bearerOf(request) !== undefined,
    within: () => runsAroundPeer((made.current?.request ?? request).socket),
    canTake: () => {
      const stream = made.current?.stream;
      return stream !== undefined && stream.writableLength < WIRE_LIMITS.pausedBytes;
    },
    send: (texts) => {
      const stream = made.current?.stream;
      stream?.write(texts.map(toSse).join(''));
      if (stream !== undefined && stream.writableLength > WIRE_LIMITS.stuckBytes) stream.destroy();
    },
    close: () => {
      made.current?.stream?.end();
      sessions.delete(session.id);
    },
  });
  made.current = { session, stream: undefined, usedAt: performance.now(), request };
  sessions.set(session.id, made.current);
  return made.current;
}

/** Server-sent events: an event's id is the cursor after it. */
function toSse(text: string): string {
  const id =
    /^\{"jsonrpc":"2.0","method":"(?:map\/event|session\/update)".{0,300}?"eventId":"([0-9A-Z]{26})"/.exec(
      text,
    )?.[1];
  const head = id === undefined ? 'event: map.message\n' : `event: map.event\nid: ${id}\n`;
  return `${head}data: ${text}\n\n`;
}

function stream(sessions: Sessions, { request, response }: Exchange): void {
  const found = sessions.get(String(request.headers[SESSION] ?? ''));
  if (found === undefined)
    return refuse(response, 404, `The header ${SESSION} names no session: connect first.`);
  if (!found.session.isReady) return refuse(response, 401, 'Show the token first: map/authenticate.');
  found.stream?.end();
  found.stream = response;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': here\n\n');
  const alive = setInterval(() => response.write(': here\n\n'), WIRE_LIMITS.pingMs);
  alive.unref();
  response.on('drain', () => found.session.flush());
  response.on('error', () => undefined);
  response.once('close', () => {
    clearInterval(alive);
    if (found.stream === response) found.stream = undefined;
    found.usedAt = performance.now();
  });
  found.session.flush();
}

function endIdle(sessions: Sessions): void {
  for (const { session, stream, usedAt } of sessions.values()) {
    if (stream === undefined && performance.now() - usedAt > WIRE_LIMITS.idleMs) session.close();
  }
}
