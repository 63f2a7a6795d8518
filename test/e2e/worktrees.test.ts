/**
 * What `kill -9` of wfmap before, in the middle of, and after any command by git costs: nothing, once the run is gone
 * on with.
 */
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/model/run-event.ts';
import { ALL_MOMENTS } from '../helpers/all-moments.ts';
import { pidsOfRun } from './helpers/is-alive.ts';
import { pidsInFolder } from './helpers/pids-in-folder.ts';
import type { Project } from './helpers/project.ts';
import {
  BUILT,
  commandsBy,
  createThree,
  outcomeOf,
  runDeadly,
  type ProgramPoint,
} from './helpers/three-items.ts';

const RUN_DIRECTORY = 'three/slip-001';
const ITEMS = ['a', 'b', 'c'];
const WHEN = ['before', 'during', 'after'] as const;
/** So that the merge in conflict is cut off in the suite as well. */
const OFFSETS = { during: 0, before: 1, after: 2 } as const;
const RUN = ['run', 'three.json', '--here'];

let project: Project;
let commands: readonly string[] = [];
let undisturbed: unknown;
beforeAll(async () => {
  project = createThree();
  const { code, reported } = await runDeadly(project, RUN);
  if (code !== 0) throw new Error(`a run that nobody disturbs fails: ${reported}`);
  commands = commandsBy(project);
  undisturbed = outcomeOf(project);
});
afterAll(() => project.remove());

/** The whole records of the journal: a kill may tear the last line, or come before there is a journal. */
function eventsOf({ has, read }: Project): RunEvent[] {
  const path = `.wfmap/runs/${RUN_DIRECTORY}/journal.jsonl`;
  const lines = has(path) ? read(path).split('\n').slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line));
}

/** How often an agent was set to work on each item whose result the journal holds. */
function billOf(killed: Project): ReadonlyMap<string, number> {
  const items = eventsOf(killed).flatMap(({ type, address, data }) =>
    type === 'task.finished' && data.task === 'Code' ? [address.block[0]?.key ?? ''] : [],
  );
  return new Map(items.map((item) => [item, callsOf(killed, item)]));
}

/** Calls with a session that was never begun were turned away, and begun anew in another. */
function callsOf({ calls, list }: Project, item: string): number {
  const sessions = list('../state/sessions');
  return calls().filter(({ cwd, session }) => cwd.endsWith(`-${item}`) && sessions.includes(session)).length;
}

/** Runs wfmap until it is killed at a moment. Every command has its name in every run, so that it must be. */
async function kill(victim: Project, words: readonly string[], point: ProgramPoint): Promise<void> {
  const { signal, reported } = await runDeadly(victim, words, point);
  expect(signal, `wfmap never comes to ${point.at}: ${reported}`).toBe('SIGKILL');
}

/** What a person would type next: before its first batch there is no run, and after its end nothing to do. */
async function finish(killed: Project, name: string): Promise<void> {
  const last = eventsOf(killed).at(-1);
  const { code, reported } = await killed.run(last === undefined ? RUN : ['resume']);
  expect(code, `${name}: ${reported}`).toBe(last?.type === 'run.finished' ? 2 : 0);
  expect(eventsOf(killed).at(-1), name).toMatchObject({
    type: 'run.finished',
    data: { outcome: 'All', result: BUILT },
  });
}

async function expectUndisturbed(resumed: Project, name: string): Promise<void> {
  expect(outcomeOf(resumed), name).toEqual(undisturbed);
  const [first] = eventsOf(resumed);
  expect(pidsOfRun(first?.type === 'run.started' ? first.data.run : 'none'), name).toEqual([]);
  expect(pidsInFolder(dirname(resumed.root)), name).toEqual([]);
  await resumed.remove();
}

/** Agents whose results were known were not asked again, others at most once more for each kill. */
function expectNothingBoughtTwice(resumed: Project, bill: ReturnType<typeof billOf>, kills: number): void {
  for (const item of ITEMS) {
    const calls = callsOf(resumed, item);
    const known = bill.get(item);
    if (known !== undefined) expect(calls, `agents for ${item}`).toBe(known);
    expect(calls, `agents for ${item}`).toBeLessThanOrEqual(1 + kills);
  }
}

async function expectNothingLost(point: ProgramPoint): Promise<void> {
  const victim = createThree();
  const name = `killed ${point.when} ${point.at}`;
  await kill(victim, RUN, point);
  const bill = billOf(victim);
  await finish(victim, name);
  expectNothingBoughtTwice(victim, bill, 1);
  await expectUndisturbed(victim, name);
}

/** More changes than that no run makes, however often it begins one again. */
const MOST_CHANGES = 100;

async function expectNothingLostBy(every: number, when: ProgramPoint['when']): Promise<void> {
  const victim = createThree();
  const name = `killed ${when} every change of ${every}`;
  let kills = 0;
  for (let change = every; change < MOST_CHANGES; change += every) {
    const words = eventsOf(victim).length === 0 ? RUN : ['resume'];
    const bill = billOf(victim);
    const { signal, code, reported } = await runDeadly(victim, words, { at: `change-${change}`, when });
    if (signal === null) expect(code, `${name}: ${reported}`).toBe(0);
    else kills += 1;
    expectNothingBoughtTwice(victim, bill, kills);
    if (signal === null) break;
  }
  expect(kills, name).toBeGreaterThan(2);
  expect(eventsOf(victim).at(-1), name).toMatchObject({ type: 'run.finished', data: { result: BUILT } });
  await expectUndisturbed(victim, name);
}

/** Some at a time. */
async function expectNothingLostAt(moments: readonly ProgramPoint[]): Promise<void> {
  const rest = [...moments];
  const work = async (): Promise<void> => {
    for (let point = rest.shift(); point !== undefined; point = rest.shift()) await expectNothingLost(point);
  };
  await Promise.all([work(), work(), work()]);
}

const isQuestion = (name: string): boolean => name.startsWith('ask-');
const isChange = (name: string): boolean => !isQuestion(name) && !name.startsWith('change-');

/** A question changes nothing: what comes before and after it is all there is to tell apart. */
function momentsOf(isWanted: (name: string) => boolean, when: ProgramPoint['when']): ProgramPoint[] {
  return commands.filter(isWanted).map((at) => ({ at, when }));
}

/** In the suite some of them, at other commands for each `offset`. */
function someOf(moments: readonly ProgramPoint[], every: number, offset: number): readonly ProgramPoint[] {
  return ALL_MOMENTS ? moments : moments.filter((_, n) => n % every === offset);
}

describe('three items in worktrees, two at once, one of them in conflict', () => {
  test('come to the tree that is expected', () => {
    expect(undisturbed).toMatchObject({
      merges: ['Merge Build/a', 'Merge Build/c', 'start', 'the map'],
      worktrees: 2,
      status: '',
      kept: [['b.txt', 'shared.txt', 'src', 'stories', 'three.json']],
      conflicts: ['b\n'],
      underWay: [],
    });
    const kinds = Object.groupBy(commands.filter(isChange), (name) => name.replace(/-\d+$/, ''));
    expect(Object.entries(kinds).map(([kind, names]) => `${kind} ${names?.length}`)).toEqual([
      'add 3',
      'commit 3',
      'merge 3',
      'merge-abort 1',
      'update-ref 2',
      'worktree-add 3',
      'worktree-prune 3',
      'worktree-remove 2',
    ]);
  });

  test.each(WHEN)('come to the same tree when wfmap is killed %s a change by git', async (when) => {
    await expectNothingLostAt(someOf(momentsOf(isChange, when), 7, OFFSETS[when]));
  });

  test('come to the same tree when wfmap is killed at a question to git', async () => {
    expect(momentsOf(isQuestion, 'before').length).toBeGreaterThan(31);
    await expectNothingLostAt(someOf(momentsOf(isQuestion, 'before'), 31, 30));
  });

  // Three are the fewest by which each start comes further: it takes back a merge that was cut off, and makes it again.
  test.each(ALL_MOMENTS ? [3, 4, 5, 7] : [5])(
    'come to the same tree when wfmap is killed at every change of %i, again and again',
    async (every) => {
      const when = ALL_MOMENTS ? (['during', 'after'] as const) : (['during'] as const);
      await Promise.all(when.map((each) => expectNothingLostBy(every, each)));
    },
  );

  test('leave a worktree that "runs prune" tells of, and removes when told to', async () => {
    const prune = (...words: readonly string[]) => project.run(['runs', 'prune', ...words]);
    const reported = await prune();
    expect(reported.stdout).toBe(
      '.wfmap/worktrees/three-slip-001-1-b, branch wfmap/three-slip-001/1-b (three/slip-001): 1 commit of its own\n',
    );
    expect(reported.stderr).toContain(
      'Nothing was removed. To remove it, with all that is in no other branch',
    );
    expect(JSON.parse((await prune('--json')).stdout)).toMatchObject([
      { commits: 1, changed: 0, removed: false },
    ]);
    expect(await prune('--yes')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^removed /) });
    expect(outcomeOf(project)).toMatchObject({ branches: ['main'], worktrees: 1 });
    expect((await prune()).stderr).toBe('No ended run has left a worktree.\n');
  });
});
