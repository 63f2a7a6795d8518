import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { isObject } from '../../util/is-object.ts';
import type { Requester } from '../control/control.ts';
import type { FollowedRun } from '../events/followed-run.ts';
import type { AcpLink } from '../map/method.ts';
import { readLines } from '../wire/read-lines.ts';
import { AcpError } from './acp-error.ts';
import type { AcpEvent } from './acp-event.ts';
import { AcpSession, type AcpProject, type Editor, type StartWishes } from './acp-session.ts';
import { mapMethodOf } from './map-beside.ts';
import { Peer, type Call } from './peer.ts';

export interface AcpOptions extends StartWishes {
  readonly version: string;
  /** The project that a folder is in; the same for the same folder. Errors: throws WfmapError where it cannot be read. */
  readonly projectOf: (folder: string) => AcpProject;
  readonly within: () => Requester['within'];
}

/** Units: bytes of one message, sessions. */
const MAX_MESSAGE = 16 * 1024 * 1024;
const MAX_SESSIONS = 100;

/** Serves one editor over its standard streams, a message a line, until its input ends. Runs live on then. */
export async function serveAcp(
  options: AcpOptions,
  { input, output }: { readonly input: Readable; readonly output: Writable },
): Promise<void> {
  output.on('error', () => input.destroy());
  const link = openAcp(options, (text) => void output.write(text));
  await readLines(input, MAX_MESSAGE, link.take);
  link.close();
}

/** Begins a conversation with a client. `send` gets what is said to it, each message a line, until it is closed. */
export function openAcp(options: AcpOptions, send: (text: string) => void): AcpLink {
  let isOver = false;
  const sessions = new Map<string, AcpSession>();
  const write = (text: string): void => {
    if (!isOver) send(text);
  };
  const client: Connected = { isReady: false, hasForms: false, name: 'an editor' };
  const peer: Peer = new Peer(write, (method) => {
    const make = Object.hasOwn(METHODS, method) ? METHODS[method] : besideOf(method);
    if (make === undefined) return undefined;
    if (!client.isReady && method !== 'initialize')
      throw new AcpError('invalid-request', 'Initialize first.');
    return make({ options, sessions, peer, client });
  });
  return {
    take: (text) => void peer.take(text),
    close: () => {
      isOver = true;
      peer.close();
      for (const session of sessions.values()) session.close();
    },
  };
}

/** What is known of the editor. */
interface Connected {
  isReady: boolean;
  /** Whether it can show forms. */
  hasForms: boolean;
  name: string;
}

interface Connection {
  readonly options: AcpOptions;
  readonly sessions: Map<string, AcpSession>;
  readonly peer: Peer;
  readonly client: Connected;
}

/** Every method that is served, by its name on the wire. */
const METHODS: Readonly<Record<string, (connection: Connection) => Call>> = {
  initialize: (connection) => (params) => initialize(connection, params),
  'session/new': (connection) => (params) => {
    const session = open(connection, randomUUID(), params);
    setImmediate(() => session.offerCommands());
    return { sessionId: session.id };
  },
  'session/load': (connection) => (params) => {
    load(connection, params);
    return {};
  },
  'session/resume': (connection) => (params) => {
    load(connection, params);
    return {};
  },
  'session/list':
    ({ options }) =>
    ({ cwd }) => {
      const folder = typeof cwd === 'string' ? cwd : process.cwd();
      const { events, workRoot } = options.projectOf(folder);
      const runs = [...events.runs].toSorted((a, b) => (startedAt(a) < startedAt(b) ? 1 : -1));
      return { sessions: runs.slice(0, MAX_SESSIONS).map((run) => sessionOf(run, workRoot)) };
    },
  'session/close': (connection) => (params) => {
    const session = sessionIn(connection, params);
    session.close();
    connection.sessions.delete(session.id);
    return {};
  },
  'session/prompt': (connection) => async (params) => ({
    stopReason: await sessionIn(connection, params).prompt(textOf(params['prompt'])),
  }),
  'session/cancel': (connection) => (params) => sessionIn(connection, params).cancel(),
};

/** A method of MAP, for the session that it names, or the only one. */
function besideOf(name: string): ((connection: Connection) => Call) | undefined {
  const method = mapMethodOf(name);
  if (method === undefined) return undefined;
  return (connection) => (params) => {
    const [only, ...others] = connection.sessions.values();
    const isOne = params['sessionId'] === undefined && only !== undefined && others.length === 0;
    const session = isOne ? only : sessionIn(connection, params);
    return session.map.call(method, params);
  };
}

function initialize(
  { client, options }: Connection,
  { clientCapabilities, clientInfo }: Readonly<Record<string, unknown>>,
): object {
  const { elicitation } = isObject(clientCapabilities) ? clientCapabilities : {};
  client.isReady = true;
  client.hasForms = isObject(elicitation) && isObject(elicitation['form']);
  const { name } = isObject(clientInfo) ? clientInfo : {};
  if (typeof name === 'string' && name.trim() !== '') client.name = name.slice(0, 100);
  return {
    protocolVersion: 1,
    agentInfo: { name: 'wfmap', title: 'wfmap', version: options.version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: false, audio: false, embeddedContext: false },
      mcpCapabilities: { http: false, sse: false },
      sessionCapabilities: { list: {}, resume: {}, close: {} },
    },
    authMethods: [],
  };
}

function open({ options, sessions, peer, client }: Connection, id: string, { cwd }: Params): AcpSession {
  if (typeof cwd !== 'string' || !isAbsolute(cwd)) {
    throw new AcpError('invalid-params', '"cwd" must be an absolute path.');
  }
  if (sessions.size >= MAX_SESSIONS) throw new AcpError('invalid-request', 'Too many sessions are open.');
  sessions.get(id)?.close();
  const editor: Editor = {
    update: (sessionId, update) => peer.notify('session/update', { sessionId, update }),
    request: (method, params) => peer.request(method, params),
    get hasForms() {
      return client.hasForms;
    },
    requester: () => ({ name: client.name, within: options.within() }),
  };
  const session = new AcpSession(id, options.projectOf(cwd), editor, options);
  sessions.set(id, session);
  return session;
}

type Params = Readonly<Record<string, unknown>>;

/** Takes up a conversation: that of a run which an editor started, or a run by its name. */
function load(connection: Connection, params: Params): void {
  const id = params['sessionId'];
  if (typeof id !== 'string') throw new AcpError('invalid-params', '"sessionId" must be a text.');
  const { cwd } = params;
  const folder = typeof cwd === 'string' && isAbsolute(cwd) ? cwd : process.cwd();
  const run = runOf(connection.options.projectOf(folder), id);
  if (run === undefined) throw new AcpError('not-found', `There is no session "${id.slice(0, 100)}" here.`);
  const session = open(connection, id, { cwd: folder });
  session.attach(run);
  session.offerCommands();
}

function runOf({ events }: AcpProject, id: string): string | undefined {
  events.lookFor();
  if (events.find(id) !== undefined) return id;
  const own = [...events.runs].filter(({ entry }) => entry.started?.data.startedBy?.session === id);
  return own.toSorted((a, b) => (startedAt(a) < startedAt(b) ? 1 : -1))[0]?.name;
}

function startedAt({ entry }: FollowedRun<AcpEvent>): string {
  return entry.started?.at ?? '';
}

function sessionOf(run: FollowedRun<AcpEvent>, cwd: string): object {
  const session = run.entry.started?.data.startedBy?.session;
  return { sessionId: session ?? run.name, cwd, title: run.name, updatedAt: startedAt(run) };
}

function sessionIn({ sessions }: Connection, { sessionId }: Params): AcpSession {
  const session = typeof sessionId === 'string' ? sessions.get(sessionId) : undefined;
  if (session !== undefined) return session;
  throw new AcpError('not-found', `There is no session "${String(sessionId).slice(0, 100)}" here.`);
}

/** The texts of a prompt; a link is its address. */
function textOf(prompt: unknown): string {
  if (!Array.isArray(prompt)) throw new AcpError('invalid-params', '"prompt" must be a list.');
  const parts = prompt.map((block: unknown) => {
    if (!isObject(block)) return '';
    const { type, text, uri } = block;
    const written = type === 'resource_link' ? uri : type === 'text' ? text : undefined;
    return typeof written === 'string' ? written : '';
  });
  return parts.join(' ');
}
