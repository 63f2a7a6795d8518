import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer, type RawData } from 'ws';
import type { Client, Session } from '../map/session.ts';
import { bearerOf, refusalOf, runsAroundPeer, type Access } from './access.ts';
import { framesOf } from './frames.ts';
import { WIRE_LIMITS } from './limits.ts';

/** Serves WebSockets of an HTTP server; `open` takes up a session. */
export interface WebSockets {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly close: () => void;
}

export function createWebSockets(access: Access, open: (client: Client) => Session): WebSockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: WIRE_LIMITS.messageBytes,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const isThere = new WeakSet<WebSocket>();
  const pings = setInterval(() => {
    for (const socket of server.clients) {
      // Who did not answer the last one is gone, though nothing has said so.
      if (!isThere.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, WIRE_LIMITS.pingMs);
  pings.unref();
  return {
    upgrade: (request, socket, head) => {
      const refusal = refusalOf(request, access) ?? refusalOfToken(request, access);
      if (refusal !== undefined) {
        refuse(socket, refusal.status, refusal.message);
        return;
      }
      server.handleUpgrade(request, socket, head, (made) => {
        isThere.add(made);
        made.on('pong', () => isThere.add(made));
        // Node's HTTP server hands its own sockets on.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        serve(made, socket as Socket, { isTrusted: bearerOf(request) !== undefined, open });
      });
    },
    close: () => {
      clearInterval(pings);
      for (const socket of server.clients) socket.close(GOING_AWAY);
      server.close();
    },
  };
}

/** Codes of RFC 6455, 7.4.1. */
const GOING_AWAY = 1001;
const UNSUPPORTED = 1003;

/** A token that is there must be right; one that is not may come with `map/connect`. */
function refusalOfToken(request: IncomingMessage, { isToken }: Access) {
  const token = bearerOf(request);
  if (token === undefined || isToken(token)) return undefined;
  return { status: 401, message: 'The token is not the one of this server.' };
}

function refuse(socket: Duplex, status: number, message: string): void {
  socket.on('error', () => undefined);
  const body = `${message}\n`;
  const head = `HTTP/1.1 ${status} ${status === 401 ? 'Unauthorized' : 'Forbidden'}`;
  const lines = [
    head,
    'Connection: close',
    'Content-Type: text/plain',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

interface Opening {
  readonly isTrusted: boolean;
  readonly open: (client: Client) => Session;
}

function serve(socket: WebSocket, stream: Socket, { isTrusted, open }: Opening): void {
  const session = open({
    isTrusted,
    within: () => runsAroundPeer(stream),
    canTake: () => stream.writableLength < WIRE_LIMITS.pausedBytes,
    send: (texts) => {
      for (const text of texts) socket.send(text);
      if (stream.writableLength > WIRE_LIMITS.stuckBytes) socket.terminate();
    },
    sendEvents: (subscription, events) => {
      if (socket.readyState === WebSocket.OPEN) stream.write(framesOf(subscription, events));
    },
    close: () => {
      socket.close(GOING_AWAY);
      // One that does not answer is not waited for.
      setTimeout(() => socket.terminate(), 1000).unref();
    },
  });
  stream.on('drain', () => session.flush());
  socket.on('message', (data, isBinary) => {
    if (isBinary) {
      socket.close(UNSUPPORTED, 'Messages are texts.');
      return;
    }
    for (const line of textOf(data).split('\n')) if (line.trim() !== '') void session.receive(line);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => session.close());
}

function textOf(data: RawData): string {
  return (
    Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)
  ).toString();
}
