import { request } from 'node:http';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { GATE } from '../browser/helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import { serve, TOKEN, type Served } from './helpers/serve.ts';

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A request as no browser would write it: the path goes out as it stands. */
function send(
  { port }: Served,
  [method, path]: readonly [string, string],
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The headers of a browser that has opened the page. */
async function opened(served: Served): Promise<Record<string, string>> {
  const reply = await send(served, ['POST', '/api/session'], { authorization: `Bearer ${TOKEN}` });
  const { key } = JSON.parse(reply.body) as { key: string };
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

async function waiting(project: Project): Promise<Served> {
  project.put('gate.json', GATE);
  await project.run(['run', 'gate.json', '--set', 'what=1.2', '--no-input']);
  return serve(project);
}

/** Whether a status says that nothing was done. */
function isRefusal(status: number): boolean {
  return status === 400 || status === 409;
}

const ANSWER = ['POST', '/api/answer'] as const;
const SHIP = JSON.stringify({ run: 'gate/slip-001', action: 'Ship' });

describe('the page', () => {
  test('gives nothing of a run without its key', async ({ project, expect }) => {
    const served = await waiting(project);
    const { authorization = '' } = await opened(served);
    const name = authorization.slice('Bearer '.length).split('.')[0] ?? '';
    const others = [
      '',
      TOKEN,
      `${name}.`,
      `${name}.${'A'.repeat(43)}`,
      `.${'A'.repeat(43)}`,
      'x'.repeat(5000),
    ];
    for (const given of others) {
      for (const path of ['facts', 'runs', 'run?run=gate/slip-001', 'live', 'nothing']) {
        const headers = given === '' ? {} : { authorization: `Bearer ${given}` };
        const { status, body } = await send(served, ['GET', `/api/${path}`], headers);
        expect([given.slice(0, 60), path, status]).toEqual([given.slice(0, 60), path, 401]);
        expect(body).not.toContain('gate');
      }
    }
    expect((await send(served, ANSWER, { 'content-type': 'application/json' }, SHIP)).status).toBe(401);
    expect(project.events('gate/slip-001').at(-1)?.type).toBe('run.paused');
  });

  test('takes a code once', async ({ project, expect }) => {
    const served = await serve(project);
    const code = new URL(served.page).hash.slice('#code='.length);
    const open = (): Promise<Reply> =>
      send(served, ['POST', '/api/session'], { authorization: `Bearer ${code}` });
    expect((await open()).status).toBe(200);
    expect((await open()).status).toBe(401);
  });

  test('answers no page of another origin, nor under a name that is not its own', async ({
    project,
    expect,
  }) => {
    const served = await waiting(project);
    const key = await opened(served);
    const own = `http://127.0.0.1:${served.port}`;
    for (const origin of [
      'http://example.org',
      'null',
      `http://127.0.0.1:${served.port + 1}`,
      `${own}.example.org`,
    ]) {
      expect([origin, (await send(served, ANSWER, { ...key, origin }, SHIP)).status]).toEqual([origin, 403]);
    }
    const elsewhere = { ...key, host: 'rebound.example.org', origin: 'http://rebound.example.org' };
    expect((await send(served, ANSWER, elsewhere, SHIP)).status).toBe(403);
    // What a form of another page can send.
    const form = { ...key, 'content-type': 'text/plain', origin: own };
    expect((await send(served, ANSWER, form, SHIP)).status).toBe(400);
    expect(project.events('gate/slip-001').at(-1)?.type).toBe('run.paused');
    expect((await send(served, ANSWER, { ...key, origin: own }, SHIP)).status).toBe(200);
  });

  test('has no files but its own, whatever a path says', async ({ project, expect }) => {
    const served = await serve(project);
    const { status, headers } = await send(served, ['GET', '/']);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    for (const path of [
      '/../package.json',
      '/page.js/../../package.json',
      '/%2e%2e/package.json',
      '//etc/passwd',
      '/page/index.html',
      '/index.html',
    ]) {
      expect([path, (await send(served, ['GET', path])).status]).toEqual([path, 404]);
    }
  });

  test('reads nothing out of the project through the names of a run, a link or a number', async ({
    project,
    expect,
  }) => {
    const served = await waiting(project);
    const key = await opened(served);
    const get = (path: string): Promise<Reply> => send(served, ['GET', `/api/${path}`], key);
    const secret = join(project.root, '..', 'secret.txt');
    writeFileSync(secret, 'a secret of the user');
    const runs = ['../../etc', 'gate/../../..', 'gate', '', '%00', 'x'.repeat(4000)];
    for (const run of runs) {
      expect([400, 404]).toContain((await get(`prompt?run=${encodeURIComponent(run)}&start=2`)).status);
    }
    for (const start of ['0', '-1', '1e9', '99999999999999999999', '2.5', 'x', '']) {
      expect((await get(`stream?run=gate/slip-001&start=${start}`)).status).toBe(400);
    }
    const asked = project.events('gate/slip-001').findLast(({ type }) => type === 'task.started');
    const place = `run=gate/slip-001&start=${asked?.seq ?? 0}`;
    expect((await get(`prompt?${place}`)).body).toContain('Release 1.2?');
    const prompt = join(project.root, '.wfmap/runs/gate/slip-001/task-002-ask-prompt.md');
    rmSync(prompt);
    symlinkSync(secret, prompt);
    const linked = (await get(`prompt?${place}`)).body;
    expect(linked).not.toContain('a secret');
    expect(linked).toContain('it leads out of its folder');
    rmSync(prompt);
    mkdirSync(prompt);
    expect((await get(`prompt?${place}`)).body).toContain('it is not a regular file');
  });

  test('shows and starts no map but those of the project and of wfmap', async ({ project, expect }) => {
    const served = await waiting(project);
    const key = await opened(served);
    const outside = join(project.root, '..', 'outside.json');
    writeFileSync(outside, JSON.stringify(GATE));
    const maps = [
      '../outside.json',
      '../outside',
      outside,
      '/etc/passwd',
      '',
      '-v',
      '__proto__',
      'x'.repeat(4000),
    ];
    for (const map of maps) {
      const asked = encodeURIComponent(map);
      for (const path of [`map?map=${asked}`, `task?map=${asked}&place=Build`]) {
        expect([path.slice(0, 40), (await send(served, ['GET', `/api/${path}`], key)).status]).toEqual([
          path.slice(0, 40),
          400,
        ]);
      }
      const body = JSON.stringify({ map, fields: { what: '1' } });
      const { status } = await send(served, ['POST', '/api/start'], key, body);
      expect([map.slice(0, 20), status]).toEqual([map.slice(0, 20), expect.toSatisfy(isRefusal)]);
    }
    for (const place of ['', '../Build', '*/Build', 'Build/*/Build', '__proto__', 'x/'.repeat(1000)]) {
      const path = `/api/task?map=efficient&place=${encodeURIComponent(place)}`;
      expect((await send(served, ['GET', path], key)).status).toBe(400);
    }
    expect(project.events('gate/slip-001').at(-1)?.type).toBe('run.paused');
    expect((await project.run(['runs', '--json'])).stdout.match(/"run":/g)).toHaveLength(1);
  });

  test('takes no request that is too large, or no object', async ({ project, expect }) => {
    const served = await waiting(project);
    const key = await opened(served);
    for (const body of ['', '[]', '1', '{', '{"run":', `{"x":"${'y'.repeat(300_000)}"}`]) {
      expect([body.slice(0, 9), (await send(served, ANSWER, key, body)).status]).toEqual([
        body.slice(0, 9),
        400,
      ]);
    }
    const stranger = JSON.stringify({ run: 'gate/slip-001', action: 'Ship', fields: { '--from': 'x' } });
    expect((await send(served, ANSWER, key, stranger)).status).toBe(400);
    const proto = '{"run":"gate/slip-001","action":"Ship","fields":{"__proto__":1}}';
    expect((await send(served, ANSWER, key, proto)).status).toBeGreaterThanOrEqual(400);
    const raised = JSON.stringify({ run: 'gate/slip-001', raise: { steps: '--allow=Bash' } });
    expect((await send(served, ['POST', '/api/resume'], key, raised)).status).toBe(400);
    expect(project.events('gate/slip-001').at(-1)?.type).toBe('run.paused');
  });

  test('that only shows changes nothing', async ({ project, expect }) => {
    project.put('gate.json', GATE);
    await project.run(['run', 'gate.json', '--set', 'what=1.2', '--no-input']);
    const served = await serve(project, ['--read-only']);
    const key = await opened(served);
    for (const what of ['answer', 'stop', 'resume', 'steer', 'start']) {
      const body = JSON.stringify({ map: 'efficient', run: 'gate/slip-001', action: 'Ship', text: 'x' });
      expect([what, (await send(served, ['POST', `/api/${what}`], key, body)).status]).toEqual([what, 403]);
    }
    expect(project.events('gate/slip-001').at(-1)?.type).toBe('run.paused');
  });
});
