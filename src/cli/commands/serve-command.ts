import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import type { ServeOptions } from '../../serve/create-map-server.ts';
import type { Listening } from '../../serve/serve-runs.ts';
import { systemCodeOf } from '../../util/error.ts';
import { jsonText } from '../io/json-text.ts';
import { UsageError } from '../io/usage-error.ts';
import { userFolder } from '../io/user-folder.ts';
import { WFMAP_VERSION } from '../io/version.ts';
import { readPageFiles } from '../io/page-files.ts';

interface ServeArguments {
  readonly stdio: boolean;
  readonly port?: string | undefined;
  readonly host: string;
  readonly 'token-file'?: string | undefined;
  readonly 'allow-host'?: readonly string[] | undefined;
  readonly 'allow-origin'?: readonly string[] | undefined;
  readonly 'read-only': boolean;
  readonly json: boolean;
}

/** The line of `wfmap serve --json`, once it can be connected to. Shape: `tokenFile` is null where the token came from the environment. */
export interface ServeReport {
  readonly type: 'ready';
  readonly pid: number;
  readonly port: number;
  readonly webSocket: string;
  readonly http: string;
  /** Opens the page, once. */
  readonly page: string;
  readonly tokenFile: string | null;
  readonly readOnly: boolean;
}

/** The variable that may hold the token. */
const TOKEN_VARIABLE = 'WFMAP_SERVE_TOKEN';

export const serveCommand: CommandModule<object, ServeArguments> = {
  command: 'serve',
  describe: 'Show runs in a browser, and serve them to programs',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap serve [--port N | --stdio]\n\nPrints a link to a page with the runs of this project, for your browser. Serves the runs to programs ' +
          'by the Multi-Agent Protocol: over WebSockets and HTTP on this machine, or to one program over standard ' +
          `input and output. Programs show a token: that of ${TOKEN_VARIABLE}, of --token-file, or a new one, kept in ` +
          'a file that is named at the start.',
      )
      .option('stdio', {
        type: 'boolean',
        default: false,
        describe: 'Serve one program, over standard input and output',
      })
      .option('port', { type: 'string', nargs: 1, describe: 'The port (default: any that is free)' })
      .option('host', {
        type: 'string',
        nargs: 1,
        default: '127.0.0.1',
        describe: 'The address to listen on',
      })
      .option('token-file', { type: 'string', nargs: 1, describe: 'A file whose first line is the token' })
      .option('allow-host', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'Another name by which clients may address this server; may be repeated',
      })
      .option('allow-origin', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'The origin of a web page that may connect, such as http://localhost:5173; may be repeated',
      })
      .option('read-only', {
        type: 'boolean',
        default: false,
        describe: 'Only show runs: start, answer, stop and resume none',
      })
      .option('json', {
        type: 'boolean',
        default: false,
        describe: 'Print one line of JSON when it is ready',
      })
      .example('wfmap serve', 'the page, at a port that is free')
      .example('wfmap serve --port 8910', 'the page, and for scripts and agents on this machine')
      .example('wfmap serve --stdio', 'for a program that starts it'),
  handler: serve,
};

async function serve(argv: ServeArguments): Promise<void> {
  const { createConversations } = await import('../acp/create-conversations.ts');
  const workFolder = process.cwd();
  const workRoot = findWorkRoot(workFolder);
  // Agents of runs that it starts must not find the token.
  const { [TOKEN_VARIABLE]: given, ...environment } = process.env;
  const isReadOnly = argv['read-only'];
  const conversations = createConversations(workRoot, environment);
  const options: ServeOptions = {
    fs: nodeFileSystem,
    workRoot,
    workFolder,
    program: [process.execPath, process.argv[1] ?? ''] as const,
    environment,
    version: WFMAP_VERSION,
    isReadOnly,
    openAcp: isReadOnly ? undefined : conversations.open,
  };
  try {
    await (argv.stdio ? serveStreams(argv, options) : listen(argv, options, given));
  } finally {
    conversations.close();
  }
}

async function serveStreams(argv: ServeArguments, options: ServeOptions): Promise<void> {
  refuseBoth(argv);
  const { serveRunsOnStreams } = await import('../../serve/serve-runs.ts');
  await serveRunsOnStreams(options, { input: process.stdin, output: process.stdout });
}

async function listen(argv: ServeArguments, options: ServeOptions, given: string | undefined): Promise<void> {
  const { serveRuns, createToken } = await import('../../serve/serve-runs.ts');
  const { createPageMaps } = await import('../maps/page-maps.ts');
  const port = readPort(argv.port);
  const { token, file, remove } = takeToken(given, argv['token-file'], createToken);
  const opened = { port };
  try {
    const listening = await serveRuns(options, {
      host: argv.host,
      port,
      token,
      hosts: (argv['allow-host'] ?? []).map((name) => name.toLowerCase()),
      origins: argv['allow-origin'] ?? [],
      maps: createPageMaps(options.workRoot, options.workFolder),
      pageFiles: readPageFiles(),
      onCode: (code) => {
        if (!argv.json) process.stderr.write(`Another link: ${pageLink(placeOf(argv, opened.port), code)}\n`);
      },
    }).catch((thrown: unknown) => {
      throw cannotListen(thrown, argv.host, port);
    });
    opened.port = listening.port;
    report(argv, listening, file);
    await stopped();
    await listening.close();
  } finally {
    remove();
  }
}

/** The address of the server, as it stands in a URL. */
function placeOf({ host }: ServeArguments, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The code is behind the sign that browsers send nothing of. */
function pageLink(place: string, code: string): string {
  return `http://${place}/#code=${code}`;
}

function report(argv: ServeArguments, { port, code }: Listening, tokenFile: string | null): void {
  const { json, 'read-only': readOnly } = argv;
  const at = placeOf(argv, port);
  const told: ServeReport = {
    type: 'ready',
    pid: process.pid,
    port,
    webSocket: `ws://${at}`,
    http: `http://${at}/map/rpc`,
    page: pageLink(at, code),
    tokenFile,
    readOnly,
  };
  if (json) {
    process.stdout.write(`${jsonText(told)}\n`);
    return;
  }
  const where = tokenFile === null ? `that of ${TOKEN_VARIABLE}` : `in ${tokenFile}`;
  process.stderr.write(
    `The runs of this project, in a browser: ${told.page}\nThe link opens the page once.\n` +
      `For programs: ${told.webSocket} and ${told.http}; the token is ${where}.\n`,
  );
}

/** Waits for a signal that ends it. */
function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}

function refuseBoth({ port, json }: ServeArguments): void {
  if (port === undefined && !json) return;
  throw new UsageError('--stdio goes with no --port and no --json.', {
    help: 'Standard output carries the protocol and nothing else.',
  });
}

function readPort(text: string | undefined): number {
  if (text === undefined) return 0;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--port "${text}" is not a port.`, { help: 'A port is a number from 0 to 65535.' });
}

interface Token {
  readonly token: string;
  readonly file: string | null;
  readonly remove: () => void;
}

/** A token that was made here is in a file of its owner alone, and goes with the server. */
function takeToken(given: string | undefined, file: string | undefined, create: () => string): Token {
  const keep = (): void => undefined;
  if (file !== undefined) return { token: strong(readToken(file), `of ${file}`), file, remove: keep };
  if (given !== undefined && given !== '')
    return { token: strong(given, `of ${TOKEN_VARIABLE}`), file: null, remove: keep };
  const folder = join(userFolder('XDG_STATE_HOME'), 'serve');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const path = join(folder, `${process.pid}.token`);
  const token = create();
  rmSync(path, { force: true });
  writeFileSync(path, `${token}\n`, { flag: 'wx', mode: 0o600 });
  return { token, file: path, remove: () => rmSync(path, { force: true }) };
}

function readToken(file: string): string {
  try {
    return (readFileSync(file, 'utf8').split('\n')[0] ?? '').trim();
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    if (code === undefined) throw thrown;
    throw new UsageError(`The token cannot be read from ${file} (${code}).`);
  }
}

/** Units: characters. */
const MIN_TOKEN = 16;

function strong(token: string, which: string): string {
  if (token.length >= MIN_TOKEN && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError(`The token ${which} is too short, or has characters that no header takes.`, {
    help: `A token has at least ${MIN_TOKEN} letters, digits and signs: openssl rand -base64 24`,
  });
}

function cannotListen(thrown: unknown, host: string, port: number): unknown {
  const code = systemCodeOf(thrown);
  return code === undefined ? thrown : new UsageError(`It cannot listen on ${host}:${port} (${code}).`);
}
