import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Agent, AgentReply, Settled } from '../../src/agent/agent.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import type { Slip } from '../../src/journal/slip.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import type { Program } from '../../src/run/program.ts';
import { foldAll } from '../../src/run/resume-run.ts';
import type { RunState } from '../../src/run/run-state.ts';
import { checkedProgram } from '../helpers/checked-program.ts';
import { resume, start, testHost } from '../helpers/run-host.ts';
import { summaryOf } from '../helpers/summary.ts';
import { createCrashingFileSystem, type CrashingFileSystem } from '../journal/crashing-file-system.ts';
import {
  play,
  type Answer,
  type Answers,
  type Course,
  type JsonAction,
  type JsonMap,
  type JsonTask,
} from './reference.ts';

const ROOT = '/project';

/** Names that machines, paths and objects could take for something else. */
const NAMES =
  'A|B|0|1|10|__proto__|constructor|toString|valueOf|a.b|.|#a|#|%|%terminal|%2E|*|a.*|x y|é|→|null'.split(
    '|',
  );
const ACTION_NAMES = ['Go', '2', '1', '__proto__', 'constructor', 'Go on', 'a.b', '*'];

/** A valid map: any tasks, any actions between them, limits, onError, terminal tasks, failed ends. */
const maps: fc.Arbitrary<JsonMap> = fc
  .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 7 })
  .chain((names) => {
    const name = fc.constantFrom(...names);
    const action: fc.Arbitrary<JsonAction> = fc.record(
      {
        target: name,
        args: fc.constantFrom('--again=true', '--n=7 --__proto__=x'),
        limit: fc.record({ max: fc.integer({ min: 1, max: 3 }), then: name }),
      },
      { requiredKeys: ['target'] },
    );
    const actions = fc
      .uniqueArray(fc.tuple(fc.constantFrom(...ACTION_NAMES), action), {
        maxLength: 3,
        selector: ([key]) => key,
      })
      .map((entries) => Object.fromEntries(entries));
    const claude: fc.Arbitrary<JsonTask> = fc
      .record(
        { type: fc.constant('claude' as const), actions, onError: name },
        { requiredKeys: ['type', 'actions'] },
      )
      .map((task) => ({ ...task, prompt: 'Do it.' }));
    const end: fc.Arbitrary<JsonTask> = fc.record(
      { type: fc.constant('end' as const), failed: fc.boolean() },
      { requiredKeys: ['type'] },
    );
    const task = fc.oneof({ weight: 4, arbitrary: claude }, { weight: 1, arbitrary: end });
    const tasks = fc.array(task, { minLength: names.length, maxLength: names.length });
    return fc
      .record({
        startTaskDefinition: name,
        tasks,
        steps: fc.option(fc.integer({ min: 1, max: 25 }), { freq: 6 }),
      })
      .map(({ startTaskDefinition, tasks: list, steps }) => ({
        description: 'Any map',
        startTaskDefinition,
        ...(steps === null ? {} : { limits: { steps } }),
        taskDefinitions: Object.fromEntries(list.map((each, index) => [names[index]!, each])),
      }));
  });

/** Mostly legal answers, by place, so that a run that is taken up again is answered alike. */
const answerLists: fc.Arbitrary<Answers> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.nat(5) },
      { weight: 1, arbitrary: fc.constantFrom<Answer>('nonsense', 'transport', 'permanent') },
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((list) =>
    // fast-check shows the list of a counterexample through this.
    Object.assign(
      (task: string, visit: number, turn: number) =>
        list[(NAMES.indexOf(task) * 7 + visit * 3 + turn) % list.length] ?? 0,
      { toString: () => JSON.stringify(list) },
    ),
  );

function answeringAgent(answers: Answers): Agent {
  const turns = new Map<string, number>();
  return {
    kind: 'scripted',
    start: ({ task, visit, actions }) => {
      const key = `${task}/${visit}`;
      const turn = (turns.get(key) ?? 0) + 1;
      turns.set(key, turn);
      const reply = replyTo(
        answers(task, visit, turn),
        actions.map(({ name }) => name),
      );
      return { reply: Promise.resolve(reply), stop: () => undefined, kill: () => undefined };
    },
  };
}

const SETTLED: Settled = { durationMs: 1, costUsd: 0, tokens: 0, denials: [], sessionKnown: true };

function replyTo(answer: Answer, actions: readonly string[]): AgentReply {
  if (answer === 'transport' || answer === 'permanent') {
    return { ...SETTLED, outcome: 'failed', fault: answer, reason: 'as told', help: undefined, text: '' };
  }
  if (actions.length === 0) return { ...SETTLED, outcome: 'answered', action: undefined, text: '' };
  if (answer === 'nonsense') return { ...SETTLED, outcome: 'rejected', fault: 'Nonsense.', text: '?' };
  return { ...SETTLED, outcome: 'answered', action: actions[answer % actions.length], text: '' };
}

function courseOf(program: Program, state: RunState, events: readonly RunEvent[]): Course {
  const [root] = state.blocks.values();
  const { tasks } = program.map.block;
  const taken = Object.entries<number>(root?.snapshot.context.taken ?? {}).map(
    ([key, count]): [string, number] => {
      const [taskIndex = 0, actionIndex = 0] = key.split('.').map(Number);
      const task = tasks[taskIndex];
      const action = task?.type === 'claude' ? task.actions[actionIndex]?.name : undefined;
      return [`${task?.name} → ${action}`, count];
    },
  );
  const path = events.flatMap(({ type, data }): [string, string][] => {
    if (type !== 'task.started' || data.resumes !== null) return [];
    const args = Object.entries(data.args).map(([name, value]) => `--${name}=${value}`);
    return [[data.task, args.join(' ')]];
  });
  return {
    path,
    taken: Object.fromEntries(taken),
    steps: state.steps,
    ending: endingOf(state, path.at(-1)?.[0]),
  };
}

function endingOf({ finished, paused, open }: RunState, last: string | undefined): string {
  if (finished !== undefined) {
    if (finished.task === null) return `done after ${last}`;
    return `${finished.failed ? 'failed' : 'done'} at ${finished.task}`;
  }
  if (paused?.reason === 'failed') return `paused by failure of ${[...open.values()][0]?.task.name}`;
  return `paused by ${paused?.reason}`;
}

async function run(map: JsonMap, answers: Answers) {
  const { program, texts } = checkedProgram(map);
  const fs = createCrashingFileSystem(ROOT);
  const host = testHost(fs, ROOT, answeringAgent(answers));
  const { state, slip } = await start(host, program, { texts });
  return { program, fs, state, slip, events: host.events };
}

/** Offsets behind each batch of a journal, the last one left out. */
function boundariesOf(journal: string): number[] {
  const offsets: number[] = [];
  let at = 0;
  for (const line of journal.split('\n').slice(0, -1)) {
    at += line.length + 1;
    if (!line.includes(',"more":true')) offsets.push(at);
  }
  return offsets.slice(0, -1);
}

function cutTo(fs: CrashingFileSystem, slip: Slip, size: number): CrashingFileSystem {
  const copy = fs.crash(() => 'kept');
  const file = copy.open(join(slip.folder, 'journal.jsonl'), 'append');
  file.truncate(size);
  file.sync();
  return copy;
}

describe('any valid map with any answers', () => {
  test('runs as the reference says, and always ends or pauses for a stated reason', async () => {
    const endings = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(maps, answerLists, async (map, answers) => {
        const { program, state, events } = await run(map, answers);
        const course = courseOf(program, state, events);
        expect(course).toEqual(play(map, answers));
        const kind = course.ending.split(' ').slice(0, 2).join(' ');
        endings.set(kind, (endings.get(kind) ?? 0) + 1);
      }),
      { numRuns: 300 },
    );
    const kinds = ['done after', 'done at', 'failed at', 'paused by'];
    expect([...endings.keys()].toSorted()).toEqual(kinds);
  }, 60_000);

  test('leaves a journal that folds to its live state', async () => {
    await fc.assert(
      fc.asyncProperty(maps, answerLists, async (map, answers) => {
        const { program, fs, slip, state, events } = await run(map, answers);
        const kept = readJournal(fs, join(slip.folder, 'journal.jsonl')).events;
        expect(kept).toEqual(events);
        expect(summaryOf(foldAll(kept, program))).toEqual(summaryOf(state));
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  test('ends alike when it is taken up again from any whole part of its journal', async () => {
    await fc.assert(
      fc.asyncProperty(maps, answerLists, fc.nat(1000), async (map, answers, place) => {
        const { program, fs, slip } = await run(map, answers);
        const path = join(slip.folder, 'journal.jsonl');
        const boundaries = boundariesOf(fs.files()[path] ?? '');
        fc.pre(boundaries.length > 0);
        const disk = cutTo(fs, slip, boundaries[place % boundaries.length]!);
        const before = openJournal(disk, path).events;
        expect(before.length).toBeGreaterThan(0);
        const state = await resume(testHost(disk, ROOT, answeringAgent(answers)), program, slip);
        const { events } = readJournal(disk, path);
        expect(courseOf(program, state, events)).toEqual(play(map, answers));
      }),
      { numRuns: 120 },
    );
  }, 60_000);
});
