import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chainMap } from './chain-map.ts';
import { median, ratioOf, text, type Figure, type Measure, type Pair } from './measure.ts';
import { git } from './repository.ts';
import { withScratch } from './scratch.ts';
import { PROGRAM, startNode } from './whole-process.ts';

const ROUNDS = 3;
const TASKS = 6;

/** What both programs start: it notes by its own clock when it began and when it gave its result. Units of the notes: s. */
const STAND_IN = `#!/usr/bin/env bash
began=$EPOCHREALTIME
[ "$1" = --version ] && { echo '2.1.329 (Claude Code)'; exit; }
while [ $# -gt 0 ]; do [ "$1" = --session-id ] && session=$2; shift; done
IFS= read -r prompt
given='{"action":"Next","output":{"ok":true,"score":1}}'
printf '{"type":"system","subtype":"init","session_id":"%s","tools":[],"model":"stand-in"}\\n' "$session"
printf '%s %s\\n' "$began" "$EPOCHREALTIME" >> "$STAND_IN_TIMES"
printf '{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"","session_id":"%s","structured_output":%s,"total_cost_usd":0,"usage":{},"permission_denials":[]}\\n' "$session" "$given"
`;

/** The least that somebody writes who starts the same programs one after the other, and ends at the last result. */
const BARE = `
import { spawn } from 'node:child_process';
function start(left) {
  const child = spawn('claude', ['-p', '--session-id', 'none'], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end('{"type":"user"}\\n');
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
    if (!text.includes('"type":"result"')) return;
    text = '';
    if (left === 1) process.exit();
    start(left - 1);
  });
}
start(${TASKS});
`;

/** Between agents that take a millisecond: what wfmap needs before the first, between two, and after the last. */
export const gaps: Measure = {
  name: 'gaps',
  run: () => withScratch((scratch) => measure(realpathSync(scratch))),
};

/** Units: ms. */
interface Times {
  readonly first: number;
  readonly gap: number;
  readonly end: number;
}

async function measure(scratch: string): Promise<readonly Figure[]> {
  if (!hasClock()) return NAMES.map(([name]) => ({ name, unit: 'x', detail: 'needs bash 5 or newer' }));
  const bin = join(scratch, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'claude'), STAND_IN);
  chmodSync(join(bin, 'claude'), 0o755);
  writeFileSync(join(scratch, 'bare.mjs'), BARE);
  const plain = projectIn(scratch, 'plain');
  const repository = projectIn(scratch, 'repository');
  writeFileSync(join(repository, '.gitignore'), '*.log\n.wfmap/\n');
  git(repository, 'init', '--quiet');
  git(repository, 'add', '--all');
  git(repository, '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '--quiet', '--message', 'map');
  const run = (words: readonly string[], folder = plain): Promise<Times> =>
    timesOf(words, { folder, bin, scratch });
  const [ours, guarded, bare]: [Times[], Times[], Times[]] = [[], [], []];
  const words = [PROGRAM, 'run', 'map.json', '--storyId=STORY-1'];
  for (let round = 0; round <= ROUNDS; round += 1) {
    ours.push(await run([...words, '--no-wall']));
    guarded.push(await run(words, repository));
    bare.push(await run([join(scratch, 'bare.mjs')]));
  }
  return NAMES.map(([name, key]): Figure => {
    // The first round warms up.
    const of = (all: readonly Times[]): readonly number[] => all.slice(1).map((times) => times[key]);
    const pair: Pair = { ours: of(ours), limit: of(bare) };
    const detail = `${text(median(pair.ours), 2)} ms in a folder without git and without a wall; ${text(median(of(guarded)), 2)} in a repository, with wall and comparison of changes; a bare script ${text(median(pair.limit), 2)} ms`;
    return { name, ...ratioOf(pair), detail };
  });
}

function projectIn(scratch: string, name: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'map.json'), chainMap(TASKS));
  return folder;
}

const NAMES = [
  ['start to first agent', 'first'],
  ['result to next agent', 'gap'],
  ['last result to end', 'end'],
] as const;

function hasClock(): boolean {
  return spawnSync('bash', ['-c', 'test -n "$EPOCHREALTIME"']).status === 0;
}

interface Place {
  readonly folder: string;
  readonly bin: string;
  readonly scratch: string;
}

async function timesOf(words: readonly string[], { folder, bin, scratch }: Place): Promise<Times> {
  // In the project: a wall may keep agents from writing elsewhere.
  const notes = join(folder, 'times.log');
  rmSync(notes, { force: true });
  const now = (): number => performance.timeOrigin + performance.now();
  const start = now();
  const { child, said } = startNode(words, folder, {
    bin,
    STAND_IN_TIMES: notes,
    XDG_CACHE_HOME: join(scratch, 'cache'),
    NODE_COMPILE_CACHE: join(scratch, 'code'),
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  const end = now();
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${String(code)}: ${said()}`);
  const all = readFileSync(notes, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map((each) => 1000 * Number(each.replace(',', '.'))));
  if (all.length !== TASKS) throw new Error(`${all.length} of ${TASKS} agents were started: ${said()}`);
  const at = (index: number, part: 0 | 1): number => all[index]?.[part] ?? Number.NaN;
  const between = Array.from({ length: TASKS - 1 }, (_, index) => at(index + 1, 0) - at(index, 1));
  return { first: at(0, 0) - start, gap: median(between), end: end - at(TASKS - 1, 1) };
}
