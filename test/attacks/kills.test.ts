/**
 * `kill -9` of wfmap at random moments of a run with every type of task: agents, items in worktrees of git that are merged,
 * branches, a map in the map, commands that may and may not be run twice, a person. Nothing that the journal holds is bought
 * or done again, and nothing stays.
 *
 * The moments are random; the seed stands in the title, and WFMAP_TEST_SEED gives it back.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/model/run-event.ts';
import { pidsOfRun } from '../e2e/helpers/is-alive.ts';
import { KILL_SEED, markerIn, wholeEvents } from '../e2e/helpers/killed-run.ts';
import { ask, mapOf } from '../e2e/helpers/maps.ts';
import { createProject, type Project } from '../e2e/helpers/project.ts';
import { SeededRandom } from '../helpers/seeded-random.ts';
import { tries } from '../helpers/tries.ts';

const KILLS = tries(500, 1);
/** Kills of one run, at most. */
const A_ROUND = Math.min(4, KILLS);
const AT_ONCE = Math.min(2, KILLS);

const block = (tasks: Readonly<Record<string, object>>): object => ({
  startTaskDefinition: Object.keys(tasks)[0],
  taskDefinitions: { ...tasks, End: { type: 'end' } },
});
/** Agents write, and say so. */
const EDITS = { writes: ['anything'] };
const next = (target: string): object => ({ actions: { Next: { target } } });

const ALL = mapOf({
  Plan: ask({ Next: 'Items' }, { promptTemplate: 'Plan.' }),
  Items: {
    type: 'foreach',
    items: "['a', 'b', 'c']",
    item: 'item',
    key: 'item',
    concurrency: 2,
    workspace: { worktree: { merge: 'onSuccess' } },
    body: block({ Code: ask({ Next: 'End' }, { promptTemplate: 'Code ${item}.', ...EDITS }) }),
    ...next('Both'),
  },
  Both: {
    type: 'parallel',
    branches: {
      left: block({ Look: ask({ Next: 'End' }, { promptTemplate: 'Look left.' }) }),
      right: block({ Look: ask({ Next: 'End' }, { promptTemplate: 'Look right.' }) }),
    },
    ...next('Part'),
  },
  Part: { type: 'workflow', map: 'part.json', ...next('Format') },
  Format: { type: 'shell', command: 'echo formatted', idempotent: true, ...next('Choose') },
  Choose: { type: 'decide', actions: { Next: { target: 'Release' } } },
  Release: {
    type: 'shell',
    command: 'echo released >> ../released; sleep 0.1',
    onError: 'Approve',
    ...next('Approve'),
  },
  Approve: { type: 'human', promptTemplate: 'Is it good?', actions: { Yes: { target: 'Done' } } },
});
const PART = mapOf({ Write: ask({ Next: 'Done' }, { promptTemplate: 'Write.', ...EDITS }) });

function createAll(): Project {
  const project = createProject();
  project.put('all.json', ALL);
  project.put('part.json', PART);
  project.git('add', '-A');
  project.git('commit', '-q', '-m', 'Maps');
  project.script({ match: 'Code (.)', write: { '$1.txt': 'Written.' }, sleepMs: 60 }, { sleepMs: 40 });
  return project;
}

const nameOf = (project: Project): string => project.list('.wfmap/runs/all').at(-1) ?? 'none';

const eventsOf = (project: Project): RunEvent[] => wholeEvents(project, `.wfmap/runs/all/${nameOf(project)}`);

const placeOf = ({ address: { block: path, task, visit } }: RunEvent): string =>
  JSON.stringify([path, task, visit]);

/** Calls of the agent for each execution that the journal holds a result of. */
function paidFor(project: Project): ReadonlyMap<string, number> {
  const events = eventsOf(project);
  const finished = new Set(events.filter(({ type }) => type === 'task.finished').map(placeOf));
  const sessions = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'agent.started' && finished.has(placeOf(event))) {
      sessions.set(event.data.session, placeOf(event));
    }
  }
  const paid = new Map<string, number>();
  for (const { session } of project.calls()) {
    const place = sessions.get(session);
    if (place !== undefined) paid.set(place, (paid.get(place) ?? 0) + 1);
  }
  return paid;
}

const released = (project: Project): number =>
  project.has('../released') ? project.read('../released').split('\n').length - 1 : 0;

/** What a person types next: starts, goes on, or answers what is asked. */
async function wordsToGoOn(project: Project, isAnswered: boolean): Promise<readonly string[] | undefined> {
  if (eventsOf(project).length === 0) return ['run', 'all.json'];
  const { stdout } = await project.run(['show', '--json']);
  const { status, questions } = JSON.parse(stdout);
  if (status === 'completed') return undefined;
  const [question] = questions;
  // An answer outlives the process that gave it.
  if (question === undefined || isAnswered) return ['resume'];
  const rerun = released(project) > 0 ? 'Take as failed' : 'Run again';
  return ['answer', `all/${nameOf(project)}`, question.asked.about === 'task' ? 'Yes' : rerun];
}

/**
 * Kills each process after so long, at most {@link A_ROUND} of them.
 *
 * Shape: how many were still at work, and how long the longest worked that ended by itself, in ms.
 */
async function round(
  killAfterMs: (() => number) | undefined,
): Promise<{ readonly kills: number; readonly longestMs: number }> {
  const project = createAll();
  let kills = 0;
  let longestMs = 0;
  let paid = paidFor(project);
  let isAnswered = false;
  for (let calls = 0; ; calls += 1) {
    const words = await wordsToGoOn(project, isAnswered);
    if (words === undefined) break;
    expect(calls, 'the run comes to its end').toBeLessThan(20);
    const began = performance.now();
    const run = project.start(words);
    if (killAfterMs !== undefined && kills < A_ROUND) {
      await Promise.race([sleep(killAfterMs()), run.end]);
      run.kill('SIGKILL');
    }
    const { code, signal, reported } = await run.end;
    if (signal !== 'SIGKILL') longestMs = Math.max(longestMs, performance.now() - began);
    if (signal === 'SIGKILL') kills += 1;
    // The answer of a process that was killed may have been kept: whoever answers again is told how to go on.
    else if (code === 1)
      expect(reported).toMatch(/is already answered with .* Resume with: wfmap resume all\//);
    else expect([0, 4], reported).toContain(code);
    isAnswered = words[0] === 'answer';
    const now = paidFor(project);
    for (const [place, count] of paid)
      expect(now.get(place), `${place} was bought again:\n${reported}`).toBe(count);
    paid = now;
    expect(released(project), reported).toBeLessThanOrEqual(1);
  }
  expect(released(project)).toBe(1);
  for (const name of ['a', 'b', 'c']) expect(project.read(`${name}.txt`)).toBe('Written.');
  expect(project.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  expect(pidsOfRun(markerIn(eventsOf(project)))).toEqual([]);
  await project.remove();
  return { kills, longestMs };
}

test(`${KILLS} kills over every type of task lose nothing that the journal holds (seed ${KILL_SEED})`, async () => {
  const random = new SeededRandom(KILL_SEED);
  // As long as a process works now, and not as long as it worked when the machine was busier.
  let { longestMs } = await round(undefined);
  let kills = 0;
  const work = async (): Promise<void> => {
    while (kills < KILLS) {
      const done = await round(() => random.below(longestMs));
      kills += done.kills;
      ({ longestMs } = done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(kills).toBeGreaterThanOrEqual(KILLS);
  // It is bounded by kills and calls: how long they take is the machine's affair.
}, 0);
