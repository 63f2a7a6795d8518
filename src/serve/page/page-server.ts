import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WithinRecord } from '../../model/event-records.ts';
import { isObject } from '../../util/is-object.ts';
import { WfmapError } from '../../util/error.ts';
import { ControlError, type ControlFault } from '../control/control-error.ts';
import { bearerOf } from '../wire/access.ts';
import { readBody } from '../wire/read-body.ts';
import { PAGE_ROUTES, type PageApi, type PageRequest } from './page-api.ts';
import type { PageKeys } from './page-keys.ts';

/** A file of the page. */
export interface PageFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface PageServerOptions {
  readonly api: PageApi;
  readonly keys: PageKeys;
  /** The files of the page by their path; empty where it is not built. */
  readonly files: ReadonlyMap<string, PageFile>;
  readonly withinOf: (request: IncomingMessage) => readonly WithinRecord[];
  /** Called when a link was used up: there is another one then. */
  readonly onOpened: () => void;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

/** Units: bytes of a request, and of what waits to be sent to a browser; ms. */
const MAX_BODY = 256 * 1024;
const MAX_WAITING = 4 * 1024 * 1024;
const BEAT_MS = 15_000;

/**
 * Serves the page and what it asks for. Who connects at all is decided before: see `refusalOf`.
 *
 * S1. Without a key nothing of a run is given; the files of the page hold nothing of it.
 * S2. Nothing that is served can run a script but the file of the page, nor be framed, nor reach another host.
 * Shape: whether it was a request for the page.
 */
export async function servePage(
  options: PageServerOptions,
  exchange: Omit<Exchange, 'url'>,
): Promise<boolean> {
  const { request, response } = exchange;
  const url = new URL(request.url ?? '/', 'http://localhost');
  const { pathname } = url;
  const file = options.files.get(pathname);
  if (file !== undefined && request.method === 'GET') {
    response.writeHead(200, { ...SAFE, 'content-type': file.type, 'cache-control': 'no-cache' });
    response.end(file.bytes);
    return true;
  }
  if (!pathname.startsWith('/api/')) return false;
  await answer(options, { ...exchange, url });
  return true;
}

/** What every answer says to a browser. */
const SAFE = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

async function answer(options: PageServerOptions, exchange: Exchange): Promise<void> {
  const { request, url, response } = exchange;
  const route = `${request.method ?? ''} ${url.pathname}`;
  const given = bearerOf(request);
  if (route === 'POST /api/session') return openSession(options, exchange, given);
  if (!options.keys.isKey(given))
    return send(response, 401, { error: 'The key of this page is not known here.' });
  if (route === 'GET /api/live') return live(options, exchange);
  const found = Object.hasOwn(PAGE_ROUTES, route) ? PAGE_ROUTES[route] : undefined;
  if (found === undefined) return send(response, 404, { error: 'There is nothing of that name.' });
  try {
    const body = request.method === 'POST' ? await readJson(request) : {};
    const of = (name: string): unknown =>
      request.method === 'POST'
        ? Object.hasOwn(body, name)
          ? body[name]
          : undefined
        : (url.searchParams.get(name) ?? undefined);
    const asked: PageRequest = { of, within: () => options.withinOf(request) };
    send(response, 200, await found(options.api, asked));
  } catch (thrown) {
    if (!(thrown instanceof WfmapError)) throw thrown;
    const status = thrown instanceof ControlError ? STATUS[thrown.code] : 500;
    send(response, status, { error: thrown.message, help: thrown.help ?? null });
  }
}

const STATUS: Readonly<Record<ControlFault, number>> = {
  'read-only': 403,
  'inside-a-run': 403,
  'unknown-run': 404,
  'unknown-question': 409,
  'unknown-choice': 400,
  'not-at-work': 409,
  'needs-person': 403,
  'bad-request': 400,
  refused: 409,
  failed: 500,
};

function openSession({ keys, onOpened }: PageServerOptions, { response }: Exchange, given = ''): void {
  const opened = keys.open(given);
  if (opened === undefined) {
    return send(response, 401, { error: 'That link was used before, or is of another server.' });
  }
  send(response, 200, { key: opened.key });
  if (opened.wasCode) onOpened();
}

/** Lines of JSON, each with what has changed, for as long as the browser listens. */
function live({ api }: PageServerOptions, { request, response }: Exchange): void {
  response.writeHead(200, { ...SAFE, 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  response.write('[]\n');
  const write = (text: string): void => {
    response.write(text);
    // Who does not read asks again, and gets what it has missed.
    if (response.writableLength > MAX_WAITING) response.destroy();
  };
  const stop = api.runs.listen((ticks) => write(`${JSON.stringify(ticks)}\n`));
  const beat = setInterval(() => write('[]\n'), BEAT_MS);
  beat.unref();
  response.on('error', () => undefined);
  request.on('error', () => undefined);
  response.once('close', () => {
    stop();
    clearInterval(beat);
  });
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, {
    ...SAFE,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    // What was refused before it was read is not read any more.
    ...(status >= 400 ? { connection: 'close' } : {}),
  });
  response.end(JSON.stringify(value));
}

/** Errors: throws ControlError `bad-request`. */
async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) throw notJson();
  const text = await readBody(request, MAX_BODY);
  if (text === undefined) throw new ControlError('bad-request', `A request has at most ${MAX_BODY} bytes.`);
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // The same as for what is no object.
  }
  throw notJson();
}

function notJson(): ControlError {
  return new ControlError('bad-request', 'The body must be an object of application/json.');
}
