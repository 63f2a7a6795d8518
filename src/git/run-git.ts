/**
 * Asks git, and lets it change a repository.
 *
 * G1. No shell; what comes from outside is an argument of its own that cannot be taken for an option.
 * G2. A question changes nothing, takes no lock, and starts no hook, pager or file watcher that a repository names.
 *     (Filters of `.gitattributes` it may start: without them every file that they store differently looks changed. Once they
 *     are pinned, these are those of then: git runs them outside of every wall.) It fetches nothing.
 * G3. Answers are bounded in bytes and time.
 * G4. A change that was begun comes to its end, whatever becomes of wfmap.
 * G5. The repository is the one whose top the folder is: none above it, and none that the environment names.
 * G6. A commit is what it was made as: replacements and grafts, which every user of the repository can make, do not count.
 */
import { hash } from 'node:crypto';
import { dirname, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createByteTail } from '../process/byte-tail.ts';
import { findProgram } from '../process/find-program.ts';
import { RUN_VARIABLE } from '../process/marks.ts';
import { startChild, type Child, type ChildEnd, type ChildRequest } from '../process/start-child.ts';
import { GitError } from './git-error.ts';

/** What git answered. Shape: `text` is its standard output, cut at the bound where it is not whole. */
export interface GitAnswer {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Units: ms. A change may check out a large tree. */
const ASKING = { timeoutMs: 30_000 };
const CHANGING = { timeoutMs: 10 * 60_000, outlivesUs: true };
const BUILDING = { timeoutMs: 10 * 60_000 };

/**
 * Marks every git that changes something in a project, or in a worktree of wfmap there: it may outlive the wfmap that started it, and the
 * next one of the same project waits for it. `folder` is where it works, absolute.
 */
export function gitMarkerOf(folder: string): string {
  const [root = folder] = `${folder}${sep}`.split(`${sep}.wfmap${sep}`, 1);
  return `git-${hash('sha256', resolve(root)).slice(0, 16)}`;
}

/** Marks every other: nobody waits for it, since a pipe in the place of a file that git reads can hold it for ever. */
const QUESTION_MARKER = 'git-question';

/** Units: bytes. A line about each file of the largest trees is far below the second. */
const MAX_ANSWER_BYTES = 4 * 1_048_576;
const MAX_BUILT_BYTES = 512 * 1_048_576;

/** Source: `git rev-parse --local-env-vars`, but for the configuration that a person gives by the environment. */
const LOCAL_VARIABLES: ReadonlySet<string> = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_NAMESPACE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
]);

/** Of questions, whatever the configuration says. */
const SETTINGS = {
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'log.showSignature': 'false',
  'submodule.recurse': 'false',
  // A changed file can have the size and the time of modification that it had before.
  'core.trustctime': 'true',
  'core.checkStat': 'default',
  'core.ignoreStat': 'false',
};

const QUIET = [
  '--no-pager',
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/** Of questions: what is missing in a partial clone stays missing, since fetching starts programs. */
const WITHOUT_FETCHING = { GIT_ALLOW_PROTOCOL: 'none' };

/** Asks git about the repository at a folder; undefined where it gives no answer, for whatever reason. */
export async function askGit(
  folder: string,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<GitAnswer | undefined> {
  const environment = { ...more, ...WITHOUT_FETCHING, GIT_OPTIONAL_LOCKS: '0' };
  const ended = await runGit(folder, [...QUIET, ...words], ASKING, environment);
  if (ended?.exitCode !== 0 || ended.timedOut) return undefined;
  return { text: ended.bytes.toString('utf8'), isWhole: ended.isWhole };
}

/** Whether git says yes to a question that it answers by its exit code. */
export async function isSo(folder: string, words: readonly string[]): Promise<boolean> {
  return (await askGit(folder, words)) !== undefined;
}

/**
 * Lets git change the repository at a folder. Its hooks run as they do for a person.
 *
 * `what` is the change in words, as in "make the branch"; `more` are variables of its environment. Errors: throws {@link GitError} with what git says.
 */
export async function changeWithGit(
  folder: string,
  what: string,
  words: readonly string[],
  more: Variables = {},
): Promise<void> {
  const ended = await whenUnlocked(() => runGit(folder, ['--no-pager', ...words], CHANGING, more));
  refuseFailed(ended, what);
}

/** How {@link buildWithGit} is to work. `input` is all of git's standard input. */
export interface Building {
  readonly environment?: Variables;
  readonly input?: Uint8Array;
}

/**
 * Lets git read, or make objects and an index that no other process uses; starts no hook. It is stopped with wfmap.
 *
 * Shape: what git prints, whole and to the byte. Errors: throws {@link GitError} with what git says.
 */
export async function buildWithGit(
  folder: string,
  what: string,
  words: readonly string[],
  { environment = {}, input }: Building = {},
): Promise<Buffer> {
  const how = { ...BUILDING, maxBytes: MAX_BUILT_BYTES, ...(input === undefined ? {} : { input }) };
  const ended = await runGit(folder, [...QUIET, ...words], how, { ...environment, ...WITHOUT_FETCHING });
  refuseFailed(ended, what);
  if (!ended.isWhole) throw new GitError('git-refused', `Could not ${what}: the output of git is too long.`);
  return ended.bytes;
}

/** What came of a command that git ran as for its user. Shape: `said` is the end of what git, hooks and programs for signatures wrote. */
interface AsUser {
  readonly isMade: boolean;
  readonly said: string;
  readonly timedOut: boolean;
}

/** Units: bytes. */
const MAX_SAID_BYTES = 16 * 1024;

/** Lets git make a commit as the user would, with hooks and signature, in the user's language. Errors: throws GitError where there is no git. */
export function commitAsUser(
  folder: string,
  words: readonly string[],
  environment: Variables,
): Promise<AsUser> {
  return workAsUser(folder, ['commit', ...words], { environment, timeoutMs: BUILDING.timeoutMs });
}

/** The same for a commit object of a tree, signed and without parents; no hook runs. */
export function signAsUser(
  folder: string,
  tree: string,
  how: { readonly environment: Variables; readonly timeoutMs: number },
): Promise<AsUser> {
  return workAsUser(folder, ['commit-tree', '-S', '-m', 'wfmap tries a signature', tree], how);
}

async function workAsUser(
  folder: string,
  words: readonly string[],
  { environment, timeoutMs }: { readonly environment: Variables; readonly timeoutMs: number },
): Promise<AsUser> {
  const marker = process.env[RUN_VARIABLE] ?? gitMarkerOf(folder);
  const own = { LC_ALL: process.env['LC_ALL'], ...environment };
  const tail = createByteTail(MAX_SAID_BYTES);
  const ended = await runGit(folder, ['--no-pager', ...words], { timeoutMs, marker, onSaid: tail.push }, own);
  if (ended === undefined) refuseFailed(ended, 'commit');
  const { timedOut } = ended;
  const late = timedOut ? '\nIt took too long.' : '';
  return { isMade: ended.exitCode === 0 && !timedOut, said: tail.text() + late, timedOut };
}

function refuseFailed(ended: Ended, what: string): asserts ended is NonNullable<Ended> {
  if (ended === undefined) throw new GitError('git-missing', `Could not ${what}: there is no git on PATH.`);
  if (ended.exitCode === 0 && !ended.timedOut) return;
  const said = ended.stderr.split('\n').find((line) => /^(?:fatal|error):/.test(line)) ?? ended.stderr;
  const reason = ended.timedOut ? 'git took too long' : said.replace(/^(?:fatal|error):\s*/, '').trim();
  throw new GitError(
    'git-refused',
    `Could not ${what}: ${reason === '' ? `git ended with ${ended.exitCode ?? ended.signal}` : reason}`,
  );
}

type Variables = Readonly<Record<string, string | undefined>>;

type Ended = (ChildEnd & { readonly bytes: Buffer; readonly isWhole: boolean }) | undefined;

interface Running extends Pick<ChildRequest, 'timeoutMs' | 'outlivesUs' | 'input'> {
  /** Units: bytes. Default: those of an answer. */
  readonly maxBytes?: number;
  /** Takes all that it writes, in its order. Default: standard output is the answer. */
  readonly onSaid?: (chunk: Uint8Array) => void;
  /** Default: that of git. */
  readonly marker?: string;
}

/** Units: tries, ms. */
const LOCKED_TRIES = 40;
const LOCKED_WAIT_MS = 250;

/** Another git may be at work there, as one that outlived a killed wfmap: it is waited for, ten seconds at most. */
async function whenUnlocked(work: () => Promise<Ended>): Promise<Ended> {
  for (let tries = 1; ; tries += 1) {
    const ended = await work();
    const isLocked = ended?.exitCode !== 0 && /\.lock['"]?: File exists/.test(ended?.stderr ?? '');
    if (!isLocked || tries >= LOCKED_TRIES) return ended;
    await sleep(LOCKED_WAIT_MS);
  }
}

async function runGit(
  folder: string,
  args: readonly string[],
  { maxBytes = MAX_ANSWER_BYTES, onSaid, ...how }: Running,
  more: Variables,
): Promise<Ended> {
  const command = findProgram('git', process.env['PATH'] ?? '', folder);
  if (command === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const child = startChild({
    command,
    args,
    folder,
    environment: { ...environmentFor(folder), ...more, ...(await pinsFor(folder, args)) },
    marker: how.outlivesUs === true ? gitMarkerOf(folder) : QUESTION_MARKER,
    ...how,
    graceMs: 2_000,
    onOutput: (chunk, stream) => {
      onSaid?.(chunk);
      if (stream === 'stderr') return;
      if (size < maxBytes) chunks.push(chunk);
      size += chunk.length;
    },
  });
  const letGo = how.outlivesUs === true ? () => undefined : endWithUs(child);
  const ended = await child.end.finally(letGo);
  return { ...ended, bytes: Buffer.concat(chunks).subarray(0, maxBytes), isWhole: size <= maxBytes };
}

/** Those that end with this process. */
const BOUND = new Set<Child>();

/** Shape: called once it has ended. */
function endWithUs(child: Child): () => void {
  if (BOUND.size === 0) process.on('exit', killBound);
  BOUND.add(child);
  return () => {
    BOUND.delete(child);
    if (BOUND.size === 0) process.off('exit', killBound);
  };
}

function killBound(): void {
  for (const child of BOUND) child.kill();
}

function environmentFor(folder: string): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => !LOCAL_VARIABLES.has(name));
  return {
    ...Object.fromEntries(kept),
    // Messages in the language that is looked for, and nobody asked for a password.
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    // G6
    GIT_NO_REPLACE_OBJECTS: '1',
    // A name that cannot be: of a file, be it empty, git says that it is out of date.
    GIT_GRAFT_FILE: '/dev/null/none',
    // G5: a folder that only looks like a repository is none, also below one that is.
    GIT_CEILING_DIRECTORIES: dirname(folder),
  };
}

/** Values by key, as `filter.lfs.clean`. */
type Filters = ReadonlyMap<string, string>;

/** The filters that were pinned, by folder. */
const PINNED = new Map<string, Filters>();

/** Lets git run, from now on and by this process, no other filters in a folder, and those around and in it, than it would now. */
export async function pinFilters(folder: string): Promise<void> {
  PINNED.set(folder, await readFilters(folder));
}

/** Commands that read no file of a work tree; every other may run a filter, `write-tree` too, and `ls-files` where it compares. */
const UNFILTERED: ReadonlySet<string | undefined> = new Set([
  'cat-file',
  'config',
  'diff-tree',
  'for-each-ref',
  'log',
  'merge-base',
  'rev-list',
  'rev-parse',
  'show-ref',
  'symbolic-ref',
  'update-ref',
  'var',
]);

/** The first word that is neither an option of git nor the value of one. */
function commandOf(args: readonly string[]): string | undefined {
  return args.find((word, at) => !word.startsWith('-') && args[at - 1] !== '-c');
}

/** Variables that take back what has become of filters since they were pinned. */
async function pinsFor(folder: string, args: readonly string[]): Promise<Variables> {
  const command = commandOf(args);
  if (UNFILTERED.has(command) || (command === 'ls-files' && !args.includes('--modified'))) return {};
  const pinned = PINNED.get(folder) ?? [...PINNED].find(([other]) => isNear(folder, other))?.[1];
  if (pinned === undefined) return {};
  const now = await readFilters(folder);
  const changed = [...new Set([...pinned.keys(), ...now.keys()])].filter(
    (key) => pinned.get(key) !== now.get(key),
  );
  // Git takes these in addition to those that its user gives in the same way.
  const given = Number(process.env['GIT_CONFIG_COUNT'] ?? 0);
  const variables = changed.flatMap((key, at): [string, string][] => [
    [`GIT_CONFIG_KEY_${given + at}`, key],
    [`GIT_CONFIG_VALUE_${given + at}`, pinned.get(key) ?? (key.endsWith('.required') ? 'false' : '')],
  ]);
  if (variables.length === 0) return {};
  // What cannot be said to git must not run either: it refuses such a count.
  if (variables.flat().some((word) => word.includes('\uFFFD'))) return { GIT_CONFIG_COUNT: 'unknown' };
  return { ...Object.fromEntries(variables), GIT_CONFIG_COUNT: `${given + changed.length}` };
}

function isNear(one: string, other: string): boolean {
  return one.startsWith(`${other}${sep}`) || other.startsWith(`${one}${sep}`);
}

async function readFilters(folder: string): Promise<Filters> {
  const words = [
    'config',
    '-z',
    '--get-regexp',
    String.raw`^filter\.(.*\.)?(clean|smudge|process|required)$`,
  ];
  const ended = await runGit(folder, [...QUIET, ...words], { ...ASKING, maxBytes: MAX_BUILT_BYTES }, {});
  const entries = ended?.exitCode === 0 ? ended.bytes.toString('utf8').split('\0').slice(0, -1) : [];
  return new Map(
    entries.map((entry): [string, string] => {
      const [key = '', ...value] = entry.split('\n');
      return [key, value.join('\n')];
    }),
  );
}
