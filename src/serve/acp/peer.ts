import { isObject } from '../../util/is-object.ts';
import { AcpError, HandedOn } from './acp-error.ts';

/** A method that the other side may call. Shape: `isNotification` where it waits for no answer. */
export type Call = (params: Readonly<Record<string, unknown>>) => unknown;

/** How many of our requests may be open at once. */
const MAX_OPEN = 100;

/**
 * JSON-RPC 2.0 with one other side, both of which ask.
 *
 * P1. Each request is answered once, whatever it was; a notification never.
 * P2. A request of ours whose answer never comes is given up with the connection.
 */
export class Peer {
  readonly #write: (text: string) => void;
  readonly #find: (method: string) => Call | undefined;
  readonly #open = new Map<
    number,
    { readonly resolve: (result: unknown) => void; readonly reject: (why: Error) => void }
  >();
  #asked = 0;

  constructor(write: (text: string) => void, find: (method: string) => Call | undefined) {
    this.#write = write;
    this.#find = find;
  }

  notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  /** Errors: rejects with what the other side answers, and where the connection ends. */
  request(method: string, params: object): Promise<unknown> {
    if (this.#open.size >= MAX_OPEN) return Promise.reject(new Error('Too many requests are open.'));
    this.#asked += 1;
    const id = this.#asked;
    const answer = new Promise<unknown>((resolve, reject) => this.#open.set(id, { resolve, reject }));
    this.#send({ id, method, params });
    return answer;
  }

  /** Takes one message as it came. Errors: none. */
  async take(text: string): Promise<void> {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.#refuse(null, new AcpError('parse-error', 'The message is not JSON.'));
      return;
    }
    if (!isObject(message) || Array.isArray(message)) {
      this.#refuse(null, new AcpError('invalid-request', 'A message is a JSON object.'));
    } else if (typeof message['method'] === 'string') await this.#answer(message, message['method']);
    else this.#takeAnswer(message);
  }

  /** The connection is gone. */
  close(): void {
    for (const { reject } of this.#open.values()) reject(new Error('The connection has ended.'));
    this.#open.clear();
  }

  #takeAnswer({ id, result, error }: Readonly<Record<string, unknown>>): void {
    const asked = typeof id === 'number' ? this.#open.get(id) : undefined;
    if (asked === undefined || typeof id !== 'number') return;
    this.#open.delete(id);
    if (error === undefined) asked.resolve(result);
    else asked.reject(new Error(isObject(error) ? String(error['message']) : 'It was refused.'));
  }

  async #answer(
    { jsonrpc, id, params = {} }: Readonly<Record<string, unknown>>,
    method: string,
  ): Promise<void> {
    const known = typeof id === 'string' || typeof id === 'number' ? id : null;
    try {
      if (jsonrpc !== '2.0') throw new AcpError('invalid-request', 'It is not a JSON-RPC 2.0 message.');
      const call = this.#find(method);
      if (call === undefined) {
        throw new AcpError('method-not-found', `There is no method "${method.slice(0, 100)}" here.`);
      }
      if (!isObject(params)) throw new AcpError('invalid-params', '"params" is not an object.');
      const result = await call(params);
      if (id !== undefined) this.#send({ id: known, result: result ?? {} });
    } catch (thrown) {
      if (id !== undefined) this.#refuse(known, thrown);
    }
  }

  /** Faults of ours say no more than that they are: their text may hold anything. */
  #refuse(id: string | number | null, thrown: unknown): void {
    const isKnown = thrown instanceof AcpError || thrown instanceof HandedOn;
    const error = isKnown ? thrown : new AcpError('internal', 'A fault of the agent.');
    this.#send({ id, error: error.toObject() });
  }

  #send(message: object): void {
    this.#write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
