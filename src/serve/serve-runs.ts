import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { FileSystem } from '../journal/file-system.ts';
import { findHolder } from '../journal/lock.ts';
import { createProcessTable } from '../process/process-table.ts';
import { runsAround } from '../process/runs-around.ts';
import { createControl, refusingControl } from './control/create-control.ts';
import { RunEvents } from './events/run-events.ts';
import { withCursor, type MapEvent } from './map/map-event.ts';
import { MapServer } from './map/map-server.ts';
import { createTranslation } from './map/translate.ts';
import { tokenCheckOf } from './wire/access.ts';
import { createHttpServer } from './wire/http-server.ts';
import { serveStreams } from './wire/streams.ts';
import { createWebSockets } from './wire/web-sockets.ts';

export interface ServeOptions {
  readonly fs: FileSystem;
  readonly workRoot: string;
  readonly workFolder: string;
  /** Our own program, as words. */
  readonly program: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly isReadOnly: boolean;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Names of this server beside its address. */
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly token: string;
}

/** A server that listens. */
export interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** The runs of a project, served to one program over its standard streams. Ends with its input. */
export async function serveRunsOnStreams(
  options: ServeOptions,
  streams: { readonly input: Readable; readonly output: Writable },
): Promise<void> {
  const { server, close } = createServer(options, undefined);
  try {
    await serveStreams(
      streams,
      (client) => server.open(client),
      () => runsAround(),
    );
  } finally {
    close();
  }
}

/** The runs of a project, served over WebSockets and HTTP. Errors: rejects with the system's error where it cannot listen. */
export async function serveRuns(
  options: ServeOptions,
  { host, port, token, ...listen }: ListenOptions,
): Promise<Listening> {
  const isToken = tokenCheckOf(token);
  const { server, close } = createServer(options, isToken);
  const access = {
    hosts: [...new Set([...HOSTS, host.toLowerCase(), ...listen.hosts])],
    origins: listen.origins,
    isToken,
  };
  const open = server.open.bind(server);
  const sockets = createWebSockets(access, open);
  const http = createHttpServer({ access, open, sockets });
  const opened = Promise.withResolvers<void>();
  http.once('error', opened.reject);
  http.listen({ host, port }, opened.resolve);
  try {
    await opened.promise;
  } catch (thrown) {
    sockets.close();
    close();
    throw thrown;
  }
  // It listens on a port, so it has an address of that kind.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { port: own } = http.address() as AddressInfo;
  return {
    port: own,
    close: async () => {
      close();
      sockets.close();
      const closed = new Promise((resolve) => {
        http.close(resolve);
      });
      http.closeAllConnections();
      await closed;
    },
  };
}

/** A token that nobody guesses. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Names of the loopback interface, as clients write them. */
const HOSTS = ['127.0.0.1', 'localhost', '[::1]'];

function createServer(
  { fs, workRoot, workFolder, program, environment, version, isReadOnly }: ServeOptions,
  isToken: ((text: string) => boolean) | undefined,
) {
  const events = new RunEvents<MapEvent>({ fs, workRoot, translate: createTranslation(), withCursor });
  const processes = createProcessTable();
  const server = new MapServer({
    events,
    control: isReadOnly ? refusingControl() : createControl({ events, workFolder, program, environment }),
    isDriven: ({ entry }) => findHolder(fs, entry.folder, processes)?.state === 'living',
    version,
    isReadOnly,
    isToken,
  });
  return {
    server,
    close: () => {
      server.close();
      events.close();
    },
  };
}
