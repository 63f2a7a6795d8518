import { isObject } from '../../util/is-object.ts';
import type { Client, Session } from '../map/session.ts';
import { AcpError, HandedOn, type RpcError } from './acp-error.ts';

/** The methods of MAP that a client of ACP may call, behind `_`. Source: the protocol's first documents. */
const SERVED = [
  'map/agent.list',
  'map/hierarchy.get',
  'map/scope.list',
  'map/send',
  'map/broadcast',
  'map/task.list',
  'map/subscribe',
] as const;

/** What a session of ACP needs to speak MAP beside it. */
export interface MapAccess {
  readonly open: (client: Client) => Session;
  /** Who asks. */
  readonly name: () => string;
  readonly within: Client['within'];
  /** Sends an update of the session. */
  readonly update: (update: object) => void;
}

/** The method of MAP that a method of ACP is; undefined for any other. */
export function mapMethodOf(method: string): string | undefined {
  return SERVED.find((each) => `_${each}` === method);
}

/**
 * One session's way to the MAP protocol, in its mode `acp-compat`: a subscription at most, whose events come as updates of the session.
 */
export class MapBeside {
  readonly #access: MapAccess;
  #session: Promise<Session> | undefined;
  #isOver = false;

  constructor(access: MapAccess) {
    this.#access = access;
  }

  /** Calls a method. Errors: throws HandedOn with what the server answers; AcpError where the session is over. */
  async call(method: string, params: object): Promise<object> {
    this.#session ??= this.#open();
    return resultOf(await this.#session, method, params);
  }

  close(): void {
    this.#isOver = true;
    // One that could not be opened has told its caller so.
    this.#session?.then(
      (session) => session.close(),
      () => undefined,
    );
  }

  async #open(): Promise<Session> {
    if (this.#isOver) throw new AcpError('invalid-request', 'The session is closed.');
    const { open, name, within, update } = this.#access;
    const session = open({
      isTrusted: true,
      within,
      canTake: () => !this.#isOver,
      send: (texts) => {
        for (const text of texts) {
          const message: unknown = JSON.parse(text);
          const params =
            isObject(message) && message['method'] === 'session/update' ? message['params'] : undefined;
          if (isObject(params) && isObject(params['update'])) update(params['update']);
        }
      },
      close: () => undefined,
    });
    await resultOf(session, 'map/initialize', { mode: 'acp-compat', clientInfo: { name: name() } });
    return session;
  }
}

async function resultOf(session: Session, method: string, params: object): Promise<object> {
  const answer = await session.handle({ jsonrpc: '2.0', id: 1, method, params });
  if (answer !== undefined && 'result' in answer && isObject(answer.result)) return answer.result;
  // The other form of an answer.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  throw new HandedOn((answer as { readonly error: RpcError }).error);
}
