/** Reads from WebSockets and counts, so that reading costs little: says when each client has seen the end of a round. */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { port, count, hello, end }: { port: number; count: number; hello: readonly string[]; end: string } =
  workerData;

/** A text frame of a client, whose mask is zero. */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(8);
  head[0] = 0x81;
  head[1] = 0x80 | 126;
  head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}

const UPGRADE = [
  'GET / HTTP/1.1',
  'Host: 127.0.0.1',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
].join('\r\n');

let seen = 0;
for (let at = 0; at < count; at += 1) {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.write(`${UPGRADE}\r\n\r\n`);
  let last: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    const tail = Buffer.concat([last, chunk.subarray(-200)]);
    if (last.length === 0) for (const text of hello) socket.write(frameOf(text));
    last = chunk.subarray(-100);
    if (!tail.includes(end)) return;
    last = Buffer.from(' ');
    seen += 1;
    // A port of a worker, and no window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    if (seen % count === 0) parentPort?.postMessage('seen');
  });
}
