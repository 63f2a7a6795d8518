/**
 * What a task may change, attacked by whole runs: an agent that makes one attempt, the comparison after it, and a wall or
 * none. Shape of a table: a line each attack, a column each declaration.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClaudeAgent } from '../../src/agent/claude/create-claude-agent.ts';
import { check } from '../../src/check/check.ts';
import { beginGit } from '../../src/cli/git/begin-git.ts';
import { createTaskWalls } from '../../src/cli/running/create-task-walls.ts';
import { createChangeReader } from '../../src/git/compare/create-change-reader.ts';
import { JournalError } from '../../src/journal/journal-error.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { systemClock } from '../../src/run/host/clock.ts';
import { gitNeedsOf } from '../../src/run/program/git-needs.ts';
import { toProgram } from '../../src/run/program/to-program.ts';
import type { WallKind } from '../../src/wall/wall.ts';
import { start, testHost } from '../helpers/run-host.ts';
import { zoneOf, type AttackedTree, type Zone } from '../wall/attacked-tree.ts';
import { ATTACKS, TARGETS, type Attack } from '../wall/attacks.ts';

/** Of git: the names of commits, and what makes it start programs. */
type Part = Exclude<Zone, 'git'> | 'refs' | 'settings' | 'git';

/** What a map declares, and which parts must then stay as they are. */
export const DECLARED = {
  nothing: { effects: { writes: ['nothing'] }, closed: () => true },
  paths: { effects: { writes: ['src'] }, closed: (part) => part !== 'src' },
  frozen: {
    effects: { writes: ['anything'], mayCommit: true, frozen: "['test', 'lib/kept.js', 'absent']" },
    closed: (part) => ['test', 'kept', 'absent', 'settings'].includes(part),
  },
  'no commits': {
    effects: { writes: ['anything'] },
    closed: (part) => ['refs', 'settings'].includes(part),
  },
} as const satisfies Record<string, { effects: object; closed: (part: Part) => boolean }>;

export type Declared = keyof typeof DECLARED;

/** What is written by the agent for itself: no attempt is made on it. */
const STATE = 'state';

const IN_WORK_TREE: ReadonlySet<Part> = new Set(['src', 'test', 'kept', 'absent', 'top', 'refs', 'settings']);

/** As an agent tries it, which goes on living for `stayMs` after its answer. */
interface Attempt extends Attack {
  readonly stayMs?: number;
}

/** It waits until the answer of the agent has been given. */
const AFTERWARDS = `(trap "" TERM; setsid sh -c 'while ! test -s "$STAND_IN_STATE/results.jsonl"; do sleep 0.02; done; echo x > "$1"' sh "$f" > /dev/null 2>&1 &)`;

/** Those whose outcome does not depend on who tries, or on which programs there are. */
export const ATTEMPTS: readonly Attempt[] = [
  ...ATTACKS.filter(({ onlyRoot = false, name }) => !onlyRoot && name !== 'another bwrap').map((attack) =>
    attack.name === 'in the background' ? { ...attack, each: `${attack.each}; sleep 0.2` } : attack,
  ),
  {
    name: 'a hook of npm',
    once: 'npm install --silent --offline --no-audit --no-fund --no-package-lock',
  },
  { name: 'after the answer', each: AFTERWARDS, stayMs: 2000 },
];

/** Makes one attempt. Shape: "held", "found", or what was changed and is not known to anybody. */
export async function attempt(
  tree: AttackedTree,
  { name, each, once = '', stayMs }: Attempt,
  { declared, wall }: { readonly declared: Declared; readonly wall: WallKind | undefined },
): Promise<string> {
  const { root } = tree;
  const workRoot = join(root, 'repo');
  const files = TARGETS.map((path) => join(root, path));
  const line = each === undefined ? once : files.map((file) => `(f='${file}'; ${each})`).join('\n');
  const what = { run: line, ...(stayMs === undefined ? {} : { stayMs }) };
  const state = join(root, STATE, 'stand-in');
  mkdirSync(state, { recursive: true });
  writeFileSync(
    join(state, 'script.json'),
    JSON.stringify({ rules: [], default: { ...what, action: 'Done' } }),
  );
  const events = await run(workRoot, declared, wall, environmentOf(tree, state));
  rmSync(join(root, STATE), { recursive: true, force: true });
  rmSync(join(workRoot, '.wfmap'), { recursive: true, force: true });
  return verdictOf(name, declared, tree.takePaths(), events);
}

function environmentOf({ root, mark }: AttackedTree, state: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: join(root, 'home'),
    REPO: join(root, 'repo'),
    OUT: join(root, 'outside'),
    OTHER: join(root, 'outside/other.txt'),
    FILES: TARGETS.map((path) => join(root, path)).join('\n'),
    MARK: mark,
    XDG_CACHE_HOME: join(root, STATE),
    CLAUDE_CONFIG_DIR: join(root, STATE, 'claude'),
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@b',
    npm_config_update_notifier: 'false',
    STAND_IN_STATE: state,
    STAND_IN_SCRIPT: join(state, 'script.json'),
  };
}

const CLAUDE = join(import.meta.dirname, '../fixtures/bin/claude');

/** A run of a map with one task. Shape: its events; undefined where it was stopped because its own files were changed. */
async function run(
  workRoot: string,
  declared: Declared,
  wall: WallKind | undefined,
  environment: Readonly<Record<string, string>>,
): Promise<readonly RunEvent[] | undefined> {
  const work = { type: 'claude', promptTemplate: 'Try it.', actions: { Done: { target: 'End' } } };
  const tasks = { Work: { ...work, ...DECLARED[declared].effects }, End: { type: 'end' } };
  const map = { description: 'One task', startTaskDefinition: 'Work', taskDefinitions: tasks };
  const text = JSON.stringify(map);
  const checked = check({ name: 'map.json', text }, () => ({ kind: 'missing', lookedIn: [] }));
  const { document } = checked;
  if (document === undefined) throw new Error('The map can be read.');
  const { program, texts } = toProgram({ ...checked, document }, 'map.json');
  const say = (): void => undefined;
  const needs = { ...gitNeedsOf(program, {}), commits: undefined };
  const config = { protectedBranches: [] };
  const beginning = { workRoot, flags: {}, config, needs, runs: [], say };
  const { prepare } = await beginGit(
    { kind: 'claude' },
    beginning as unknown as Parameters<typeof beginGit>[1],
  );
  const walls = createTaskWalls({
    workRoot,
    say,
    isWanted: wall !== undefined,
    environment: { ...environment, WFMAP_WALL: wall ?? 'off' },
    guardedFiles: [],
  });
  const agent = createClaudeAgent({ command: CLAUDE, environment });
  // What a run leaves is ended by its id.
  const more = { clock: systemClock, newId: () => randomUUID(), createChangeReader, walls };
  const host = testHost(nodeFileSystem, workRoot, agent, more);
  try {
    await start(host, program, { texts, mapPath: join(workRoot, 'map.json'), prepare });
  } catch (thrown) {
    if (thrown instanceof JournalError) return undefined;
    throw thrown;
  }
  return host.events;
}

/** Shape: `events` of a run that was stopped because its own files were changed are undefined. */
function verdictOf(
  name: string,
  declared: Declared,
  paths: readonly string[],
  events: readonly RunEvent[] | undefined,
): string {
  const { closed } = DECLARED[declared];
  const changed = [...new Set(paths.flatMap((path) => partOf(path) ?? []).filter(closed))].toSorted();
  const found = events === undefined ? IN_WORK_TREE : foundIn(name, events);
  const missed = changed.filter((part) => found?.has(part) !== true);
  const words = [found === undefined ? '' : 'found', missed.length === 0 ? '' : `missed ${missed.join(' ')}`];
  return words.filter((word) => word !== '').join(', ') || 'held';
}

/** What the task failed for; undefined where it came to its end. */
function foundIn(name: string, events: readonly RunEvent[]): ReadonlySet<Part> | undefined {
  if (events.some(({ type }) => type === 'run.finished')) return undefined;
  const failed = events.findLast((event) => event.type === 'task.failed');
  const read = events.findLast((event) => event.type === 'changes.read')?.data.changes;
  if (failed?.data.fault === 'effects' && read !== undefined && read !== null) return partsIn(read);
  // Where nobody can compare any more the task fails as well, and says so.
  if (failed !== undefined && read === null) return IN_WORK_TREE;
  throw new Error(`"${name}" ended as nobody foresaw: ${JSON.stringify(events.at(-1)?.data ?? null)}`);
}

function partsIn(read: {
  readonly added: readonly string[];
  readonly modified: readonly string[];
  readonly deleted: readonly string[];
  readonly commits: readonly string[];
}): ReadonlySet<Part> {
  const named = [...read.added, ...read.modified, ...read.deleted].map((path) => partOf(`repo/${path}`));
  return new Set([
    ...named.flatMap((part) => part ?? []),
    ...(read.commits.length > 0 ? ['refs' as const] : []),
  ]);
}

/** Objects are commits only once something names them; what is staged is neither. */
function partOf(path: string): Part | undefined {
  if (/^repo\/\.git\/(?:objects|index)\b/.test(path)) return undefined;
  if (/^repo\/\.git(?:$|\/(?:config|hooks|info)\b)/.test(path)) return 'settings';
  if (/^repo\/\.git\/(?:HEAD|refs|packed-refs|logs)\b/.test(path)) return 'refs';
  return zoneOf(path);
}

/** A table as it is kept. */
export function tableOf(kinds: readonly Declared[], rows: ReadonlyMap<string, readonly string[]>): string {
  const lines = [['attack', ...kinds], ...Array.from(rows, ([name, cells]) => [name, ...cells])];
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? [];
  const text = (line: readonly string[]): string =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return lines.map((line) => `${text(line)}\n`).join('');
}

/** Reads one back. Shape: lines by their attack; none where there is no table yet. */
export function readTable(file: string): ReadonlyMap<string, readonly string[]> {
  const lines = readFileSync(file, 'utf8').split('\n').slice(1, -1);
  return new Map(lines.map((line) => line.split(/ {2,}/)).map(([name = '', ...cells]) => [name, cells]));
}
