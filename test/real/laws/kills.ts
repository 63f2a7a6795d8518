import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { findProgram } from '../../../src/process/find-program.ts';
import { bash, choose, type Answer } from '../helpers/answers.ts';
import { assertNobodyIsLeft } from '../helpers/assert-nobody-is-left.ts';
import { BUILT } from '../helpers/built.ts';
import type { Bench, Event } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

/** Item "b" is done when the work of "a" is merged, so that its own merge fails; "c" is begun when one of them is over. */
const WORK: Readonly<Record<string, string>> = {
  a: 'echo a > a.txt; echo a > shared.txt',
  b: 'echo b > b.txt; echo b > shared.txt; until [ -e ../../../a.txt ]; do sleep 0.05; done',
  c: 'echo c > c.txt',
};

/** An agent that was killed does its work again, whatever it has done of it: nothing here is given only once. */
const ANSWERS: readonly Answer[] = Object.entries(WORK).flatMap(([item, work]) => [
  { prompt: `Build item ${item} of three`, match: `written by ${item}`, ...choose('Done') },
  { prompt: `Build item ${item} of three`, ...bash(`${work}; echo written by ${item}`) },
]);

const DONE = { Done: { target: 'End' } };

const TASKS = {
  Build: {
    type: 'foreach',
    items: "['a', 'b', 'c']",
    item: 'item',
    key: 'item',
    concurrency: 2,
    workspace: { worktree: { merge: 'onSuccess' } },
    body: {
      startTaskDefinition: 'Code',
      taskDefinitions: {
        Code: {
          type: 'claude',
          writes: ['anything'],
          promptTemplate: 'Build item ${item} of three.',
          allowedTools: ['Bash'],
          actions: DONE,
        },
        End: { type: 'end', result: 'item' },
      },
    },
    as: 'built',
    actions: DONE,
  },
  End: { type: 'end', result: 'built' },
};

/** The changes that git makes in such a run, by the names that the stand-in for git gives them, and how many they are. */
const CHANGES: Readonly<Record<string, number>> = {
  'worktree-prune': 3,
  'worktree-add': 3,
  add: 3,
  commit: 3,
  merge: 3,
  'merge-abort': 1,
  'worktree-remove': 2,
  'update-ref': 2,
};

const NAMES = Object.entries(CHANGES).flatMap(([kind, count]) =>
  Array.from({ length: count }, (_, n) => `${kind}-${n + 1}`),
);

const DEADLY = resolve(import.meta.dirname, '../../fixtures/bin/deadly');

/** Puts the stand-in for git before the real one. Shape: the folder of what it remembers. */
function arm({ environment, folder }: Bench): string {
  const path = environment['PATH'] ?? '';
  const state = join(folder, '.git/commands');
  mkdirSync(state);
  environment['PATH'] = [DEADLY, path].join(delimiter);
  environment['REAL_GIT'] = findProgram('git', path, '/');
  environment['DEADLY_STATE'] = state;
  return state;
}

/** Commits the map; gives its path, and the commit. */
function commitMap(bench: Bench): { readonly map: string; readonly base: string } {
  bench.write('shared.txt', 'one\n');
  const map = bench.map(TASKS);
  bench.git('add', '.');
  bench.git('commit', '-q', '-m', 'A map');
  return { map, base: bench.git('rev-parse', 'HEAD').trim() };
}

const RUN_DIRECTORY = '.wfmap/runs/test/slip-001';

/** The whole records: a kill may tear the last line. */
function recordsOf(bench: Bench): readonly (Event & { readonly seq: number })[] {
  const lines = bench.read(`${RUN_DIRECTORY}/journal.jsonl`).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

const itemOf = (event: Event): unknown => (event.address as { block?: { key: string }[] }).block?.[0]?.key;

/** How many agents were set to work on an item. One that was to go on in a session that nobody knew was turned away. */
function callsOf(events: readonly Event[], item: string): number {
  const own = events.filter((event) => itemOf(event) === item);
  const started = own.filter(({ type }) => type === 'agent.started').length;
  return started - own.filter(({ data }) => data['sessionKnown'] === false).length;
}

async function assertUndisturbed(bench: Bench, base: string): Promise<void> {
  const events = recordsOf(bench);
  const last = events.at(-1);
  assert.deepEqual([last?.type, last?.data['result']], ['run.finished', BUILT]);
  assert.equal(bench.git('diff', '--name-status', base, 'HEAD'), 'A\ta.txt\nA\tc.txt\nM\tshared.txt\n');
  assert.equal(
    ['a', 'c', 'shared'].map((name) => bench.git('show', `HEAD:${name}.txt`)).join(''),
    'a\nc\na\n',
  );
  const merges = bench.git('log', '--first-parent', '--format=%s', `${base}..`).trim().split('\n');
  assert.deepEqual(merges.toSorted(), ['Merge Build/a', 'Merge Build/c']);
  assert.equal(bench.git('status', '--porcelain'), '');
  assert.equal(bench.git('for-each-ref', '--format=%(refname:short)').trim(), `main\n${KEPT_BRANCH}`);
  assert.equal(bench.git('diff', '--name-status', base, KEPT_BRANCH), 'A\tb.txt\nM\tshared.txt\n');
  assert.equal(bench.git('worktree', 'list', '--porcelain').match(/^worktree /gm)?.length, 2);
  assert.equal(bench.read('.wfmap/worktrees/test-slip-001-1-b/shared.txt'), 'b\n');
  const inGit = readdirSync(join(bench.folder, '.git'), { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    inGit.filter((name) => /(?:\.lock|(?<!ORIG)_HEAD)$/.test(name)),
    [],
  );
  await assertNobodyIsLeft(bench);
}

const KEPT_BRANCH = 'wfmap/test-slip-001/1-b';

function killed(at: string, when: string): Law {
  return {
    title: `a run that is killed ${when} ${at} goes on to the same tree`,
    answers: ANSWERS,
    check: async (bench) => {
      const { map, base } = commitMap(bench);
      arm(bench);
      Object.assign(bench.environment, { DEADLY_AT: at, DEADLY_WHEN: when });
      const { signal, stdout, stderr } = await bench.start('run', map).end;
      assert.equal(signal, 'SIGKILL', `wfmap never came to ${at}: ${stderr}${stdout}`);
      delete bench.environment['DEADLY_AT'];
      const before = recordsOf(bench);
      const bought = before.flatMap((event) =>
        event.type === 'task.finished' && event.data['task'] === 'Code' ? [itemOf(event)] : [],
      );
      await bench.wfmap(0, 'resume');
      const later = recordsOf(bench).slice(before.length);
      for (const item of ['a', 'b', 'c']) {
        const calls = callsOf(later, item);
        assert.ok(calls <= (bought.includes(item) ? 0 : 1), `${calls} agents for ${item}`);
      }
      await assertUndisturbed(bench, base);
    },
  };
}

const undisturbed: Law = {
  title: 'three items in worktrees, two at once, one in conflict: git changes something twenty times',
  answers: ANSWERS,
  check: async (bench) => {
    const { map, base } = commitMap(bench);
    const commands = arm(bench);
    await bench.wfmap(0, 'run', map);
    const names = readdirSync(commands).filter((name) => !/^(?:ask|change)-/.test(name));
    assert.deepEqual(names.toSorted(), NAMES.toSorted());
    await assertUndisturbed(bench, base);
  },
};

export const kills: readonly Law[] = [
  undisturbed,
  ...NAMES.flatMap((at) => ['before', 'during', 'after'].map((when) => killed(at, when))),
];
