import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRequests, type Request } from './requests.ts';
import { startWfmap, type Ended, type Wfmap } from './wfmap.ts';

/** A fresh repository to run maps in, and a view of what the API was asked since it was made. */
export interface Bench {
  readonly folder: string;
  /** The built program. */
  readonly main: string;
  /** What wfmap is started with; a law may change its own. */
  readonly environment: Record<string, string | undefined>;
  readonly write: (path: string, text: string) => void;
  readonly link: (target: string, path: string) => void;
  /** Writes a map and gives its path. */
  readonly map: (tasks: object, more?: object) => string;
  readonly read: (path: string) => string;
  readonly has: (path: string) => boolean;
  readonly git: (...args: string[]) => string;
  readonly start: (...args: string[]) => Wfmap;
  /** Runs wfmap to its end, shows what it printed, and asserts its exit code. */
  readonly wfmap: (exitCode: number, ...args: string[]) => Promise<Ended>;
  /** The same in a folder of the repository. */
  readonly wfmapIn: (folder: string, exitCode: number, ...args: string[]) => Promise<Ended>;
  /** Shows a text beside what wfmap printed. */
  readonly show: (text: string) => void;
  readonly requests: () => readonly Request[];
  /** The texts of the prompts that a run kept, by file name. */
  readonly prompts: (directory: string) => Readonly<Record<string, string>>;
  /** The events of the newest run. */
  readonly events: () => Promise<readonly Event[]>;
  readonly dispose: () => void;
}

export interface Event {
  readonly at: string;
  readonly type: string;
  readonly address: { readonly task?: string; readonly visit?: number };
  readonly data: Readonly<Record<string, unknown>>;
}

interface BenchOptions {
  /** The built program. */
  readonly main: string;
  /** The log of the API. */
  readonly log: string;
  readonly show: (text: string) => void;
}

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# A calculator\n',
  'package.json': '{"name": "calculator", "type": "module", "scripts": {"test": "node --test"}}\n',
  'src/add.js': 'export function add(a, b) {\n  return a - b;\n}\n',
  'test/add.test.js':
    "import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '../src/add.js';\n\ntest('adds', () => assert.equal(add(1, 2), 3));\n",
};

export function createBench({ main, log, show }: BenchOptions): Bench {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-maps-')));
  // Laws of walls put up their own: the others are the same on every machine.
  const environment: Bench['environment'] = { ...process.env, WFMAP_WALL: 'off' };
  const seen = readRequests(log).length;
  const bench: Bench = {
    folder,
    main,
    environment,
    write: (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    link: (target, path) => symlinkSync(target, join(folder, path)),
    map: (tasks, more = {}) => {
      const [startTaskDefinition] = Object.keys(tasks);
      const map = { description: 'A map of a test.', startTaskDefinition, taskDefinitions: tasks, ...more };
      bench.write('test-map.json', JSON.stringify(map, undefined, 2));
      return 'test-map.json';
    },
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    has: (path) => existsSync(join(folder, path)),
    git: (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }),
    start: (...args) => startWfmap({ main, folder, environment }, args),
    wfmap: (exitCode, ...args) => bench.wfmapIn('', exitCode, ...args),
    wfmapIn: async (inner, exitCode, ...args) => {
      const ended = await startWfmap({ main, folder: join(folder, inner), environment }, args).end;
      show(`$ wfmap ${args.join(' ')}\n${ended.stderr}${ended.stdout}(exit code ${ended.exitCode})\n`);
      assert.equal(ended.exitCode, exitCode, `exit code of wfmap ${args.join(' ')}`);
      return ended;
    },
    show,
    requests: () => readRequests(log).slice(seen),
    prompts: (directory) => {
      const names = readdirSync(join(folder, directory)).filter((name) => name.endsWith('-prompt.md'));
      return Object.fromEntries(names.map((name) => [name, bench.read(join(directory, name))]));
    },
    events: async () => {
      const { stdout } = await bench.start('show', '--events').end;
      return stdout
        .trimEnd()
        .split('\n')
        .map((line): Event => JSON.parse(line) as Event);
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
  for (const [path, text] of Object.entries(FILES)) bench.write(path, text);
  bench.git('init', '-q', '-b', 'main');
  bench.git('config', 'user.name', 'A tester');
  bench.git('config', 'user.email', 'tester@example.org');
  bench.git('add', '.');
  bench.git('commit', '-q', '-m', 'A calculator that subtracts');
  return bench;
}

/** Waits until something holds. Errors: throws after half a minute, which no step here takes. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`);
    await sleep(20);
  }
}

/** Asserts that each prompt of a run is, to the byte, a text that the API was sent, and gives how many there are. */
export function assertPromptsSent(bench: Bench, directory: string): number {
  const sent = new Set(bench.requests().flatMap(({ texts }) => texts));
  const prompts = Object.entries(bench.prompts(directory));
  for (const [name, text] of prompts) assert.ok(sent.has(text), `${name} was not sent as it stands`);
  return prompts.length;
}
