import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { test as base } from 'vitest';
import type { RunEvent } from '../../../src/model/run-event.ts';
import { STAND_IN } from './program.ts';
import { startWfmap, type Ended, type Started, type StartOptions } from './start-wfmap.ts';

/** One call of the stand-in, and one result message of it, as it noted them. */
export interface Call {
  readonly n: number;
  readonly rule: number;
  readonly prompt: string;
  readonly session: string;
  readonly continues: boolean;
  readonly argv: readonly string[];
  /** The text of --append-system-prompt-file. */
  readonly instructions?: string;
  readonly cwd: string;
  readonly pid: number;
  readonly marker: string | null;
}

export interface Result {
  readonly n: number;
  readonly session: string;
  readonly action: string | null;
}

/** What the stand-in does in one call; its own head says what there is. */
export type Rule = Readonly<Record<string, unknown>>;

/** A git repository with a story in it, and a stand-in that answers for `claude`. */
export interface Project {
  readonly root: string;
  /** Outside the repository: what the stand-in remembers. */
  readonly state: string;
  readonly environment: Record<string, string>;
  readonly put: (path: string, text: string | object) => void;
  readonly read: (path: string) => string;
  readonly has: (path: string) => boolean;
  readonly list: (path: string) => string[];
  /** Lets the stand-in follow rules; the first that fits and has a use left is played. */
  readonly script: (...rules: readonly Rule[]) => void;
  /** The same with what else a script may say. */
  readonly scriptWith: (script: object) => void;
  readonly start: (words: readonly string[], options?: StartOptions) => Started;
  readonly run: (words: readonly string[], options?: StartOptions) => Promise<Ended>;
  /** Runs a line as the program printed it. */
  readonly paste: (line: string, options?: StartOptions) => Promise<Ended>;
  readonly git: (...words: readonly string[]) => string;
  readonly calls: () => Call[];
  readonly results: () => Result[];
  /** The raw records of a run's journal. */
  readonly records: (run: string) => Record<string, unknown>[];
  /** The same as events: without what a journal adds. */
  readonly events: (run: string) => RunEvent[];
  readonly remove: () => Promise<void>;
}

export const STORY = '# A greeting\n\nThe program greets by name.\n';

/** `hasGit: false` makes a folder that only looks like a repository, which is quicker. */
export function createProject({ hasGit = true } = {}): Project {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-e2e-')));
  const root = join(home, 'repository');
  const state = join(home, 'state');
  const script = join(home, 'script.json');
  const environment: Record<string, string> = {
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    HOME: home,
    TMPDIR: tmpdir(),
    // What a machine has of walls must change no other test; those of walls put up their own.
    WFMAP_WALL: 'off',
    WFMAP_CLAUDE: STAND_IN,
    STAND_IN_STATE: state,
    STAND_IN_SCRIPT: script,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@example.org',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@example.org',
  };
  const inRoot = (path: string): string => join(root, path);
  const git = (...words: readonly string[]): string => {
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
    const { status, stdout, stderr } = spawnSync('git', [...who, ...words], {
      cwd: root,
      env: environment,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
    return stdout;
  };
  const running = new Set<Started>();
  const start = (words: readonly string[], options: StartOptions = {}): Started => {
    const started = startWfmap(
      words,
      { ...options, environment: { ...environment, ...options.environment } },
      root,
    );
    running.add(started);
    void started.end.then(() => running.delete(started));
    return started;
  };
  const follow = (whole: object): void => {
    // What the rules of the last script were used for says nothing of these.
    const used = existsSync(state) ? readdirSync(state).filter((name) => /^use-\d/.test(name)) : [];
    for (const name of used) rmSync(join(state, name));
    writeFileSync(script, JSON.stringify(whole));
  };
  const project: Project = {
    root,
    state,
    environment,
    put: (path, text) => {
      mkdirSync(dirname(inRoot(path)), { recursive: true });
      writeFileSync(inRoot(path), typeof text === 'string' ? text : JSON.stringify(text, undefined, 2));
    },
    read: (path) => readFileSync(inRoot(path), 'utf8'),
    has: (path) => existsSync(inRoot(path)),
    list: (path) => (existsSync(inRoot(path)) ? readdirSync(inRoot(path)).toSorted() : []),
    script: (...rules) => follow({ rules }),
    scriptWith: follow,
    start,
    run: (words, options) => start(words, options).end,
    paste: (line, options) => {
      const words = line.trim().match(/'[^']*'|\S+/g) ?? [];
      if (words[0] !== 'wfmap') throw new Error(`not a line of wfmap: ${line}`);
      return start(
        words.slice(1).map((word) => word.replaceAll("'", '')),
        options,
      ).end;
    },
    git,
    calls: () => linesOf<Call>(join(state, 'calls.jsonl')),
    results: () => linesOf<Result>(join(state, 'results.jsonl')),
    records: (run) => linesOf(inRoot(`.wfmap/runs/${run}/journal.jsonl`)),
    events: (run) =>
      linesOf<RunEvent & Record<'crc' | 'more' | 'batch' | 'totals', unknown>>(
        inRoot(`.wfmap/runs/${run}/journal.jsonl`),
      ).map(({ crc: _crc, more: _more, batch: _batch, totals: _totals, ...event }) => event),
    remove: async () => {
      // A test that failed may leave a run behind; its watchdog ends the rest.
      for (const started of running) started.kill('SIGKILL');
      await Promise.all([...running].map(({ end }) => end));
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  project.put('stories/STORY-1.md', STORY);
  project.put('src/greet.txt', 'hello\n');
  if (hasGit) cpSync(firstCommit(git, root), inRoot('.git'), { recursive: true });
  else mkdirSync(inRoot('.git'));
  project.script();
  return project;
}

let first: string | undefined;

/** The `.git` of a project with one commit, made once a worker and copied, which is quicker than git. */
function firstCommit(git: Project['git'], root: string): string {
  if (first === undefined) {
    git('init', '-q', '-b', 'main', '--template=');
    git('add', '-A');
    git('commit', '-q', '-m', 'start');
    const folder = mkdtempSync(join(tmpdir(), 'wfmap-first-'));
    first = join(folder, 'git');
    renameSync(join(root, '.git'), first);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  return first;
}

/** A test with a project of its own. */
export const test = base.extend<{ project: Project }>({
  // The first parameter of a fixture must be written as a pattern.
  // oxlint-disable-next-line eslint/no-empty-pattern
  project: async ({}, use) => {
    const project = createProject();
    await use(project);
    await project.remove();
  },
});

function linesOf<T = Record<string, unknown>>(path: string): T[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
