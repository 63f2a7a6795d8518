import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import type { Agent, AgentRequest } from '../../src/agent/agent.ts';
import { createScriptedAgent } from '../../src/agent/scripted/scripted-agent.ts';
import { createScriptedAsker } from '../../src/agent/scripted/scripted-asker.ts';
import { createScriptedShell } from '../../src/agent/scripted/scripted-shell.ts';
import { countTurns } from '../../src/agent/scripted/script.ts';
import type { ShellReply, ShellRequest, ShellRunner } from '../../src/agent/shell/shell-runner.ts';
import { beginGit } from '../../src/cli/git/begin-git.ts';
import { gitNeedsOf } from '../../src/run/program/git-needs.ts';
import { loadProgram } from '../../src/cli/io/load-program.ts';
import { commitRunChanges, EDITED } from '../../src/git/commit-run-changes.ts';
import { setAsideRunChanges } from '../../src/git/set-aside-run-changes.ts';
import { readSnapshot, takeSnapshot } from '../../src/git/take-snapshot.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { readScenarioFile } from '../../src/scenario/read-scenario-file.ts';
import { createScenarioScript } from '../../src/scenario/scenario-script.ts';
import { startFields } from '../../src/scenario/start-fields.ts';
import { start, testHost } from '../helpers/run-host.ts';
import { SeededRandom } from '../helpers/seeded-random.ts';
import { tries } from '../helpers/tries.ts';
import { repositoryAt, test, type Repository } from '../git/repository.ts';

const WORKFLOWS = join(import.meta.dirname, '../../workflows');

/**
 * A way through a shipped map, as a scenario: what stands before its own file's scenarios is taken from there.
 *
 * `left` says what becomes of what the first agent did: committed, set aside, or lying where it is.
 */
interface Way {
  readonly map: string;
  readonly name: string;
  readonly answers: string;
  readonly left: 'committed' | 'aside' | 'lying';
}

const STUCK = "'Build/ST-001/Run/map/Act': [{ output: { <<: *report, blocker: No rights. } }]";
const APART = `Decompose: [{ output: { <<: *plan, blueprint: { summary: Two, subtasks: [*first, { <<: *second, dependencies: [] }] } } }]`;

const WAYS: readonly [Way, ...Way[]] = [
  { map: 'efficient', name: 'accepted', answers: '', left: 'committed' },
  {
    map: 'efficient',
    name: 'skipped',
    answers: `${STUCK}, ${APART}, Escalate: [{ action: Skip, fields: {} }]`,
    left: 'aside',
  },
  {
    map: 'efficient',
    name: 'aborted',
    answers: `${STUCK}, Escalate: [{ action: Abort, fields: {} }]`,
    left: 'lying',
  },
  { map: 'fast', name: 'accepted', answers: '', left: 'committed' },
  { map: 'fast', name: 'blocked', answers: STUCK, left: 'lying' },
  { map: 'debug', name: 'accepted', answers: '', left: 'committed' },
  {
    map: 'debug',
    name: 'blocked',
    answers: 'Fix: [{ output: { <<: *report, blocker: No rights. } }]',
    left: 'lying',
  },
];

/** What a person says of files that both changed. */
const CHOICES = ['Commit', 'Leave Out', 'Stop'] as const;

const EDITORS: ReadonlySet<string> = new Set(['Act', 'Fix']);

describe('of a user’s uncommitted files', () => {
  test.for(Array.from({ length: tries(200, 6) }, (_, seed) => seed))(
    'a run commits, hides and changes nothing, whatever they are and however it ends: %i',
    async (seed, { repository, home, expect }) => {
      const random = new SeededRandom(seed);
      const chosen = WAYS[seed % WAYS.length] ?? WAYS[0];
      const choice = random.of(CHOICES);
      makeFiles(repository, random);
      if (random.oneIn(6)) addSubmodule(repository, home);
      repository.commit();
      const before = repository.git('rev-parse', 'HEAD');
      const committed = new Set(listed(repository.git('ls-tree', '-r', '--name-only', '-z', before)));
      makeDirty(repository, random);
      const mine = lookAt(repository);
      const dirty = dirtyPaths(repository);
      // The first who works may change a file that the user has changed, too.
      const shared = random.oneIn(3) ? dirty.filter((path) => mine.files.has(path)).slice(0, 1) : [];
      const { way, leftOut } = answeredBy(chosen, choice, shared);
      const removed = new Set<string>();
      const done = await play(repository, way, (turn) =>
        agentWork(repository, { turn, shared, dirty, random, removed }),
      );
      const now = lookAt(repository);
      const commits = committedPaths(repository, before);
      const what = `seed ${seed}, ${way.map} ${way.name}, ${choice} of ${shared.join(', ')}`;

      const untouched = dirty.filter((path) => !shared.includes(path));
      expect(pick(now.files, untouched), what).toEqual(pick(mine.files, untouched));
      expect(pick(now.index, untouched), what).toEqual(pick(mine.index, untouched));
      expect(
        [...commits].filter((path) => untouched.includes(path)),
        what,
      ).toEqual([]);

      const [first = [], ...others] = done;
      // Whoever works afterwards may change the same files.
      const gone = way.left === 'aside' ? first.filter((path) => !others.flat().includes(path)) : [];
      // What was set aside left everything as it was.
      expect(pick(now.files, gone), what).toEqual(pick(mine.files, gone));
      expect(
        [...commits].filter((path) => gone.includes(path) && !others.flat().includes(path)),
        what,
      ).toEqual([]);
      // What the user had added, and the agent removed, is in no commit: a stash has nothing of it.
      const toStash = first.filter((path) => committed.has(path) || !removed.has(path)).toSorted();
      expect(stashed(repository), what).toEqual(way.left === 'aside' ? toStash : []);
      const kept = keptOf(way, first, others);
      const own = kept.filter((path) => !leftOut.includes(path));
      expect(
        leftOut.filter((path) => commits.has(path)),
        what,
      ).toEqual([]);
      expect(pick(now.index, leftOut), what).toEqual(pick(mine.index, leftOut));
      expect(
        own.filter((path) => uncommittedOf(repository).has(path)),
        what,
      ).toEqual([]);
      expect([...commits].toSorted(), what).toEqual(
        [...new Set(own)].filter((path) => commits.has(path)).toSorted(),
      );
      if (way.left === 'lying') expect(commits.size, what).toBe(0);
      else expect(commits.size, what).toBeGreaterThan(0);
    },
  );
});

/** A way with what a person says of the `shared` files, where that is asked. */
function answeredBy(
  chosen: Way,
  choice: (typeof CHOICES)[number],
  shared: readonly string[],
): { readonly way: Way; readonly leftOut: readonly string[] } {
  const isAsked = chosen.left === 'committed' && shared.length > 0;
  const answers = [chosen.answers, `Ask Edited: [${choice}]`].filter((each) => each !== '').join(', ');
  const left = isAsked && choice === 'Stop' ? 'lying' : chosen.left;
  return { way: { ...chosen, answers, left }, leftOut: isAsked && choice === 'Leave Out' ? shared : [] };
}

/** What of the work is to be committed, but for what is left out. */
function keptOf(
  { left }: Way,
  first: readonly string[],
  others: readonly (readonly string[])[],
): readonly string[] {
  if (left === 'lying') return [];
  return left === 'aside' ? others.flat() : [first, ...others].flat();
}

/** Files of a folder: mode and content by path, a byte a character; and what git's index has of each. */
interface Look {
  readonly files: ReadonlyMap<string, string>;
  readonly index: ReadonlyMap<string, string>;
}

function lookAt({ root, git }: Repository): Look {
  const files = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const name of readdirSync(bytesOf(join(root, folder)), { encoding: 'latin1' })) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (['.git', '.wfmap', '.map'].includes(path)) continue;
      const full = bytesOf(`${Buffer.from(root).toString('latin1')}/${path}`);
      const stats = lstatSync(full);
      if (stats.isDirectory()) walk(path);
      else {
        const held = stats.isSymbolicLink() ? readlinkSync(full, 'latin1') : readFileSync(full, 'latin1');
        files.set(path, `${stats.mode.toString(8)} ${held}`);
      }
    }
  };
  walk('');
  const index = new Map<string, string>();
  for (const line of latin(git('ls-files', '--stage', '-z')).split('\0')) {
    const [entry = '', path] = line.split('\t');
    if (path !== undefined) index.set(path, entry);
  }
  return { files, index };
}

const bytesOf = (path: string): Buffer => Buffer.from(path, 'latin1');
/** What git printed as UTF-8, as bytes again; names of a test that are not UTF-8 are not asked for in this way. */
const latin = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const listed = (text: string): string[] =>
  latin(text)
    .split('\0')
    .filter((path) => path !== '');

const pick = (all: ReadonlyMap<string, string>, paths: readonly string[]) =>
  paths.map((path) => [path, all.get(path) ?? 'none']);

function dirtyPaths({ git }: Repository): string[] {
  // The helper cuts blanks at the ends; the first line, which names the branch, has none.
  const [, ...lines] = listed(git('status', '--porcelain', '--branch', '-z', '--no-renames', '-uall'));
  return lines.map((line) => line.slice(3));
}

const uncommittedOf = (repository: Repository): Set<string> => new Set(dirtyPaths(repository));

function committedPaths({ git }: Repository, since: string): Set<string> {
  return new Set(listed(git('log', '--format=', '--name-only', '--no-renames', '-z', `${since}..HEAD`)));
}

function stashed({ git }: Repository): string[] {
  if (git('stash', 'list') === '') return [];
  return listed(git('diff', '--name-only', '--no-renames', '-z', 'stash@{0}^', 'stash@{0}')).toSorted();
}

const NAMES = [
  'a.txt',
  '-rf',
  'with space',
  'q"uote',
  'new\nline',
  'ü',
  ':(top)x',
  '*.js',
  'd/one',
  'd/e/two',
  'd/e/x',
  'z',
];

function makeFiles({ put, root }: Repository, random: SeededRandom): void {
  for (const name of NAMES) put(name, `${name}\n`.repeat(1 + random.below(20)));
  put('run.sh', '#!/bin/sh\n');
  symlinkSync('a.txt', join(root, 'link'));
  put('.gitignore', 'ignored\n');
  if (random.oneIn(3)) put('.gitattributes', '* text=auto\n');
}

function addSubmodule({ git }: Repository, home: string): void {
  const other = repositoryAt(join(home, 'other'));
  other.git('init', '-q', '-b', 'main');
  other.put('inside.txt', 'inside\n');
  other.commit();
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.root, 'sub');
}

/** Between three and ten things that a user may have begun. */
function makeDirty(repository: Repository, random: SeededRandom): void {
  const { git, put, root } = repository;
  const left = [...NAMES];
  const take = (): string => left.splice(random.below(left.length), 1)[0] ?? 'a.txt';
  const add = (path: string): string => git('--literal-pathspecs', 'add', '--', path);
  const deeds: readonly [() => void, ...(() => void)[]] = [
    () => put(take(), 'edited\n'),
    () => {
      const path = take();
      put(path, 'staged\n');
      add(path);
    },
    () => {
      const path = take();
      put(path, 'staged\n');
      add(path);
      put(path, 'staged, and more\n');
    },
    () => rmSync(join(root, take())),
    () => git('--literal-pathspecs', 'rm', '-q', '--', take()),
    () => git('mv', '--', take(), `moved ${random.below(1000)}`),
    () => renameSync(join(root, take()), join(root, `renamed ${random.below(1000)}`)),
    () => put(`new/${random.below(1000)}`, 'new\n'),
    () => {
      put('added', 'added\n');
      add('added');
      rmSync(join(root, 'added'));
    },
    () => {
      put('intended', 'x\n');
      git('add', '--intent-to-add', 'intended');
    },
    () => chmodSync(join(root, 'run.sh'), 0o755),
    () => {
      const path = take();
      rmSync(join(root, path));
      symlinkSync('nowhere', join(root, path));
    },
    () => {
      const path = take();
      rmSync(join(root, path));
      put(`${path}/now a folder`, 'x\n');
    },
  ];
  put('.env', 'SECRET=1\n');
  for (let count = 3 + random.below(7); count > 0; count -= 1) random.of(deeds)();
}

interface Work {
  /** From 0. */
  readonly turn: number;
  readonly shared: readonly string[];
  readonly dirty: readonly string[];
  readonly random: SeededRandom;
  /** Takes the paths that the agent removes, in its first turn. */
  readonly removed: Set<string>;
}

/** What an agent does in a turn. Shape: the paths that it changed. */
function agentWork({ root, put, git }: Repository, { turn, shared, dirty, random, removed }: Work): string[] {
  const isFree = (path: string): boolean =>
    !dirty.some((each) => `${each}/`.startsWith(`${path}/`) || path.startsWith(`${each}/`));
  const free = listed(git('ls-files', '-z')).filter(
    (path) => path !== 'sub' && !path.startsWith('made/') && isFree(path) && !path.startsWith('.git'),
  );
  const done = [`made/${turn}/by agent`];
  put(done[0] ?? '', `made in turn ${turn}\n`);
  for (const path of [...(turn === 0 ? shared : []), ...free.filter(() => random.oneIn(4))]) {
    const full = bytesOf(`${Buffer.from(root).toString('latin1')}/${path}`);
    rmSync(full, { force: true });
    if (!random.oneIn(3)) {
      mkdirSync(bytesOf(join(root, 'x', '..')), { recursive: true });
      writeFileSync(full, `changed in turn ${turn}\n`);
    } else if (turn === 0) removed.add(path);
    done.push(path);
  }
  // Some agents stage what they do.
  if (random.oneIn(4)) git('add', '--', done[0] ?? '');
  return done;
}

/** Plays a map in the repository, with real git where it commits and sets aside. Shape: what each editor changed. */
async function play(
  repository: Repository,
  way: Way,
  work: (turn: number) => string[],
): Promise<readonly (readonly string[])[]> {
  const { root } = repository;
  const [head = ''] = readFileSync(join(WORKFLOWS, `scenarios/${way.map}.scenario.yaml`), 'utf8').split(
    '\nscenarios:',
  );
  const text = `${head}\nscenarios:\n  - { name: it, fields: { autoApprove: true }, answers: { ${way.answers} }, expect: { outcome: complete } }\n`;
  const own = way.map === 'efficient' ? text : text.replace('fields: { autoApprove: true }, ', '');
  const file = readScenarioFile({ name: 'it.yaml', text: own });
  if ('problems' in file) throw new Error(JSON.stringify(file.problems.map(({ message }) => message)));
  const [scenario] = file.scenarios;
  if (scenario === undefined) throw new Error('there is a scenario');
  const loaded = loadProgram(way.map, root, root);
  const fields = startFields(loaded.program, scenario.fields);
  if ('problems' in fields) throw new Error(fields.problems.join(' '));
  const { script, missing } = createScenarioScript(scenario, () => undefined);
  const stage = { turnOf: countTurns() };
  const done: string[][] = [];
  const agent = createScriptedAgent(script, stage);
  const editor: Agent = {
    kind: 'claude',
    start: (request: AgentRequest) => {
      if (EDITORS.has(request.task)) done.push(work(done.length));
      return agent.start(request);
    },
  };
  repository.git('config', 'user.name', 'A');
  repository.git('config', 'user.email', 'a@b');
  const needs = gitNeedsOf(loaded.program, fields.values);
  const config = { protectedBranches: [] };
  const beginning = { workRoot: root, flags: {}, config, needs, runs: [], say: () => undefined };
  const { prepare } = await beginGit(
    { kind: 'claude' },
    beginning as unknown as Parameters<typeof beginGit>[1],
  );
  const host = testHost(nodeFileSystem, root, editor, {
    shell: realGit(createScriptedShell(script, stage)),
    asker: createScriptedAsker(script, { ...stage, report: refuse }),
  });
  const { state } = await start(host, loaded.program, {
    texts: loaded.texts,
    mapPath: join(root, loaded.program.source.path),
    fields: fields.values,
    prepare,
  });
  if (missing().length > 0 || state.finished === undefined)
    refuse(JSON.stringify([missing(), state.paused ?? null]));
  return done;
}

function refuse(problem: string): never {
  throw new Error(problem);
}

/** Commands of the engine do what they do for a user; all others are played. */
function realGit(scripted: ShellRunner): ShellRunner {
  return {
    start: (request) => {
      if (request.argv[0] !== 'wfmap') return scripted.start(request);
      return { reply: ownCommand(request), stop: () => undefined, kill: () => undefined };
    },
  };
}

async function ownCommand({ argv, variables, workFolder }: ShellRequest): Promise<ShellReply> {
  const given = (name: string): string =>
    argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';
  const ended = (stdout: string, exitCode = 0): ShellReply => ({
    outcome: 'exited',
    exitCode,
    stdout,
    durationMs: 1,
  });
  if (argv[1] === 'snapshot') {
    const taken = await takeSnapshot(workFolder);
    return 'fault' in taken ? refuse(taken.fault) : ended(taken.id);
  }
  const started = { head: variables['WFMAP_START_HEAD'] ?? '', tree: variables['WFMAP_START_TREE'] ?? '' };
  const begun = readSnapshot(given('since')) ?? started;
  const message = given('message');
  const edited = EDITED.find((each) => each === given('edited'));
  const done =
    argv[1] === 'commit'
      ? await commitRunChanges(workFolder, begun, { message, edited })
      : await setAsideRunChanges(workFolder, begun, { message, run: 'it' });
  if ('fault' in done) return refuse(done.fault);
  if ('edited' in done) return ended(JSON.stringify(done), 1);
  return ended('head' in done ? (done.head ?? '') : '');
}
