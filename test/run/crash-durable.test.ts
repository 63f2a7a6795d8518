/**
 * Power cuts and refusing disks under a run with all that is durable beside agents: commands, one of which must not be
 * run twice, a person who answers by the box, computed names, values too large for a record, and counters begun anew.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Agent } from '../../src/agent/agent.ts';
import { createAnswerBox, type KeptAnswer } from '../../src/journal/answer-box.ts';
import { findRuns, JOURNAL_FILE, type RunEntry } from '../../src/journal/find-runs.ts';
import { JournalError } from '../../src/journal/journal-error.ts';
import { VALUES_FOLDER } from '../../src/journal/large-values.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { foldAll } from '../../src/run/start/resume-run.ts';
import type { OpenTask, RunState } from '../../src/run/state/run-state.ts';
import { ALL_MOMENTS } from '../helpers/all-moments.ts';
import { checkedProgram } from '../helpers/checked-program.ts';
import { exited, GIVER } from '../helpers/performers.ts';
import { answered } from '../helpers/puppet-agent.ts';
import { resume, start, testHost } from '../helpers/run-host.ts';
import {
  crashesOf,
  createCrashingFileSystem,
  PowerCut,
  type CrashingFileSystem,
} from '../journal/crashing-file-system.ts';

const ROOT = '/project';
const LARGE = 'x'.repeat(70_000);

const { program, texts } = checkedProgram({
  description: 'Ships a thing',
  startTaskDefinition: 'Plan',
  workslipFields: { thing: { type: 'string', description: 'What to ship', required: true } },
  taskDefinitions: {
    Plan: {
      type: 'claude',
      promptTemplate: 'Plan ${size(thing)}.',
      as: 'plan',
      output: {
        schema: {
          type: 'object',
          required: ['items', 'text'],
          properties: { items: { type: 'array', items: { type: 'string' } }, text: { type: 'string' } },
        },
      },
      actions: {
        Some: { target: 'Count', when: 'size(result.items) > 0' },
        None: { target: 'Blocked' },
      },
    },
    Count: {
      type: 'decide',
      set: { rounds: 'has(rounds) ? rounds + 1 : 1' },
      actions: { Next: { target: 'Format' } },
    },
    Format: {
      type: 'shell',
      command: ['format', '${plan.items[0]}'],
      idempotent: true,
      actions: { Next: { target: 'Deploy' } },
    },
    Deploy: {
      type: 'shell',
      command: ['deploy'],
      as: 'deployed',
      maxVisits: { max: 1, then: 'Blocked' },
      actions: {
        Good: { target: 'Approve', when: 'result.exitCode == 0' },
        Bad: { target: 'Blocked' },
      },
    },
    Approve: {
      type: 'human',
      promptTemplate: 'Is round ${rounds} good?',
      as: 'said',
      actions: { Rework: { target: 'Plan', resets: ['Deploy'] }, Ship: { target: 'Done' } },
    },
    Done: { type: 'end', result: 'rounds' },
    Blocked: { type: 'end', failed: true },
  },
});

/** What was really done, beside what the journal says of it: each agent's turn and each command, in order. */
interface World {
  readonly done: string[];
  /** Answers that the box has taken, by the execution that they are for. */
  readonly given: Map<number, string>;
  /** What the run has told of, which must never be taken back. */
  reported: readonly RunEvent[];
}

const newWorld = (): World => ({ done: [], given: new Map(), reported: [] });

const nothing = (): void => undefined;

function hostOf(fs: CrashingFileSystem, world: World) {
  const agent: Agent = {
    kind: 'scripted',
    start: ({ task, visit }) => {
      world.done.push(`${task}/${visit}`);
      const output = { items: ['one', 'two'], text: LARGE };
      return {
        reply: Promise.resolve(answered(undefined, { output, costUsd: 1 })),
        stop: nothing,
        kill: nothing,
      };
    },
  };
  const shell = {
    start: ({ task, visit }: { task: string; visit: number }) => {
      world.done.push(`${task}/${visit}`);
      return { reply: Promise.resolve(exited(0, 'Well.')), stop: nothing, kill: nothing };
    },
  };
  return testHost(fs, ROOT, agent, { shell, answerBox: (folder) => createAnswerBox(fs, folder) });
}

function runOn(fs: CrashingFileSystem): RunEntry | undefined {
  return findRuns(fs, ROOT).find(({ started }) => started !== undefined);
}

function eventsOn(fs: CrashingFileSystem): readonly RunEvent[] {
  const found = runOn(fs);
  return found === undefined ? [] : readJournal(fs, join(found.folder, JOURNAL_FILE)).events;
}

/** The person: lets everything be run again, sends the first round back, and ships the second. */
function answerOf({ question, address }: OpenTask): KeptAnswer {
  const action = question?.about === 'rerun' ? 'Run again' : address.visit === 1 ? 'Rework' : 'Ship';
  return { action, fields: {}, sender: GIVER };
}

/** One call of the program: starts the run that is not there, answers what is asked, goes on. */
async function call(fs: CrashingFileSystem, world: World): Promise<RunState> {
  const found = runOn(fs);
  const host = hostOf(fs, world);
  const before = eventsOn(fs);
  try {
    if (found === undefined) return (await start(host, program, { texts, fields: { thing: LARGE } })).state;
    const past = foldAll(before, program);
    if (past.finished !== undefined) return past;
    const asked = [...past.open.values()].find(({ question }) => question !== undefined);
    if (asked !== undefined) {
      const answer = answerOf(asked);
      if (
        createAnswerBox(fs, found.folder).claim({ start: asked.start, nonce: asked.question?.nonce }, answer)
      )
        world.given.set(asked.start, answer.action);
    }
    return await resume(host, program, found);
  } finally {
    world.reported = [...before, ...host.events];
  }
}

/** Calls until the run has ended. */
async function callOn(fs: CrashingFileSystem, world: World): Promise<RunState> {
  for (let calls = 0; calls < 20; calls += 1) {
    const state = await call(fs, world);
    if (state.finished !== undefined) return state;
    expect(state.paused?.exitCode).toBe(4);
  }
  throw new Error('the run does not come to its end');
}

const visitOf = ({ address }: RunEvent): string => `${address.task}/${address.visit}`;

/** What must not depend on how often a run was cut off. */
function outcomeOf(state: RunState, events: readonly RunEvent[]) {
  const [root] = state.blocks.values();
  return {
    finished: state.finished,
    steps: state.steps,
    counts: root?.snapshot.context.counts,
    bound: [...(root?.bound ?? [])],
    course: events.flatMap((event) =>
      event.type === 'action.chosen' ? [`${visitOf(event)} ${event.data.action}`] : [],
    ),
  };
}

async function undisturbed() {
  const fs = createCrashingFileSystem(ROOT);
  const world = newWorld();
  const state = await callOn(fs, world);
  const outcome = outcomeOf(state, eventsOn(fs));
  return { operations: fs.operations(), outcome, world, files: Object.keys(fs.files()) };
}

const whole = await undisturbed();

/** Goes on with what a crash left, and holds it against the laws. */
async function expectLaws(fs: CrashingFileSystem, world: World): Promise<void> {
  const before = eventsOn(fs);
  expect(before.slice(0, world.reported.length)).toEqual(world.reported);
  const finished = new Set(
    before.flatMap((event) => (event.type === 'task.finished' ? [visitOf(event)] : [])),
  );
  const doneBefore = world.done.length;
  const state = await callOn(fs, world);
  const events = eventsOn(fs);
  expect(outcomeOf(state, events)).toEqual(whole.outcome);
  // No journaled result is bought twice.
  expect(world.done.slice(doneBefore).filter((visit) => finished.has(visit))).toEqual([]);
  expectRecordedFirst(events, world);
  expectAskedFirst(events);
  for (const [start, action] of world.given) {
    const taken = events.filter((event) => event.type === 'human.answered' && event.causedBy === start);
    expect(taken.map(({ data }) => 'action' in data && data.action)).toEqual([action]);
  }
  expect(knownOf(state)).toEqual(knownOf(foldAll(events, program)));
}

/** Whatever was done has its record, which was there before it. */
function expectRecordedFirst(events: readonly RunEvent[], { done }: World): void {
  const rest = events.flatMap((event) =>
    event.type === 'shell.started' || event.type === 'agent.started' ? [visitOf(event)] : [],
  );
  for (const visit of done) {
    expect(rest).toContain(visit);
    rest.splice(rest.indexOf(visit), 1);
  }
}

/** A command that was started is not started again before somebody has said so. */
function expectAskedFirst(events: readonly RunEvent[]): void {
  const started = new Set<string>();
  for (const event of events) {
    const visit = visitOf(event);
    if (event.type === 'human.answered' && event.data.action === 'Run again') started.delete(visit);
    if (event.type !== 'shell.started' || event.data.task !== 'Deploy') continue;
    expect(started.has(visit)).toBe(false);
    started.add(visit);
  }
}

/** All that a state knows, without what it is made of. */
function knownOf({ blocks, open, ...rest }: RunState): unknown {
  const known = [...blocks.values()].map(({ snapshot, visits, bound, sessions, nextArgs }) => ({
    value: snapshot.value,
    counts: snapshot.context.counts,
    visits,
    bound,
    sessions,
    nextArgs,
  }));
  const { status, lastSeq, lastAtMs, waiting, executions, steps, costUsd, tokens, activeMs, limits } = rest;
  const counted = {
    status,
    lastSeq,
    lastAtMs,
    waiting,
    executions,
    steps,
    costUsd,
    tokens,
    activeMs,
    limits,
  };
  return { known, open: [...open.keys()], counted };
}

/** Calls until the power is cut. */
async function callUntilCut(fs: CrashingFileSystem, world: World, cut: number): Promise<void> {
  fs.cutAt(cut);
  try {
    await callOn(fs, world);
  } catch (thrown) {
    if (!(thrown instanceof PowerCut)) throw thrown;
  }
}

test('the run under test takes two rounds, begins a counter anew, and keeps large values apart', () => {
  expect(whole.world.done).toEqual(['Plan/1', 'Format/1', 'Deploy/1', 'Plan/2', 'Format/2', 'Deploy/2']);
  expect(whole.outcome.finished).toMatchObject({ task: 'Done', result: 2 });
  const values = whole.files.filter((path) => path.includes(`/${VALUES_FOLDER}/`));
  expect(values.length).toBeGreaterThanOrEqual(3);
});

/** Every third operation, each test others; all of them where all are asked for. */
function momentsFrom(first: number): readonly number[] {
  const all = Array.from({ length: whole.operations }, (_, index) => index);
  return ALL_MOMENTS ? all : all.filter((index) => index % 3 === first);
}

describe('after a power cut at any operation', () => {
  test('the laws hold on every disk that it may leave', async () => {
    let asked = 0;
    for (const cut of momentsFrom(0)) {
      const fs = createCrashingFileSystem(ROOT);
      const world = newWorld();
      await callUntilCut(fs, world, cut);
      for (const survivor of crashesOf(fs, 3)) {
        const copy = { done: [...world.done], given: new Map(world.given), reported: world.reported };
        await expectLaws(survivor, copy);
        asked += eventsOn(survivor).filter(
          ({ type, data }) => type === 'human.asked' && data.about === 'rerun',
        ).length;
      }
    }
    // Cuts that never fell into the command would prove nothing of it.
    expect(asked).toBeGreaterThan(2);
  });

  test('the laws hold for a wfmap that was killed on a machine that was not, twice', async () => {
    for (const cut of momentsFrom(1)) {
      const fs = createCrashingFileSystem(ROOT);
      const world = newWorld();
      await callUntilCut(fs, world, cut);
      const next = fs.revive();
      await callUntilCut(next, world, 10 + ((cut * 7) % 40));
      await expectLaws(next.revive(), world);
    }
  });
});

describe('when the disk refuses an operation', () => {
  test.each(['EIO', 'ENOSPC'])('with %s, the laws hold', async (code) => {
    for (const index of momentsFrom(code === 'EIO' ? 0 : 2)) {
      const fs = createCrashingFileSystem(ROOT);
      fs.failAt(index, code);
      const world = newWorld();
      try {
        await callOn(fs, world);
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(JournalError);
        // Nobody is told of a folder that could not be removed when it is the disk that fails.
        expect(String(thrown)).not.toContain('ENOTEMPTY');
      }
      await expectLaws(fs.revive(), world);
    }
  });
});
