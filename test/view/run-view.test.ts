import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunEventType } from '../../src/model/run-event.ts';
import { fold } from '../../src/run/state/fold.ts';
import type { ChildStates } from '../../src/run/state/child-states.ts';
import { createRunState, type RunState } from '../../src/run/state/run-state.ts';
import { applyEvent, runViewOf } from '../../src/view/apply-event.ts';
import {
  createRunView,
  type BlockStatus,
  type BlockView,
  type ChildBlocks,
  type Execution,
  type RunView,
} from '../../src/view/run-view.ts';
import { countBlocks } from '../helpers/count-blocks.ts';
import { events, items, type ShortEvent } from '../helpers/short-events.ts';
import { played } from '../run/played-run.ts';
import { nestedRuns } from '../run/random-nested.ts';
import { tries } from '../helpers/tries.ts';

/** What the state of a run and its view both know. */
function knownTo(state: RunState) {
  const open = [...state.open.values()];
  return {
    status: state.status,
    executions: state.executions,
    tokens: state.tokens,
    questions: new Set(open.flatMap(({ question, start }) => (question === undefined ? [] : [start]))),
    children: new Map(
      open.flatMap(({ children, start }) => (children === undefined ? [] : [[start, statesIn(children)]])),
    ),
  };
}

/** The same of the view, with the child blocks of the executions that are open in the state. */
function shownBy(view: RunView, state: RunState) {
  const open = view.executions.filter(({ seq, children }) => state.open.has(seq) && children !== null);
  return {
    status: view.status,
    executions: view.executions.length,
    tokens: view.tokens,
    questions: new Set(Array.from(view.questions, ({ seq }) => seq)),
    children: new Map(open.map(({ seq, children }) => [seq, childrenIn(children!)])),
  };
}

/** Branches are told of when they start: one that has not is known to the map alone. */
function statesIn({ byKey }: ChildStates) {
  return [...byKey]
    .filter(([, { item, status }]) => item !== undefined || status !== 'waiting')
    .map(([key, { status }]) => `${key} ${status}`)
    .toSorted();
}

/** The state says of a kept item that it is finished, and of one that has stopped that it is running. */
function childrenIn({ list }: ChildBlocks) {
  const said: Partial<Record<BlockStatus, string>> = { kept: 'finished', stopped: 'running' };
  return list.map(({ key, status }) => `${key} ${said[status] ?? status}`).toSorted();
}

/** Units: runs in a round; the rarest event is in one of some hundreds. */
const ROUND = tries(100, 30);
const MAX_ROUNDS = 5_000 / ROUND;

describe('the view of a run', () => {
  test('agrees with the state of the run after every event', async () => {
    const left = new Set<RunEventType>([
      'human.asked',
      'item.skipped',
      'item.finished',
      'branch.cancelled',
      'task.failed',
      'run.resumed',
    ]);
    // Some of these are rare: random runs are made until all were met. A generator that no longer makes them fails.
    for (let round = 0; round === 0 || (left.size > 0 && round < MAX_ROUNDS); round += 1) {
      await fc.assert(
        fc.asyncProperty(nestedRuns(), async (random) => {
          const { program, events: all } = await played(random);
          const state = createRunState();
          const view = createRunView();
          for (const event of all) {
            fold(state, event, program);
            applyEvent(view, event);
            expect(shownBy(view, state), `after ${event.seq}, ${event.type}`).toEqual(knownTo(state));
            left.delete(event.type);
          }
        }),
        { numRuns: ROUND, endOnFailure: true },
      );
    }
    expect([...left]).toEqual([]);
  });

  test('counts what is at work as the tree of blocks has it', async () => {
    await fc.assert(
      fc.asyncProperty(nestedRuns(), async (random) => {
        const view = createRunView();
        for (const event of (await played(random)).events) {
          applyEvent(view, event);
          expect(leavesOf(view.root).filter(({ isAtWork }) => isAtWork)).toHaveLength(view.atWork);
        }
        for (const { children } of view.executions) if (children !== null) expectCounted(children);
      }),
      { numRuns: tries(50, 20), endOnFailure: true },
    );
  });

  test('of two parts of a journal, one after the other, is that of the whole', async () => {
    await fc.assert(
      fc.asyncProperty(nestedRuns(), fc.nat(1000), async (random, place) => {
        const { events: made } = await played(random);
        // As they are read from a journal: no two share an object.
        const all = made.map((event) => structuredClone(event));
        const at = place % all.length;
        // A copy holds all that the view knows: the second part goes into that.
        const view = structuredClone(runViewOf(all.slice(0, at)));
        for (const event of all.slice(at)) applyEvent(view, event);
        expect(flat(view)).toEqual(flat(runViewOf(all)));
      }),
      { numRuns: tries(50, 20), endOnFailure: true },
    );
  });

  test('takes any events in any order', () => {
    const place = fc.constantFrom('', 'A', 'A#2', 'B', 'A/x: C', 'A/y: C', 'A/map: C', 'A/x C/k: D');
    const key = fc.constantFrom('x', 'y', 'k', 'map');
    const said = fc.record({ place, key, type: fc.constantFrom(...TYPES), from: fc.constantFrom(null, 'A') });
    fc.assert(
      fc.property(fc.array(said, { maxLength: 60 }), (list) => {
        const reported = list.map(({ place: at, type, ...data }): ShortEvent => [
          type,
          at,
          { ...items('x', 'k'), ...data },
        ]);
        const view = createRunView();
        for (const event of events(...reported)) {
          const execution = applyEvent(view, event);
          if (event.type === 'task.started') expect(execution).toBe(view.executions.at(-1));
        }
        for (const { children } of view.executions) if (children !== null) expectCounted(children);
        expect(view.atWork).toBe(view.executions.filter(({ isAtWork }) => isAtWork).length);
      }),
    );
  });
});

/** The executions under way that have none inside of them. */
function leavesOf({ current }: BlockView): readonly Execution[] {
  if (current === undefined) return [];
  return current.children === null ? [current] : [...current.children.underWay].flatMap(leavesOf);
}

/** A view as data: what stands in it twice is named by its number or key. */
function flat({ root: _root, blocks, executions, open, questions, ...rest }: RunView) {
  const keysIn = (list: Iterable<BlockView>) => Array.from(list, ({ key }) => key);
  return {
    ...rest,
    open: Array.from(open, ([key, { seq }]) => [key, seq]),
    questions: Array.from(questions, ({ seq }) => seq),
    blocks: Array.from(blocks, ([name, { parent, current, executions: own, ...block }]) => {
      return { ...block, name, parent: parent?.seq, current: current?.seq, own: own.map(({ seq }) => seq) };
    }),
    executions: executions.map(({ block, children, ...execution }) => {
      if (children === null) return { ...execution, block: block.path };
      const { list, byKey, underWay, ...counts } = children;
      const inside = { ...counts, list: keysIn(list), byKey: [...byKey.keys()], underWay: keysIn(underWay) };
      return { ...execution, block: block.path, inside };
    }),
  };
}

function expectCounted({ list, counts, failed, underWay }: ChildBlocks): void {
  const counted = Object.groupBy(list, ({ status }) => status);
  for (const [status, count] of Object.entries(counts)) {
    expect(counted[status as BlockStatus]?.length ?? 0, status).toBe(count);
  }
  expect(list.filter((each) => each.status === 'finished' && each.failed)).toHaveLength(failed);
  expect(underWay.size).toBe(counts.running + counts.stopped);
}

const TYPES: readonly RunEventType[] = [
  'task.started',
  'task.finished',
  'task.failed',
  'agent.started',
  'agent.finished',
  'shell.started',
  'shell.finished',
  'human.asked',
  'human.answered',
  'items.listed',
  'item.started',
  'item.finished',
  'item.skipped',
  'item.kept',
  'branch.started',
  'branch.finished',
  'branch.cancelled',
  'workflow.started',
  'workflow.finished',
  'run.paused',
  'run.resumed',
  'run.finished',
];

describe('the work of an event', () => {
  /** Items that each run a task; then one more event. */
  const among = (count: number, last: readonly ShortEvent[]): number => {
    const keys = Array.from({ length: count }, (_, n) => `${n}`);
    const before = events(
      ['run.started', ''],
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(...keys)],
      ...keys.map((key): ShortEvent => ['item.started', 'Build', { key }]),
      ...keys.map((key): ShortEvent => ['task.started', `Build/${key}: Code`]),
    );
    const view = runViewOf(before);
    const [event] = events(...last);
    return countBlocks(
      (url) => /\/src\/(view|model)\//.test(url),
      () => void applyEvent(view, event!),
    );
  };

  test.for<ShortEvent>([
    ['task.started', 'Build/1: Test'],
    ['task.finished', 'Build/1: Code'],
    ['task.failed', 'Build/1: Code', { target: null }],
    ['agent.started', 'Build/1: Code'],
    ['agent.finished', 'Build/1: Code'],
    ['shell.finished', 'Build/1: Code'],
    ['human.asked', 'Build/1: Code'],
    ['human.answered', 'Build/1: Code'],
    ['item.started', 'Build', { key: '1' }],
    ['item.finished', 'Build', { key: '1', failed: true }],
    ['item.skipped', 'Build', { key: '1' }],
    ['item.kept', 'Build', { key: '1' }],
    ['branch.cancelled', 'Build', { key: '1' }],
    ['run.paused', '', { reason: 'failed' }],
  ])('%s at %s is the same among 10 items as among 1,000', (reported) => {
    // What runs for the first time is compiled, and counted otherwise.
    among(10, [reported]);
    const [few, many] = [among(10, [reported]), among(1000, [reported])];
    expect(few).toBeGreaterThan(0);
    // V8 forgets and compiles code again as it likes, which counts otherwise; one step an item would be 990.
    expect(Math.abs(many - few)).toBeLessThan(few + 20);
  });

  test('of a resume grows with what is under way: the count sees it', () => {
    const reported: ShortEvent = ['run.resumed', '', { from: null }];
    among(10, [reported]);
    expect(among(1000, [reported])).toBeGreaterThan(1000);
  });
});
