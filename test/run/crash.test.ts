import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Agent } from '../../src/agent/agent.ts';
import { createScriptedAgent, type Script } from '../../src/agent/scripted/scripted-agent.ts';
import { findRuns, JOURNAL_FILE, type RunEntry } from '../../src/journal/find-runs.ts';
import { JournalError } from '../../src/journal/journal-error.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import { readSource } from '../../src/journal/source-store.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { foldAll } from '../../src/run/start/resume-run.ts';
import type { Value } from '../../src/model/value.ts';
import type { RunState } from '../../src/run/state/run-state.ts';
import { checkedProgram } from '../helpers/checked-program.ts';
import { resume, start, testHost } from '../helpers/run-host.ts';
import {
  crashesOf,
  createCrashingFileSystem,
  PowerCut,
  type CrashingFileSystem,
} from '../journal/crashing-file-system.ts';

const ROOT = '/project';

const claude = (prompt: string, actions: object): object => ({
  type: 'claude',
  promptTemplate: prompt,
  actions,
});

/** Five tasks: a loop of rework with an argument, which its limit ends, and an end. */
const { program, texts } = checkedProgram({
  description: 'Builds a thing',
  startTaskDefinition: 'Plan',
  workslipFields: { thing: { type: 'string', description: 'What to build', required: true } },
  taskDefinitions: {
    Plan: claude('Plan ${thing}.', { Complete: { target: 'Code' } }),
    Code: {
      ...claude("Code ${thing}${again ? ' again' : ''}.", { Complete: { target: 'Review' } }),
      promptParams: { again: { type: 'boolean', description: 'Whether it is rework', required: false } },
    },
    Review: claude('Review ${thing}, visit ${visits}.', {
      Rework: { target: 'Code', args: '--again=true', limit: { max: 1, then: 'Report' }, choose: 'if bad' },
      Accept: { target: 'Report', choose: 'if good' },
    }),
    Report: claude('Report.', { Complete: { target: 'Done' } }),
    Done: { type: 'end' },
  },
});

/** By task, visit and turn, so that who goes on answers as who was cut off would have. */
const answers: Script = (task, visit, turn) => {
  const costUsd = 0.25;
  if (task === 'Review') return { action: 'Rework', costUsd };
  // The first answer of the second visit has to be repaired.
  if (task === 'Code' && visit === 2 && turn === 1) return { reply: 'All is well.', costUsd };
  return { action: 'Complete', costUsd };
};

interface WatchedAgent extends Agent {
  readonly performed: Set<string>;
  readonly underWay: () => number;
}

function watchedAgent(): WatchedAgent {
  const inner = createScriptedAgent(answers);
  const performed = new Set<string>();
  let underWay = 0;
  return {
    ...inner,
    performed,
    underWay: () => underWay,
    start: (request) => {
      performed.add(`${request.task}/${request.visit}`);
      underWay += 1;
      const call = inner.start(request);
      return { ...call, reply: call.reply.finally(() => (underWay -= 1)) };
    },
  };
}

async function begin(fs: CrashingFileSystem, agent: Agent): Promise<RunState> {
  const { state } = await start(testHost(fs, ROOT, agent), program, { texts, fields: { thing: 'a boat' } });
  return state;
}

/** Takes up what a disk holds: the run that is there, or a new one. */
async function resumeAfterCrash(
  fs: CrashingFileSystem,
  agent: Agent,
): Promise<{ state: RunState; directory: RunEntry }> {
  const found = findRuns(fs, ROOT).find(({ started }) => started !== undefined);
  if (found === undefined) {
    const state = await begin(fs, agent);
    return { state, directory: expectRun(fs) };
  }
  const host = testHost(fs, ROOT, agent);
  const past = foldAll(eventsOf(fs, found), program);
  if (past.finished === undefined) return { state: await resume(host, program, found), directory: found };
  await expect(resume(host, program, found)).rejects.toMatchObject({ code: 'run-is-finished' });
  return { state: past, directory: found };
}

function expectRun(fs: CrashingFileSystem): RunEntry {
  const run = findRuns(fs, ROOT).find(({ started }) => started !== undefined);
  if (run === undefined) throw new Error('there is no run');
  return run;
}

function eventsOf(fs: CrashingFileSystem, { folder }: RunEntry): readonly RunEvent[] {
  return readJournal(fs, join(folder, JOURNAL_FILE)).events;
}

const finishedIn = (events: readonly RunEvent[]): string[] =>
  events.flatMap((event) =>
    event.type === 'task.finished' ? [`${event.data.task}/${event.address.visit}`] : [],
  );

/** What must not depend on how often a run was cut off. */
function outcomeOf(state: RunState, events: readonly RunEvent[]) {
  const [root] = state.blocks.values();
  const visits = new Map<string, Readonly<Record<string, Value>>>();
  for (const { type, address, data } of events) {
    if (type === 'task.started') visits.set(`${data.task}/${address.visit}`, data.args);
  }
  return {
    status: state.status,
    finished: state.finished,
    steps: state.steps,
    counts: root?.snapshot.context.counts,
    visits: [...visits],
    actions: events.flatMap((event) => (event.type === 'action.chosen' ? [event.data.action] : [])),
  };
}

/** `data.json` without what tells of interruptions: their entries, times, and the numbers in file names. */
function dataJsonOf(fs: CrashingFileSystem, { folder }: RunEntry) {
  const data = JSON.parse(fs.files()[join(folder, 'data.json')] ?? '{}');
  const history = data.history
    .filter(({ error }: { error?: string }) => error !== 'interrupted')
    .map(({ name, action }: { name: string; action?: string }) => ({ name, action }));
  return { ...data, start: '', end: typeof data.end, path: '', history };
}

function costOf(events: readonly RunEvent[]): number {
  return events.reduce(
    (sum, event) => sum + (event.type === 'agent.finished' ? (event.data.costUsd ?? 0) : 0),
    0,
  );
}

async function undisturbed() {
  const fs = createCrashingFileSystem(ROOT);
  const state = await begin(fs, watchedAgent());
  const directory = expectRun(fs);
  const events = eventsOf(fs, directory);
  return {
    operations: fs.operations(),
    outcome: outcomeOf(state, events),
    dataJson: dataJsonOf(fs, directory),
    costUsd: state.costUsd,
  };
}

const whole = await undisturbed();

/** Checks a disk after a crash, goes on with it, and checks what came of it. */
async function expectSameEnd(fs: CrashingFileSystem, reported: readonly RunEvent[]): Promise<void> {
  const found = findRuns(fs, ROOT).find(({ started }) => started !== undefined);
  const before = found === undefined ? [] : eventsOf(fs, found);
  expect(before.slice(0, reported.length)).toEqual(reported);
  for (const event of before) {
    if (event.type === 'run.started')
      expect(readSource(fs, found!.folder, event.data.map.digest)).toBe(texts[0]);
  }
  const agent = watchedAgent();
  const { state, directory } = await resumeAfterCrash(fs, agent);
  const events = eventsOf(fs, directory);
  expect(outcomeOf(state, events)).toEqual(whole.outcome);
  expect(finishedIn(before).filter((visit) => agent.performed.has(visit))).toEqual([]);
  expect(state.costUsd).toBeCloseTo(costOf(events));
  expect(dataJsonOf(fs, directory)).toEqual(whole.dataJson);
}

/** Runs until the power is cut; gives what the run had told of by then. */
async function cutShort(
  fs: CrashingFileSystem,
  cut: number,
  work: (host: ReturnType<typeof testHost>) => Promise<unknown>,
): Promise<readonly RunEvent[]> {
  fs.cutAt(cut);
  const host = testHost(fs, ROOT, watchedAgent());
  try {
    await work(host);
  } catch (thrown) {
    if (!(thrown instanceof PowerCut)) throw thrown;
  }
  return host.events;
}

const startWith = (host: ReturnType<typeof testHost>) =>
  start(host, program, { texts, fields: { thing: 'a boat' } });

test('the run under test takes the loop, the repair and the limit', () => {
  expect(whole.outcome).toMatchObject({
    finished: { task: 'Done', failed: false },
    steps: 6,
    counts: { '2.0': 1 },
    actions: ['Complete', 'Complete', 'Rework', 'Complete', 'Rework', 'Complete'],
  });
  expect(new Map(whole.outcome.visits).get('Code/2')).toEqual({ again: 'true' });
  expect(whole.costUsd).toBe(7 * 0.25);
});

describe('after a power cut at any operation', () => {
  test('going on ends as the undisturbed run, and buys no journaled result twice', async () => {
    let disks = 0;
    for (let cut = 0; cut < whole.operations; cut += 1) {
      const fs = createCrashingFileSystem(ROOT);
      const reported = await cutShort(fs, cut, startWith);
      for (const survivor of crashesOf(fs, 6)) {
        await expectSameEnd(survivor, reported);
        disks += 1;
      }
    }
    expect(disks).toBeGreaterThan(400);
  });

  test('a wfmap that was killed, on a machine that was not, is gone on with as well', async () => {
    for (let cut = 0; cut < whole.operations; cut += 1) {
      const fs = createCrashingFileSystem(ROOT);
      const reported = await cutShort(fs, cut, startWith);
      await expectSameEnd(fs.revive(), reported);
    }
  });

  test('a second cut while it goes on loses nothing either', async () => {
    for (let cut = 20; cut < whole.operations; cut += 7) {
      const first = createCrashingFileSystem(ROOT);
      await cutShort(first, cut, startWith);
      for (let again = 0; again < 60; again += 3) {
        const fs = first.crash(() => 'kept');
        const reported: RunEvent[] = [];
        const found = findRuns(fs, ROOT).find(({ started }) => started !== undefined);
        if (found === undefined) continue;
        reported.push(...eventsOf(fs, found));
        if (reported.at(-1)?.type === 'run.finished') continue;
        reported.push(...(await cutShort(fs, again, (host) => resume(host, program, found))));
        for (const survivor of crashesOf(fs, 2)) await expectSameEnd(survivor, reported);
      }
    }
  });
});

describe('when the disk refuses an operation', () => {
  for (const code of ['EIO', 'ENOSPC']) {
    test(`with ${code}, the run ends as ever or stops with a JournalError, and can be gone on with`, async () => {
      let stopped = 0;
      for (let index = 0; index < whole.operations; index += 1) {
        const fs = createCrashingFileSystem(ROOT);
        fs.failAt(index, code);
        const agent = watchedAgent();
        const host = testHost(fs, ROOT, agent);
        try {
          await startWith(host);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(JournalError);
          stopped += 1;
        }
        expect(agent.underWay()).toBe(0);
        await expectSameEnd(fs.revive(), host.events);
      }
      // Lock, sources and journal: prompts, logs and summaries stop no run.
      expect(stopped).toBeGreaterThan(40);
    });
  }
});
