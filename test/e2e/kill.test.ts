/**
 * What `kill -9` of wfmap costs: never a result that the journal holds, never a process that stays.
 *
 * The moments are random; the seed stands in the title, and WFMAP_TEST_SEED gives it back.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RunEvent } from '../../src/model/run-event.ts';
import { ALL_MOMENTS } from '../helpers/all-moments.ts';
import { SeededRandom } from '../helpers/seeded-random.ts';
import { pidsOfRun } from './helpers/is-alive.ts';
import { KILL_SEED, markerIn, wholeEvents } from './helpers/killed-run.ts';
import { ask, mapOf } from './helpers/maps.ts';
import { createProject, type Project } from './helpers/project.ts';
import type { Started } from './helpers/start-wfmap.ts';
import { until } from './helpers/until.ts';
import { watchdogOf } from './helpers/watchdog-of.ts';

const ROUNDS = ALL_MOMENTS ? 50 : 16;
const AT_ONCE = 4;
const TASKS = ['Plan', 'Build', 'Test', 'Review', 'Report'];
const FIVE = mapOf(
  Object.fromEntries(
    TASKS.map((name, n) => [
      name,
      ask({ Go: TASKS[n + 1] ?? 'Done', Stop: 'Done' }, { promptTemplate: `# ${name}` }),
    ]),
  ),
);
/** An agent takes 20 to 80 ms for a turn, besides its start. */
const SCRIPT = TASKS.map((name, n) => ({ match: `^# ${name}`, say: `${name}…`, sleepMs: 20 + n * 15 }));

function createFive(): Project {
  const project = createProject({ hasGit: false });
  project.put('five.json', FIVE);
  project.script(...SCRIPT, { sleepMs: 30 });
  return project;
}

/** The folder of the newest run: one that was killed before its first batch is none, and leaves its number used. */
const folderOf = (project: Project): string =>
  `.wfmap/runs/five/${project.list('.wfmap/runs/five').at(-1) ?? 'none'}`;

const hasJournal = (project: Project): boolean => project.has(`${folderOf(project)}/journal.jsonl`);

/** What must be the same however often a run was killed: no times, no ids, no numbers of files. */
function outcomeOf(project: Project): unknown {
  const {
    start: _start,
    end: _end,
    path: _path,
    history,
    ...rest
  } = JSON.parse(project.read(`${folderOf(project)}/data.json`));
  const entries = history.filter(({ error }: { error?: string }) => error !== 'interrupted');
  return {
    ...rest,
    history: entries.map(({ name, action }: Record<string, string>) => ({ name, action })),
  };
}

let lastsMs = 0;
let undisturbed: unknown;
beforeAll(async () => {
  // As many at once as later, so that the moments are spread over the whole of a run.
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const project = createFive();
      const run = project.start(['run', 'five.json']);
      await until(() => hasJournal(project));
      const began = performance.now();
      const { code, reported } = await run.end;
      if (code !== 0) throw new Error(`a run that nobody disturbs fails:\n${reported}`);
      lastsMs = Math.max(lastsMs, performance.now() - began);
      undisturbed = outcomeOf(project);
      await project.remove();
    }),
  );
});

/**
 * Kills at a moment from 0 (the journal is there) to 1 (the run is about to end); below 0 while wfmap starts.
 *
 * Which task it is in the middle of is told by the journal: how long a task takes is up to what else the machine does.
 */
async function killAt(project: Project, run: Started, point: number): Promise<void> {
  if (point < 0) {
    await sleep(-point * 1000);
  } else {
    const finished = Math.floor(point * TASKS.length);
    const isThere = (): boolean => hasJournal(project) && finishedIn(eventsOf(project)).length >= finished;
    await Promise.race([until(isThere), run.end]);
    await Promise.race([sleep((point * TASKS.length - finished) * (lastsMs / TASKS.length)), run.end]);
  }
  run.kill('SIGKILL');
  await run.end;
}

const eventsOf = (project: Project): RunEvent[] => wholeEvents(project, folderOf(project));

/** Before the first batch there is no run: nothing was bought, and nothing is there to go on with. */
function wordsToGoOn(project: Project): string[] {
  if (eventsOf(project).length > 0) return ['resume'];
  expect(project.calls()).toEqual([]);
  return ['run', 'five.json'];
}

const finishedIn = (events: readonly RunEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'task.finished' ? [event.data.task] : []));

interface Snapshot {
  readonly finished: readonly string[];
  readonly sessions: ReadonlyMap<string, string>;
  readonly calls: ReadonlyMap<string, number>;
  readonly lastSeq: number;
}

/** What was known at a kill: tasks with a result, the last session of each, and how often each session was called. */
function snapshotOf(project: Project): Snapshot {
  const events = eventsOf(project);
  const sessions = new Map<string, string>();
  const calls = new Map<string, number>();
  for (const event of events)
    if (event.type === 'agent.started') sessions.set(event.data.task, event.data.session);
  for (const { session } of project.calls()) calls.set(session, (calls.get(session) ?? 0) + 1);
  return { finished: finishedIn(events), sessions, calls, lastSeq: events.length };
}

/** Checks a run that came to its end against what was known when it was killed. */
function expectNothingLost(project: Project, before: Snapshot): void {
  const after = snapshotOf(project);
  expect(outcomeOf(project)).toEqual(undisturbed);
  expect(after.finished).toEqual([...TASKS, 'Done']);
  for (const task of before.finished.filter((name) => name !== 'Done')) {
    const session = before.sessions.get(task) ?? '';
    expect(after.sessions.get(task), `${task} was begun again`).toBe(session);
    expect(after.calls.get(session), `${task} was bought twice`).toBe(before.calls.get(session));
  }
  const open = [...before.sessions].find(([task]) => !before.finished.includes(task));
  if (open !== undefined) expectContinued(project, open, before.lastSeq);
  const events = eventsOf(project);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1));
}

/** The interrupted task went on in its own session; a new one is right only where the agent never came to have it. */
function expectContinued(project: Project, [task, session]: [string, string], lastSeq: number): void {
  const later = project.calls().filter((call) => call.session === session && call.continues);
  expect(later.length, `${task} did not go on in its session`).toBeGreaterThan(0);
  if (!existsSync(join(project.state, 'sessions', session))) return;
  const used = eventsOf(project).flatMap((event) =>
    event.type === 'agent.started' && event.data.task === task && event.seq > lastSeq
      ? [event.data.session]
      : [],
  );
  expect(new Set(used), `${task} left its session`).toEqual(new Set([session]));
}

const markerOf = (project: Project): string => markerIn(eventsOf(project));

/** Runs all, some at a time. */
async function inParallel(rounds: readonly (() => Promise<void>)[]): Promise<void> {
  const rest = [...rounds];
  const work = async (): Promise<void> => {
    for (let round = rest.shift(); round !== undefined; round = rest.shift()) await round();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

describe(`kill -9 (seed ${KILL_SEED})`, () => {
  test(`at ${ROUNDS} random moments loses nothing that the journal holds`, async () => {
    const random = new SeededRandom(KILL_SEED);
    const landed = new Map<number, number>();
    const round = (point: number) => async (): Promise<void> => {
      const project = createFive();
      await killAt(project, project.start(['run', 'five.json']), point);
      const before = snapshotOf(project);
      landed.set(before.finished.length, (landed.get(before.finished.length) ?? 0) + 1);
      if (before.finished.includes('Done')) {
        // It was killed after its end: data.json may be behind, and any look at the run says what is true.
        expect((await project.run(['resume'])).code).toBe(2);
      } else {
        const { code, reported } = await project.run(wordsToGoOn(project));
        expect(code, reported).toBe(0);
      }
      expectNothingLost(project, before);
      expect(pidsOfRun(markerOf(project))).toEqual([]);
      await project.remove();
    };
    // Each in a part of its own, so that few are spread over the whole run as well.
    const moments = Array.from({ length: ROUNDS }, (_, n) => ((n + random.fraction()) / ROUNDS) * 1.1 - 0.1);
    await inParallel(moments.map(round));
    console.info(
      `killed after n finished tasks: ${JSON.stringify(Object.fromEntries([...landed].toSorted(([a], [b]) => a - b)))}`,
    );
    // Kills that all fall into one task would prove little.
    expect(landed.size).toBeGreaterThan(3);
  });

  test('again and again on the same run lets it end all the same', async () => {
    const random = new SeededRandom(KILL_SEED + 1);
    const round = async (): Promise<void> => {
      const project = createFive();
      await killAt(project, project.start(['run', 'five.json']), random.fraction() * 0.5);
      const first = snapshotOf(project);
      for (let times = 0; times < 4; times += 1) {
        const resumed = project.start(wordsToGoOn(project));
        await Promise.race([sleep(150 + random.fraction() * 300), resumed.end]);
        resumed.kill('SIGKILL');
        await resumed.end;
      }
      const before = snapshotOf(project);
      expect(before.finished.slice(0, first.finished.length)).toEqual(first.finished);
      const { code, reported } = await project.run(wordsToGoOn(project));
      expect([0, 2], reported).toContain(code);
      expectNothingLost(project, before);
      expect(pidsOfRun(markerOf(project))).toEqual([]);
      await project.remove();
    };
    await inParallel([round, round, round, round]);
  });

  test('leaves no process 10 s later, though nobody resumes: not a stubborn one, not one that left its session', async () => {
    const project = createProject({ hasGit: false });
    project.put('five.json', FIVE);
    project.script({ background: 600, say: 'Working.', hang: 'hard' });
    const run = project.start(['run', 'five.json']);
    const log = '.wfmap/runs/five/slip-001/task-001-plan.log';
    await until(() => project.has(log) && project.read(log).includes('Working.'));
    const marker = markerOf(project);
    await until(() => pidsOfRun(marker).length === 2);
    run.kill('SIGKILL');
    const killedAt = performance.now();
    await run.end;
    await until(() => pidsOfRun(marker).length === 0);
    expect(performance.now() - killedAt).toBeLessThan(10_000);
    expect((await project.run(['show'])).stdout).toContain('interrupted: the wfmap that drove it is gone');
    await project.remove();
  });

  test('is mended by a resume that comes before the watchdog is done', async () => {
    const project = createProject({ hasGit: false });
    project.put('five.json', FIVE);
    project.script({ background: 600, say: 'Working.', hang: 'hard', times: 1 });
    const run = project.start(['run', 'five.json']);
    const log = '.wfmap/runs/five/slip-001/task-001-plan.log';
    await until(() => project.has(log) && project.read(log).includes('Working.'));
    const marker = markerOf(project);
    // It does nothing until this test is over.
    const watchdog = watchdogOf(run.pid);
    process.kill(watchdog, 'SIGSTOP');
    onTestFinished(() => void process.kill(watchdog, 'SIGCONT'));
    run.kill('SIGKILL');
    await run.end;
    const { code, stderr, reported } = await project.run(['resume']);
    expect(code, reported).toBe(0);
    expect(stderr).toContain('that the last wfmap left behind');
    expect(project.calls()[1]).toMatchObject({ continues: true, session: project.calls()[0]?.session });
    expect(pidsOfRun(marker)).toEqual([]);
    await project.remove();
  });
});
