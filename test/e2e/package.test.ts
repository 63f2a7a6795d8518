import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeFault } from '../../src/cli/io/node-fault.ts';
import { installPackage, MANIFEST, ROOT, type Installed } from './helpers/installed.ts';
import { STAND_IN } from './helpers/program.ts';

let installed: Installed;
beforeAll(() => {
  installed = installPackage();
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', installed.project]);
  // npm installs from a registry, as fast as that answers.
}, 300_000);
afterAll(() => installed.remove());

const environment = (): NodeJS.ProcessEnv => ({
  PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
  HOME: dirname(installed.project),
  WFMAP_WALL: 'off',
  WFMAP_CLAUDE: STAND_IN,
  STAND_IN_STATE: join(dirname(installed.project), 'state'),
  STAND_IN_SCRIPT: join(dirname(installed.project), 'script.json'),
  NO_COLOR: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
});

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function node(...words: readonly string[]): Ended {
  const options = { cwd: installed.project, env: environment(), encoding: 'utf8', timeout: 100_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, words, options);
  return { status, stdout, stderr };
}

/** As a person starts it there. */
function wfmap(...words: readonly string[]): Ended {
  return node(join(installed.project, 'node_modules/.bin/wfmap'), ...words);
}

/** What of the package is what: each file is of one kind, and each kind is there. Units: bytes, of the largest file. */
const KINDS: readonly (readonly [name: string, pattern: RegExp, max: number])[] = [
  ['the manifest, the licence and the README', /^(?:package\.json|LICENSE|README\.md)$/, 100_000],
  ['programs', /^dist\/(?:main|watchdog|outline-worker)\.js$/, 10_000],
  ['code of the programs', /^dist\/chunk\/[\w.-]+-[\w-]{8}\.js$/, 900_000],
  ['code that waits for its first use', /^dist\/chunk\/[\w.-]+\.cjs$/, 500_000],
  ['entry points of the library', /^dist\/(?:index|language|testing|host|xstate)\.js$/, 400_000],
  ['code of the library', /^dist\/library\/[\w.-]+-[\w-]{8}\.js$/, 1_200_000],
  ['types of the library', /^dist\/types\/(?:[\w-]+\/)*[\w.-]+\.d\.ts$/, 60_000],
  ['the page', /^dist\/page\/(?:index\.html|page\.(?:js|css)|icon\.svg)$/, 300_000],
  ['examples of diagnostics', /^dist\/examples\/[a-z-]+\.txt$/, 20_000],
  ['grammars of code', /^dist\/grammars\/(?:LICENSE|tree-sitter-[a-z]+\.wasm)$/, 2_000_000],
  ['maps and their scenarios', /^workflows\/(?:[\w-]+\/)*[\w.-]+\.(?:json|wfmap|yaml|md)$/, 120_000],
  ['prompts and schemas', /^prompts\/(?:[\w-]+\/)*[\w.-]+\.(?:md|json)$/, 120_000],
  ['the language, for readers and editors', /^grammar\/(?:[\w-]+\/)*[\w.-]+\.(?:json|md|ebnf)$/, 250_000],
  ['an extension for an editor', /^grammar\/editors\/vscode\/extension\.js$/, 10_000],
  ['pages', /^docs\/(?:[a-z]+\/)?[\w-]+\.md$/, 60_000],
  ['pictures', /^docs\/pictures\/[a-z]+\.svg$/, 60_000],
];

describe('the tarball', () => {
  test.each(KINDS)('has %s', (_name, pattern) => {
    expect(installed.tarball.files.filter(({ path }) => pattern.test(path))).not.toEqual([]);
  });

  test('has no file of another kind, and none that is larger than those of its kind', () => {
    const odd = installed.tarball.files.flatMap(({ path, size }) => {
      const kinds = KINDS.filter(([, pattern]) => pattern.test(path));
      return kinds.length === 1 && size <= (kinds[0]?.[2] ?? 0) ? [] : [`${path} (${size} bytes)`];
    });
    expect(odd).toEqual([]);
  });

  test('is not larger than it needs to be', () => {
    expect(installed.tarball.size).toBeLessThan(3_500_000);
    expect(installed.tarball.unpackedSize).toBeLessThan(18_000_000);
  });

  test('has all that its manifest names', () => {
    const named = [
      ...Object.values(MANIFEST.bin),
      ...Object.values(MANIFEST.exports).flatMap((each) =>
        typeof each === 'string' ? [each] : Object.values(each),
      ),
    ];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !existsSync(join(installed.folder, path)))).toEqual([]);
  });

  test('is packed after one build, which makes its types', () => {
    const { prepare, prepack } = MANIFEST.scripts;
    expect({ prepare, prepack }).toEqual({ prepare: 'node test/config/bundle.mjs', prepack: undefined });
  });

  test('names no path of the machine that it was made on', () => {
    const found = installed.tarball.files.filter(
      ({ path }) =>
        !path.endsWith('.wasm') && readFileSync(join(installed.folder, path), 'utf8').includes(ROOT),
    );
    expect(found).toEqual([]);
  });
});

describe('one oldest Node', () => {
  const needed = MANIFEST.engines.node.replace('>=', '');
  const older = ['20.20.2', '22.17.9', '18.0.0'];

  test('is what the README and the page of the library say', () => {
    for (const page of ['README.md', 'docs/guide/library.md'])
      expect(readFileSync(join(ROOT, page), 'utf8').match(/Node \d[\d.]*\d or newer/g)).toEqual([
        `Node ${needed} or newer`,
      ]);
  });

  test.each(older)('is what wfmap says in one line on %s, and the library in one sentence', (version) => {
    const line = `wfmap needs Node ${needed} or newer; this is ${version}.`;
    const versions = `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`;
    const program = node('--import', versions, join(installed.folder, 'dist/main.js'), '--version');
    expect(program).toEqual({ status: 2, stdout: '', stderr: `${line}\n` });
    for (const entry of ['wfmap', 'wfmap/testing', 'wfmap/host', 'wfmap/xstate']) {
      const script = `import('${entry}').then(() => 'loaded', ({ message }) => message).then(console.log)`;
      expect(node('--import', versions, '--eval', script).stdout).toBe(`${line}\n`);
    }
  });

  test.each(['22.18.0', '22.19.0', '23.0.0', '24.21.0'])('lets %s pass', (version) => {
    expect(nodeFault(version, needed)).toBeUndefined();
  });

  test.each(older)('does not let %s pass', (version) => {
    expect(nodeFault(version, needed)).toContain(version);
  });
});

describe('in an empty project', () => {
  test('every command of a first hour does its work', () => {
    expect(wfmap('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(wfmap('list').stdout).toMatch(/^efficient +shipped /m);
    expect(wfmap('validate', 'efficient').stdout).toMatch(/^No problems in 1 map\.$/m);
    expect(wfmap('new', 'hello')).toMatchObject({ status: 0, stderr: '' });
    expect(wfmap('validate', 'hello')).toMatchObject({ status: 0, stderr: '' });
    expect(wfmap('test').stdout).toMatch(/^3 scenarios passed/m);
    expect(wfmap('graph', 'hello').stdout).toContain('Work');
    expect(wfmap('graph', 'hello', '--to', 'svg').stdout).toMatch(/^<svg /);
    expect(wfmap('explain', 'unknown-target').stdout).toContain('is reported as:');
    expect(wfmap('outline').status).toBe(0);
    const run = wfmap('run', 'efficient', '--goal', 'Add a flag', '--agent', 'scripted', '--no-input');
    expect(run).toMatchObject({ status: 0, stderr: expect.not.stringContaining('bug in wfmap') });
    expect(wfmap('runs').stdout).toContain('efficient/slip-001');
    expect(wfmap('show').stdout).toContain('completed');
  });

  test('the server serves its page', async () => {
    const words = [join(installed.folder, 'dist/main.js'), 'serve', '--json'];
    const child = spawn(process.execPath, words, {
      cwd: installed.project,
      env: environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const { page } = JSON.parse(line) as { readonly page: string };
      const html = await (await fetch(page)).text();
      const script = /<script[^>]* src="([^"]+)"/.exec(html)?.[1] ?? '';
      const code = await (await fetch(new URL(script, page))).text();
      expect(code).toBe(readFileSync(join(installed.folder, 'dist/page/page.js'), 'utf8'));
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });
});

const PAGE = readFileSync(join(ROOT, 'docs/guide/library.md'), 'utf8');
const examples = Array.from(PAGE.matchAll(/<!-- example: (.+?) -->\n```\w+\n(.*?)```/gs), (match) => ({
  path: match[1] ?? '',
  text: match[2] ?? '',
}));

describe('the examples of the page about the library', () => {
  beforeAll(() => {
    for (const { path, text } of examples) {
      mkdirSync(dirname(join(installed.project, path)), { recursive: true });
      writeFileSync(join(installed.project, path), text);
    }
    const writes = { match: 'Write one line', action: 'Ask', costUsd: 0.01 };
    writeFileSync(environment()['STAND_IN_SCRIPT'] ?? '', JSON.stringify({ rules: [writes] }));
  });

  test('have a valid map, laid out, whose scenarios pass', () => {
    expect(wfmap('validate', 'workflows/greet.wfmap').stdout).toMatch(/^No problems in 1 map\.$/m);
    expect(wfmap('fmt', '--check', 'workflows/greet.wfmap')).toMatchObject({ status: 0 });
    expect(wfmap('test', 'workflows/scenarios/greet.scenario.yaml').stdout).toContain('2 scenarios passed');
  });

  /** What each prints, in parts. */
  const printed: Readonly<Record<string, readonly string[]>> = {
    'run.mjs': ['Write -> Ask', "name: 'greet/slip-001'", "status: 'paused'", 'costUsd: 0.01'],
    'ask.mjs': ["Ask Send it? [ 'Send', 'Again' ]", 'Done'],
    'scenarios.mjs': ['sent at once passed', '{ passed: true }', 'taken: 3, total: 3'],
    'language.mjs': ['5:12 unknown-target:', 'flowchart TD'],
    'machine.mjs': ['A\n'],
    'journal.mjs': ['run.started … run.finished'],
  };

  test('are those that are run here', () => {
    expect(examples.map(({ path }) => path).filter((path) => path.endsWith('.mjs'))).toEqual(
      Object.keys(printed),
    );
    expect(PAGE.match(/^```js$/gm)).toHaveLength(Object.keys(printed).length);
  });

  test.each(Object.entries(printed))('%s prints what a reader expects', (path, parts) => {
    const { status, stdout, stderr } = node(path);
    expect([status, stderr]).toEqual([0, '']);
    for (const part of parts) expect(stdout).toContain(part);
  });
});

describe('the types', () => {
  test('are taken by the strict compiler of a stranger, declarations and all', () => {
    const options = {
      strict: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      module: 'nodenext',
      target: 'es2024',
      // The page of a stranger may know nothing of Node.
      types: [],
      lib: ['es2024', 'esnext.asynciterable', 'dom'],
      noEmit: true,
    };
    writeFileSync(join(installed.project, 'package.json'), '{"type": "module"}');
    writeFileSync(
      join(installed.project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['stranger.ts'] }),
    );
    writeFileSync(join(installed.project, 'stranger.ts'), STRANGER);
    const { status, stdout } = node(join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.');
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    // What it is to refuse, it refuses.
    writeFileSync(join(installed.project, 'stranger.ts'), STRANGER.replace("goal: 'x'", 'goal: 7'));
    expect(node(join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.').stdout).toContain('stranger.ts');
  });

  test('are no more than those that the entry points reach', () => {
    const types = readdirSync(join(installed.folder, 'dist/types'), { recursive: true, encoding: 'utf8' });
    expect(types.filter((path) => /^(?:page|lsp|serve)\b/.test(path))).toEqual([]);
  });
});

const STRANGER = `
import { claude, loadMap, run, scripted, WfmapError, type RunEvent, type RunResult } from 'wfmap';
import { check, toJson } from 'wfmap/language';
import { readJournal, type RunHost } from 'wfmap/host';
import { testScenarios } from 'wfmap/testing';
import { createMachine } from 'wfmap/xstate';

const map = await loadMap('x');
const handle = run(map, { goal: 'x', agent: claude({ program: 'claude' }), ask: () => ({ action: 'Go' }) });
const types: RunEvent['type'][] = [];
for await (const event of handle) {
  types.push(event.type);
  if (event.type === 'task.finished') {
    const action: string | null = event.data.action;
    types.push(action === null ? event.type : 'run.started');
  }
}
const result: RunResult = await handle;
const outcome: string | null = result.outcome;
const again: Promise<RunResult> = run(map, { agent: scripted({ answers: { A: ['B', { action: 'C', costUsd: 1 }] } }) });
const { document, diagnostics } = check({ name: 'a.json', text: '{}' }, (path) => ({ kind: 'missing', lookedIn: [path] }));
const codes: string[] = toJson(diagnostics, 1).diagnostics.map(({ code }) => code);
if (document) createMachine(document.map.block);
const { passed } = await testScenarios('x.scenario.yaml');
declare const host: RunHost;
readJournal(host.fs, 'x');
export { outcome, again, codes, passed, WfmapError };
`;
