import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { outlineInWorker, type OutlineText } from '../../src/context/outline-in-worker.ts';
import { renderOutline } from '../../src/context/render/render-outline.ts';
import { test, type ContextProject } from './in-project.ts';

const OWN = fileURLToPath(new URL('../../src/context/outline-worker.ts', import.meta.url));

interface Asking {
  readonly script?: string;
  readonly tokens?: number;
  readonly focus?: readonly string[];
  readonly signal?: AbortSignal;
  readonly maxMs?: number;
}

/** A script that is no path is one of the fixtures. */
function ask({ root }: Pick<ContextProject, 'root'>, asking: Asking = {}): Promise<OutlineText | undefined> {
  const { script = OWN, tokens = 500, focus = [], signal = new AbortController().signal, maxMs } = asking;
  const path = script.startsWith('/')
    ? script
    : fileURLToPath(new URL(`../fixtures/context/threads/${script}.mjs`, import.meta.url));
  const job = { folder: root, projectRoot: root, build: undefined, tokens, focus };
  return outlineInWorker(job, {
    script: path,
    signal,
    maxMemory: 64,
    ...(maxMs === undefined ? {} : { maxMs }),
  });
}

describe('an outline that is worked out in a thread', () => {
  test('is that of this process', async ({ project, expect }) => {
    project.put('src/a.ts', 'export function alpha(): void {}\n');
    project.put('src/b.ts', "import { alpha } from './a.ts';\nexport const beta = alpha();\n");
    const { text, tokens } = renderOutline(await project.outline({ depth: 3 }), 500);
    expect(await ask(project)).toEqual({ text: text.trimEnd(), tokens });
  });

  test('leaves out what the configuration of the project excludes', async ({ project, expect }) => {
    project.put('src/a.ts', 'export function alpha(): void {}\n');
    project.put('made/b.ts', 'export function beta(): void {}\n');
    project.put('wfmap.config.json', '{"outline": {"exclude": ["made/"]}}');
    expect(await ask(project)).toMatchObject({ text: expect.not.stringContaining('beta') });
  });

  test('is none where the configuration cannot be read', async ({ project, expect }) => {
    project.put('wfmap.config.json', '{');
    expect(await ask(project)).toEqual({ fault: expect.stringContaining('wfmap.config.json') });
  });

  test('lets this process go on meanwhile, and ends in its time', async ({ project, expect }) => {
    let beats = 0;
    const beat = setInterval(() => (beats += 1), 5);
    const reply = await ask(project, { script: 'endless', maxMs: 300 });
    clearInterval(beat);
    expect(reply).toEqual({ fault: 'It was not worked out within 0.3 seconds.' });
    expect(beats).toBeGreaterThan(0);
  });

  test('ends when it is stopped, and begins nothing where it was before', async ({ project, expect }) => {
    const stop = new AbortController();
    const reply = ask(project, { script: 'endless', signal: stop.signal });
    stop.abort();
    expect(await reply).toBeUndefined();
    expect(await ask(project, { script: '/nowhere.mjs', signal: stop.signal })).toBeUndefined();
  });

  test.for<readonly [string, string | RegExp]>([
    ['broken', 'It broke.'],
    ['silent', 'The thread that works it out ended before it was done.'],
    ['greedy', /memory/],
    ['/nowhere.mjs', /nowhere/],
  ])('is none where its thread fails: %s', async ([script, fault], { expect }) => {
    const reply = await ask({ root: '/' }, { script });
    expect(reply).toEqual({ fault: expect.stringMatching(fault) });
  });
});
