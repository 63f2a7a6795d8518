import '../framework/install-functions.ts';
import type { AddressInfo } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { runsAround } from '../process/runs-around.ts';
import { createMapServer, type ServeOptions } from './create-map-server.ts';
import type { PageMaps } from './page/page-api.ts';
import { PageKeys } from './page/page-keys.ts';
import { servePage, type PageFile, type PageServerOptions } from './page/page-server.ts';
import { runsAroundPeer, tokenCheckOf } from './wire/access.ts';
import { createHttpServer } from './wire/http-server.ts';
import { serveStreams } from './wire/streams.ts';
import { createWebSockets } from './wire/web-sockets.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Names of this server beside its address. */
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly token: string;
  /** The maps that the page shows and starts. */
  readonly maps: PageMaps;
  /** The files of the page, by their path. */
  readonly pageFiles: ReadonlyMap<string, PageFile>;
  /** Called with the code of another link when one was used up. */
  readonly onCode: (code: string) => void;
}

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** The code of the next link to the page. */
  readonly code: string;
  readonly close: () => Promise<void>;
}

/** The runs of a project, served to one program over its standard streams. Ends with its input. */
export async function serveRunsOnStreams(
  options: ServeOptions,
  streams: { readonly input: Readable; readonly output: Writable },
): Promise<void> {
  const { server, close } = createMapServer(options, undefined);
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
  { host, port, token, maps, pageFiles, onCode, ...listen }: ListenOptions,
): Promise<Listening> {
  const isToken = tokenCheckOf(token);
  const { server, page, close } = createMapServer(options, isToken);
  const access = {
    hosts: [...new Set([...HOSTS, host.toLowerCase(), ...listen.hosts])],
    origins: listen.origins,
    isToken,
  };
  const open = server.open.bind(server);
  const sockets = createWebSockets(access, open);
  const keys = new PageKeys(token);
  const pageOptions: PageServerOptions = {
    api: { ...page, maps },
    keys,
    files: pageFiles,
    withinOf: ({ socket }) => runsAroundPeer(socket),
    onOpened: () => onCode(keys.code),
  };
  const http = createHttpServer({
    access,
    open,
    sockets,
    page: (exchange) => servePage(pageOptions, exchange),
  });
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
    code: keys.code,
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

export { createToken } from './wire/access.ts';

/** Names of the loopback interface, as clients write them. */
const HOSTS = ['127.0.0.1', 'localhost', '[::1]'];
