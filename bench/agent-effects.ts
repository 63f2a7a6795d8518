import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClaudeAgent } from '../src/agent/claude/create-claude-agent.ts';
import { createTaskWalls } from '../src/cli/running/create-task-walls.ts';
import { createChangeReader } from '../src/git/compare/create-change-reader.ts';
import { createWorktreeKeeper } from '../src/git/worktree/create-worktree-keeper.ts';
import { nodeFileSystem } from '../src/journal/node-file-system.ts';
import { probeWall } from '../src/wall/probe-wall.ts';
import { loopBesideMap, loopMap } from './chain-map.ts';
import { median, text, type Figure, type Measure } from './measure.ts';
import { makeRepository } from './repository.ts';
import { withScratch } from './scratch.ts';
import { makeRun } from './steps.ts';
import { ROOT } from './whole-process.ts';

const ROUNDS = 3;
const TASKS = 3;
const SIZES = [100, 50_000];

/** How a task is kept to what it may change. Shape: `wall` is a value of WFMAP_WALL. */
interface Way {
  readonly name: string;
  readonly wall?: 'bwrap' | 'landlock';
  readonly writes: string;
  /** Whether it works beside others, and so in a throw-away copy of the folder. */
  readonly isCopied?: boolean;
}

const PLAIN: Way = { name: 'comparison', writes: 'f0' };
const WAYS: readonly Way[] = [
  PLAIN,
  { name: 'bwrap and comparison', wall: 'bwrap', writes: 'f0' },
  { name: 'Landlock and comparison', wall: 'landlock', writes: 'f0' },
  { name: 'overlay and comparison', wall: 'bwrap', writes: 'nothing' },
  { name: 'throw-away copy and comparison', writes: 'nothing', isCopied: true },
];

/** A run that began in git, with nothing uncommitted. */
const GIT = {
  head: null,
  branch: 'main',
  dirty: false,
  stash: null,
  created: null,
  worktree: null,
  changed: [],
  changedCount: 0,
} as const;

/** What wall, comparison and copies add to an agent, that changes a file or only reads; against the same run without both. */
export const agentEffects: Measure = {
  name: 'agent-effects',
  run: async () => {
    const figures: Figure[] = [];
    for (const size of SIZES) figures.push(...(await withScratch((folder) => measure(folder, size))));
    return figures;
  },
};

async function measure(scratch: string, size: number): Promise<readonly Figure[]> {
  const folder = realpathSync(scratch);
  const workRoot = join(folder, 'repository');
  makeRepository(workRoot, size);
  const state = join(folder, 'home/.cache/stand-in');
  mkdirSync(state, { recursive: true });
  const script = join(folder, 'home/script.json');
  // A reader's change is discarded or refused.
  const rule = { run: 'date +%N > f0/changed.txt' };
  const giving = (more: boolean) => ({ ...rule, output: { more, score: 1 } });
  const last = { ...giving(false), match: ` ${TASKS}\\. time` };
  writeFileSync(script, JSON.stringify({ rules: [last], default: giving(true) }));
  const environment = {
    ...process.env,
    HOME: join(folder, 'home'),
    STAND_IN_STATE: state,
    STAND_IN_SCRIPT: script,
  };
  const agent = createClaudeAgent({ command: `${ROOT}/test/fixtures/bin/claude`, environment });
  const run = async (way?: Way): Promise<number> => {
    const wishes = { workRoot, say: () => undefined, guardedFiles: [], isWanted: way?.wall !== undefined };
    const walls = createTaskWalls({
      ...wishes,
      environment: { ...environment, WFMAP_WALL: way?.wall ?? 'off' },
    });
    const { isCopied = false, writes } = way ?? PLAIN;
    const copier = isCopied ? { worktrees: createWorktreeKeeper(workRoot), git: GIT } : {};
    const keepers = way === undefined ? {} : { createChangeReader, walls, ...copier };
    const map = (isCopied ? loopBesideMap : loopMap)({ writes: [writes] });
    // The task around the branches is a step as well.
    const steps = isCopied ? TASKS + 1 : TASKS;
    const { ms } = await makeRun(map, nodeFileSystem, { workRoot, agent, steps, keepers });
    return ms / TASKS;
  };
  const ways = WAYS.filter(
    ({ wall }) => wall === undefined || probeWall({ WFMAP_WALL: wall }).wall !== undefined,
  );
  const took = new Map<Way | undefined, number[]>([undefined, ...ways].map((way) => [way, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [way, times] of took) {
      const ms = await run(way);
      if (round > 0) times.push(ms);
    }
  }
  const bare = took.get(undefined) ?? [];
  return ways.map((way) => {
    const times = took.get(way) ?? [];
    const added = times.map((each, round) => each - (bare[round] ?? Number.NaN));
    return {
      name: `${way.name}, ${size.toLocaleString('en')} files`,
      value: median(times) / median(bare),
      unit: 'x',
      detail: `${text(median(times))} ms an agent, ${text(median(bare))} ms without; ${text(median(added))} ms added`,
    };
  });
}
