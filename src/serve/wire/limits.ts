import { MAX_MESSAGE } from '../map/method.ts';

/** Units: bytes, ms, connections. */
export const WIRE_LIMITS = {
  messageBytes: MAX_MESSAGE,
  /** What may wait to be sent before events wait for it, and before the connection is given up. */
  pausedBytes: 256 * 1024,
  stuckBytes: 16 * 1024 * 1024,
  connections: 200,
  /** Until the headers of a request are there, and until all of it is. */
  headersMs: 5000,
  requestMs: 15_000,
  /** How often a WebSocket is asked whether it is there. */
  pingMs: 15_000,
  /** How long a session over HTTP lives without a request or a stream. */
  idleMs: 60_000,
  sessions: 100,
} as const;
