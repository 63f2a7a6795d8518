/**
 * What signals to wfmap cost a run of an agent, a command that must not be run twice, and a person: nothing that was
 * found out or answered, no second run of the command that nobody asked for, and no process that stays.
 *
 * The moments are random; the seed stands in the title, and WFMAP_TEST_SEED gives it back.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/model/run-event.ts';
import { ALL_MOMENTS } from '../helpers/all-moments.ts';
import { SeededRandom } from '../helpers/seeded-random.ts';
import { pidsOfRun } from './helpers/is-alive.ts';
import { KILL_SEED, markerIn, wholeEvents } from './helpers/killed-run.ts';
import { ask, mapOf } from './helpers/maps.ts';
import { createProject, type Project } from './helpers/project.ts';
import type { Ended } from './helpers/start-wfmap.ts';
import { until } from './helpers/until.ts';

const ROUNDS = ALL_MOMENTS ? 24 : 10;
const AT_ONCE = 3;

const gate = (command: string, more: object = {}): object => ({
  type: 'shell',
  command,
  ...more,
  actions: { Pass: { target: 'Approve', when: 'result.exitCode == 0' }, Fail: { target: 'Refused' } },
});

const shipping = (command: string, more: object = {}): object =>
  mapOf({
    Work: ask({ Ready: 'Gate' }),
    Gate: gate(command, more),
    Approve: {
      type: 'human',
      promptTemplate: 'Is it good?',
      actions: { Yes: { target: 'Report' }, No: { target: 'Refused' } },
    },
    Report: ask({ Complete: 'Done' }),
    Refused: { type: 'end' },
  });

/** Tells when it begins and ends, and leaves a child in the background. */
const COMMAND = 'echo start >> gate.log; sleep 600 & sleep 0.25; echo end >> gate.log';

/** Neither it nor its child, which is in a session of its own, minds SIGTERM. */
const STUBBORN = `trap '' TERM; setsid sh -c "trap '' TERM; while :; do sleep 1; done" & echo up >> gate.log; while :; do sleep 1; done`;

/** Ends in order when it is asked to. */
const POLITE =
  "trap 'echo asked >> gate.log; exit 3' TERM; echo up >> gate.log; while :; do sleep 0.05; done";

function createShipping(command: string, more: object = {}): Project {
  const project = createProject({ hasGit: false });
  project.put('ship.json', shipping(command, more));
  project.script({ sleepMs: 120 });
  return project;
}

const directoryOf = (project: Project): string =>
  `.wfmap/runs/ship/${project.list('.wfmap/runs/ship').at(-1) ?? 'none'}`;

const eventsOf = (project: Project): RunEvent[] => wholeEvents(project, directoryOf(project));

const markerOf = (project: Project): string => markerIn(eventsOf(project));

const linesOf = (project: Project): string[] =>
  project.has('gate.log') ? project.read('gate.log').trim().split('\n') : [];

/** What a person would type next. */
function nextWords(project: Project): string[] {
  const events = eventsOf(project);
  if (events.length === 0) return ['run', 'ship.json', '--no-input'];
  const last = events.findLast(({ type }) => type.startsWith('human.') || type.startsWith('task.'));
  if (last?.type !== 'human.asked') return ['resume', '--no-input'];
  return ['answer', last.data.about === 'rerun' ? 'Run again' : 'Yes', '--no-input'];
}

/** Goes on, answering what is asked, until the run has ended. */
async function finish(project: Project): Promise<Ended> {
  for (let times = 0; times < 10; times += 1) {
    const ended = await project.run(nextWords(project));
    // 1: the answer that was given before the kill counts, and a second one is told so.
    const isAnswered = ended.code === 1 && ended.stderr.includes('already answered');
    if (isAnswered) return finishBy(project, ['resume', '--no-input']);
    if (ended.code !== 4) return ended;
  }
  throw new Error('the run does not come to its end');
}

async function finishBy(project: Project, words: readonly string[]): Promise<Ended> {
  const ended = await project.run(words);
  return ended.code === 4 ? finish(project) : ended;
}

const typeAndTask = (type: RunEvent['type'], events: readonly RunEvent[]): string[] =>
  events.flatMap((event) => (event.type === type && 'task' in event.data ? [`${event.data.task}`] : []));

/** A command is started again only after somebody has said so, and never without a record. */
function expectAskedFirst(project: Project): void {
  let mayStart = true;
  let started = 0;
  for (const event of eventsOf(project)) {
    if (event.type === 'human.answered' && event.data.action === 'Run again') mayStart = true;
    if (event.type !== 'shell.started') continue;
    expect(mayStart, 'the command was run again unasked').toBe(true);
    mayStart = false;
    started += 1;
  }
  expect(linesOf(project).filter((line) => line === 'start').length).toBeLessThanOrEqual(started);
}

/** More records than this no call of the program adds before it waits for something. */
const MOST_RECORDS = 10;

/** Does what comes next, and kills it so long after it has added so many records to the journal. */
async function killAfter(project: Project, records: number, ms: number): Promise<void> {
  const had = eventsOf(project).length;
  const run = project.start(nextWords(project));
  const hasAdded = (): boolean => eventsOf(project).length - had >= records;
  await Promise.race([until(hasAdded), run.end]);
  await Promise.race([sleep(ms), run.end]);
  run.kill('SIGKILL');
  await run.end;
}

describe(`kill -9 (seed ${KILL_SEED})`, () => {
  test(`at ${ROUNDS} random moments of a run, its answers and its resumes costs nothing that is known`, async () => {
    const random = new SeededRandom(KILL_SEED);
    const landed = new Map<string, number>();
    const round = async (moments: readonly number[]): Promise<void> => {
      const project = createShipping(COMMAND);
      for (const point of moments) {
        await killAfter(project, Math.floor(point * MOST_RECORDS), random.fraction() * 150);
        const at = eventsOf(project).at(-1)?.type ?? 'nothing';
        landed.set(at, (landed.get(at) ?? 0) + 1);
      }
      const before = eventsOf(project);
      const finished = typeAndTask('task.finished', before);
      const commands = linesOf(project).length;
      if (before.at(-1)?.type !== 'run.finished') {
        const { code, reported } = await finish(project);
        expect(code, reported).toBe(0);
      }
      const events = eventsOf(project);
      expect(typeAndTask('task.finished', events)).toEqual(['Work', 'Gate', 'Approve', 'Report', 'Done']);
      const bought = typeAndTask('agent.started', events.slice(before.length));
      expect(bought.filter((task) => finished.includes(task))).toEqual([]);
      if (finished.includes('Gate')) expect(linesOf(project)).toHaveLength(commands);
      expectAskedFirst(project);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1));
      expect(pidsOfRun(markerOf(project))).toEqual([]);
      await project.remove();
    };
    const rest = Array.from({ length: ROUNDS / 2 }, (_, n) => [
      (n + random.fraction()) / (ROUNDS / 2),
      random.fraction(),
    ]);
    const work = async (): Promise<void> => {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) await round(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    // Kills that fall into two kinds of moments alone would prove little: where chance has it so, more follow.
    for (let more = 0; landed.size <= 2 && more < ROUNDS; more += 1)
      await round([random.fraction(), random.fraction()]);
    console.info(
      `killed after: ${JSON.stringify(Object.fromEntries([...landed].toSorted(([a], [b]) => a.localeCompare(b))))}`,
    );
    expect(landed.size).toBeGreaterThan(2);
  });

  test('leaves no command 10 s later: not one that ignores SIGTERM, not its child in another session', async () => {
    const project = createShipping(STUBBORN);
    const run = project.start(['run', 'ship.json', '--no-input']);
    await until(() => linesOf(project).includes('up'));
    const marker = markerOf(project);
    await until(() => pidsOfRun(marker).length >= 2);
    run.kill('SIGKILL');
    const killedAt = performance.now();
    await run.end;
    await until(() => pidsOfRun(marker).length === 0);
    expect(performance.now() - killedAt).toBeLessThan(10_000);
    await project.remove();
  });

  test('of whoever has just answered loses no answer', async () => {
    const project = createShipping(COMMAND);
    expect((await project.run(['run', 'ship.json', '--no-input'])).code).toBe(4);
    const answers = `${directoryOf(project)}/answers`;
    const answer = project.start(['answer', 'Yes', '--no-input']);
    await until(() => project.list(answers).some((name) => name.endsWith('.json')));
    answer.kill('SIGKILL');
    await answer.end;
    const other = await project.run(['answer', 'No']);
    expect([other.code, other.stderr], other.reported).toEqual([
      1,
      expect.stringContaining('already answered with "Yes"'),
    ]);
    const events = eventsOf(project);
    if (events.at(-1)?.type !== 'run.finished') {
      const { code, reported } = await project.run(['resume']);
      expect(code, reported).toBe(0);
    }
    expect(typeAndTask('task.finished', eventsOf(project))).toEqual([
      'Work',
      'Gate',
      'Approve',
      'Report',
      'Done',
    ]);
    await project.remove();
  });
});

describe('two answers at once', () => {
  test('are one: the first goes on with the run, the other is told and leaves it alone', async () => {
    for (let times = 0; times < 4; times += 1) {
      const project = createShipping('true');
      expect((await project.run(['run', 'ship.json', '--no-input'])).code).toBe(4);
      const both = await Promise.all([project.run(['answer', 'Yes']), project.run(['answer', 'No'])]);
      const reported = both.map((each) => each.reported).join('\n');
      expect(
        both.map(({ code }) => code).toSorted((a, b) => Number(a) - Number(b)),
        reported,
      ).toEqual([0, 1]);
      const loser = both.find(({ code }) => code === 1);
      expect(loser?.stderr).toMatch(/is already answered with "(Yes|No)"/);
      const answered = eventsOf(project).filter(({ type }) => type === 'human.answered');
      expect(answered).toHaveLength(1);
      const won = both[0]?.code === 0 ? 'Yes' : 'No';
      expect(answered[0]?.data).toMatchObject({ action: won });
      await project.remove();
    }
  });

  test('of which one comes while the other goes on with the run are one as well', async () => {
    const project = createShipping('true');
    expect((await project.run(['run', 'ship.json', '--no-input'])).code).toBe(4);
    project.script({ waitFor: 'told' });
    const first = project.start(['answer', 'Yes']);
    await until(() => typeAndTask('agent.started', eventsOf(project)).includes('Report'));
    const second = await project.run(['answer', 'No']);
    expect([second.code, second.stderr], second.reported).toEqual([
      1,
      expect.stringContaining('already answered with "Yes"'),
    ]);
    project.put('told', '');
    expect((await first.end).code).toBe(0);
    await project.remove();
  });
});

describe('Ctrl-C while a command works', () => {
  test('stops it politely, and the run asks before it is run again', async () => {
    const project = createShipping(POLITE);
    const run = project.start(['run', 'ship.json', '--no-input']);
    await until(() => linesOf(project).includes('up'));
    run.kill('SIGINT');
    const { code, stdout, reported } = await run.end;
    expect(code, reported).toBe(130);
    expect(stdout).toContain('Stopped by SIGINT.');
    expect(linesOf(project)).toEqual(['up', 'asked']);
    expect(pidsOfRun(markerOf(project))).toEqual([]);
    const resumed = await project.run(['resume', '--no-input']);
    expect(resumed.code, resumed.reported).toBe(4);
    expect(linesOf(project)).toEqual(['up', 'asked']);
    const refused = await project.run(['answer', 'Take as failed', '--no-input']);
    expect(refused.code, refused.reported).toBe(6);
    // Gone on with, it asks again: nobody has said that it may be run twice.
    expect((await project.run(['resume', '--no-input'])).code).toBe(4);
    expect(linesOf(project)).toEqual(['up', 'asked']);
    await project.remove();
  });

  test('ends one at once, with its children, that will not, at the second Ctrl-C', async () => {
    const project = createShipping(STUBBORN);
    const run = project.start(['run', 'ship.json', '--no-input']);
    await until(() => linesOf(project).includes('up'));
    const before = performance.now();
    run.kill('SIGINT');
    await run.says('Again to end at once.');
    run.kill('SIGINT');
    const { code, reported } = await run.end;
    expect(code, reported).toBe(130);
    // Before the time that the first one gave it would be over.
    expect(performance.now() - before).toBeLessThan(5000);
    expect(pidsOfRun(markerOf(project))).toEqual([]);
    await project.remove();
  });

  test('has an idempotent one run again by the resume, unasked', async () => {
    const project = createShipping(POLITE, { idempotent: true });
    const run = project.start(['run', 'ship.json', '--no-input']);
    await until(() => linesOf(project).includes('up'));
    run.kill('SIGINT');
    expect((await run.end).code).toBe(130);
    const again = project.start(['resume', '--no-input']);
    await until(() => linesOf(project).length === 3);
    expect(linesOf(project)).toEqual(['up', 'asked', 'up']);
    again.kill('SIGTERM');
    expect((await again.end).code).toBe(143);
    await project.remove();
  });
});
