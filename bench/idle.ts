import type { ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { git } from './repository.ts';
import type { Figure, Measure } from './measure.ts';
import { withScratch } from './scratch.ts';
import { PROGRAM, startNode } from './whole-process.ts';

/** What a run does after it has begun to wait is over by then. Units: ms. */
const SETTLED_MS = 8000;
const MINUTE_MS = 60_000;

/** An agent that says that it is there, and never ends by itself. */
const STAND_IN = `#!/bin/sh
[ "$1" = --version ] && { echo '2.1.329 (Claude Code)'; exit; }
: > "$STAND_IN_STARTED"
exec sleep 3600
`;

const WORK = { type: 'claude', prompt: 'Do it.', writes: ['anything'], actions: { Done: { target: 'End' } } };
const ASK = {
  type: 'human',
  prompt: 'May it be done?',
  actions: { Yes: { target: 'End' }, No: { target: 'End' } },
};
const END = { type: 'end' };
const block = (task: object): object => ({
  startTaskDefinition: 'Task',
  taskDefinitions: { Task: task, End: END },
});
/** Without a terminal, a person is waited for only while something else is at work. */
const MAPS = {
  'an agent': { description: 'An agent', ...block(WORK) },
  'a person': {
    description: 'A person, beside an agent',
    ...block({
      type: 'parallel',
      branches: { work: block(WORK), ask: block(ASK) },
      actions: { Done: { target: 'End' } },
    }),
  },
};

/** What a run takes while it waits, without a terminal: both runs at once, for a minute. */
export const idle: Measure = {
  name: 'idle',
  run: () => {
    if (existsSync('/proc/self/status')) return withScratch((scratch) => measure(realpathSync(scratch)));
    const figures = Object.keys(MAPS).flatMap((whom) => figuresOf(whom, undefined));
    return Promise.resolve(figures);
  },
};

interface Waiting {
  readonly whom: string;
  readonly engine: ChildProcess;
  readonly said: () => string;
  readonly started: string;
}

async function measure(scratch: string): Promise<readonly Figure[]> {
  const runs = Object.entries(MAPS).map(([whom, map]) => start(scratch, whom, map));
  try {
    for (const { started, engine, said } of runs) {
      while (!existsSync(started)) {
        if (engine.exitCode !== null) throw new Error(`The run ended with ${engine.exitCode}: ${said()}`);
        await sleep(50);
      }
    }
    await sleep(SETTLED_MS);
    const before = runs.map(({ engine }) => look(engine));
    await sleep(MINUTE_MS);
    return runs.flatMap(({ whom, engine, said }, index) => {
      if (engine.exitCode !== null) throw new Error(`The run ended with ${engine.exitCode}: ${said()}`);
      const after = look(engine);
      return figuresOf(whom, { ...after, wakeUps: after.wakeUps - (before[index]?.wakeUps ?? 0) });
    });
  } finally {
    await Promise.all(runs.map(({ engine }) => end(engine)));
  }
}

function start(scratch: string, whom: string, map: object): Waiting {
  const name = whom.replace(' ', '-');
  const [folder, bin] = [join(scratch, name, 'project'), join(scratch, name, 'bin')];
  for (const each of [folder, bin]) mkdirSync(each, { recursive: true });
  writeFileSync(join(bin, 'claude'), STAND_IN);
  chmodSync(join(bin, 'claude'), 0o755);
  writeFileSync(join(folder, 'map.json'), JSON.stringify(map));
  git(folder, 'init', '--quiet');
  const started = join(folder, 'started.log');
  const words = [PROGRAM, 'run', 'map.json', '--concurrency=2'];
  const { child: engine, said } = startNode(words, folder, { bin, STAND_IN_STARTED: started });
  return { whom, engine, said, started };
}

/** Shape: `watchdogs` counts the processes beside the engine. */
interface Look {
  readonly wakeUps: number;
  readonly rssMiB: number;
  readonly watchdogs: number;
}

function look({ pid = 0 }: ChildProcess): Look {
  const watchdogs = childrenOf(pid).filter((each) => read(`/proc/${each}/cmdline`).includes('watchdog'));
  const all = [pid, ...watchdogs];
  const sum = (of: (each: number) => number): number => all.reduce((total, each) => total + of(each), 0);
  return {
    wakeUps: sum((each) =>
      readdirSync(`/proc/${each}/task`)
        .map((thread) => numberIn(`/proc/${each}/task/${thread}/status`, 'voluntary_ctxt_switches'))
        .reduce((total, switches) => total + switches, 0),
    ),
    rssMiB: sum((each) => numberIn(`/proc/${each}/status`, 'VmRSS') / 1024),
    watchdogs: watchdogs.length,
  };
}

function childrenOf(pid: number): readonly number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

function numberIn(path: string, key: string): number {
  return Number(new RegExp(`^${key}:\\s*(\\d+)`, 'm').exec(read(path))?.[1] ?? Number.NaN);
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}

async function end(engine: ChildProcess): Promise<void> {
  if (engine.exitCode !== null) return;
  const gone = new Promise((resolve) => engine.once('exit', resolve));
  engine.kill('SIGINT');
  await gone;
}

function figuresOf(whom: string, found: Look | undefined): readonly Figure[] {
  const detail =
    found === undefined ? 'needs /proc' : `engine and ${found.watchdogs} watchdog, of two runs at once`;
  const of = (value: number | undefined): object => (value === undefined ? {} : { value });
  return [
    { name: `wake-ups while ${whom} is waited for`, ...of(found?.wakeUps), unit: '/min', detail },
    { name: `memory while ${whom} is waited for`, ...of(found?.rssMiB), unit: 'MiB', detail },
  ];
}
