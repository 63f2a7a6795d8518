import assert from 'node:assert/strict';
import { bash, choose, give, turns, write, type Answer } from '../helpers/answers.ts';
import { assertNobodyIsLeft } from '../helpers/assert-nobody-is-left.ts';
import { BUILT } from '../helpers/built.ts';
import { until, type Bench, type Event } from '../helpers/bench.ts';
import { isAlive } from '../helpers/is-alive.ts';
import type { Law } from '../helpers/law.ts';

// `sh meet.sh a b c`: tells that "a" is here, then waits for the others, so that one that runs alone never ends. What
// is told lies in the repository's own folder, which all of its worktrees share.
const MEET = `d=$(git rev-parse --path-format=absolute --git-common-dir)
echo $$ > "$d/met-$1"
shift
for name; do until [ -e "$d/met-$name" ]; do sleep 0.05; done; done
`;

const DONE = { Done: { target: 'End' } };

/** Commits a map and what its agents meet by, for worktrees begin at what is committed. */
function commitMap(bench: Bench, tasks: object): string {
  bench.write('meet.sh', MEET);
  const map = bench.map(tasks);
  bench.git('add', '.');
  bench.git('commit', '-q', '-m', 'A map');
  return map;
}

function metBy(bench: Bench, name: string): number | undefined {
  const path = `.git/met-${name}`;
  return bench.has(path) && bench.read(path).endsWith('\n') ? Number(bench.read(path)) : undefined;
}

function branch(prompt: string): object {
  const output = {
    schema: { type: 'object', properties: { bug: { type: 'string' } }, required: ['bug'] },
  };
  const look = { type: 'claude', prompt, allowedTools: ['Bash'], output, as: 'found', actions: DONE };
  return {
    startTaskDefinition: 'Look',
    taskDefinitions: { Look: look, End: { type: 'end', result: 'found.bug' } },
  };
}

const dataOf = (events: readonly Event[], wanted: string): readonly Event['data'][] =>
  events.filter(({ type }) => type === wanted).map(({ data }) => data);

const THREE = ['one', 'two', 'three'];

const ITEMS = ['a', 'b', 'c'];

function build(item: string, ...more: readonly Answer[]): readonly Answer[] {
  return turns(`Build item ${item} of`, ...more, choose('Done'));
}

function foreachOf(story: string): object {
  const code = { type: 'claude', promptTemplate: `Build item \${item} of ${story}.`, allowedTools: ['Bash'] };
  return {
    Build: {
      type: 'foreach',
      items: "['a', 'b', 'c']",
      item: 'item',
      key: 'item',
      concurrency: 2,
      onItemFailure: 'continue',
      workspace: { worktree: { merge: 'onSuccess' } },
      body: {
        startTaskDefinition: 'Code',
        taskDefinitions: {
          Code: { ...code, writes: ['anything'], permissionMode: 'acceptEdits', actions: DONE },
          End: { type: 'end', result: 'item' },
        },
      },
      as: 'built',
      actions: DONE,
    },
    End: { type: 'end', result: 'built' },
  };
}

const resultOf = (events: readonly Event[]): unknown => dataOf(events, 'run.finished')[0]?.['result'];

function worktrees(bench: Bench): number {
  return bench.git('worktree', 'list', '--porcelain').match(/^worktree /gm)?.length ?? 0;
}

function ends(...outcomes: readonly string[]): readonly object[] {
  return outcomes.map((outcome, n) => ({ key: ITEMS[n], outcome, result: ITEMS[n] }));
}

export const many: readonly Law[] = [
  {
    title:
      'three reviewers are at work at once, each in a session of its own, and their results are in map order',
    answers: THREE.flatMap((name, n) =>
      turns(
        `Review as ${name}.`,
        // The last of the map is the first to answer.
        bash(`sh meet.sh ${name} ${THREE.join(' ')} && sleep ${(2 - n) * 1.5}`),
        give({ action: 'Done', output: { bug: `bug of ${name}` } }),
      ),
    ),
    check: async (bench) => {
      const branches = Object.fromEntries(THREE.map((name) => [name, branch(`Review as ${name}.`)]));
      const map = commitMap(bench, {
        Review: { type: 'parallel', workspace: 'readonly', branches, as: 'reviews', actions: DONE },
        End: { type: 'end', result: 'reviews' },
      });
      await bench.wfmap(0, 'run', map);
      const events = await bench.events();
      const sessions = dataOf(events, 'agent.started').map(({ session }) => session);
      assert.equal(new Set(sessions).size, 3);
      const order = events.map(({ type }) => type).filter((type) => /^agent\.(started|finished)$/.test(type));
      assert.deepEqual(order.slice(0, 3), ['agent.started', 'agent.started', 'agent.started']);
      const finished = dataOf(events, 'branch.finished').map(({ key }) => key);
      assert.deepEqual(finished, THREE.toReversed());
      const result = THREE.map((name) => [name, { outcome: 'End', result: `bug of ${name}` }]);
      assert.deepEqual(Object.entries(resultOf(events) ?? {}), result);
      await assertNobodyIsLeft(bench);
    },
  },
  {
    title: 'of three items in worktrees, two at once, two are merged and the one in conflict is kept',
    answers: [
      ...build('a', write('a.txt', 'a\n'), write('shared.txt', 'a\n'), bash('sh meet.sh a b')),
      // The next item is asked for when "a" is merged: only then is "b" done.
      ...build('b', write('shared.txt', 'b\n'), bash('sh meet.sh b a c')),
      ...build('c', write('c.txt', 'c\n'), bash('sh meet.sh c')),
    ],
    check: async (bench) => {
      await bench.wfmap(0, 'run', commitMap(bench, foreachOf('MANY-2')));
      const events = await bench.events();
      assert.deepEqual(resultOf(events), BUILT);
      assert.equal(bench.git('show', 'HEAD:shared.txt'), 'a\n');
      const texts = bench.git('ls-tree', '--name-only', 'HEAD').match(/^.*\.txt$/gm);
      assert.deepEqual(texts, ['a.txt', 'c.txt', 'shared.txt']);
      assert.equal(bench.git('status', '--porcelain'), '');
      assert.deepEqual(dataOf(events, 'worktree.conflicted')[0]?.['paths'], ['shared.txt']);
      assert.equal(worktrees(bench), 2);
      const [, kept] = dataOf(events, 'worktree.planned');
      assert.equal(bench.read(`${String(kept?.['path'])}/shared.txt`), 'b\n');
      await assertNobodyIsLeft(bench);
      await bench.wfmap(0, 'show');
    },
  },
  {
    title: 'two agents whose wfmap was killed go on, and what was finished is not asked for again',
    answers: [
      ...build('a', write('a.txt', 'a\n')),
      ...build('b', write('b.txt', 'b\n'), bash('sh meet.sh b never')),
      ...build('c', write('c.txt', 'c\n'), bash('sh meet.sh c never')),
    ],
    check: async (bench) => {
      const wfmap = bench.start('run', commitMap(bench, foreachOf('MANY-3')));
      await until('two agents work', () => ['b', 'c'].every((name) => metBy(bench, name) !== undefined));
      const tools = ['b', 'c'].map((name) => metBy(bench, name) ?? 0);
      assert.ok(tools.every(isAlive));
      wfmap.child.kill('SIGKILL');
      await wfmap.end;
      await bench.wfmap(0, 'resume');
      assert.ok(!tools.some(isAlive));
      const events = await bench.events();
      assert.deepEqual(resultOf(events), ends('End', 'End', 'End'));
      assert.equal(ITEMS.map((name) => bench.git('show', `HEAD:${name}.txt`)).join(''), 'a\nb\nc\n');
      assert.equal(bench.git('status', '--porcelain'), '');
      assert.equal(worktrees(bench), 1);
      const purposes = dataOf(events, 'agent.started').map(({ purpose }) => purpose);
      assert.deepEqual(purposes, ['prompt', 'prompt', 'prompt', 'resume', 'resume']);
      await assertNobodyIsLeft(bench);
    },
  },
  {
    title: 'one of two is enough: the slower agent is stopped',
    answers: [
      ...turns('Review slowly.', bash('sh meet.sh slow never')),
      ...turns(
        'Review fast.',
        bash('sh meet.sh fast slow'),
        give({ action: 'Done', output: { bug: 'none' } }),
      ),
    ],
    check: async (bench) => {
      const branches = { slow: branch('Review slowly.'), fast: branch('Review fast.') };
      const join = { atLeast: 1 };
      const map = commitMap(bench, {
        Review: { type: 'parallel', branches, join, as: 'reviews', actions: DONE },
        End: { type: 'end', result: 'reviews.fast.result' },
      });
      await bench.wfmap(0, 'run', map);
      const events = await bench.events();
      assert.equal(resultOf(events), 'none');
      assert.deepEqual(
        dataOf(events, 'branch.cancelled').map(({ key }) => key),
        ['slow'],
      );
      assert.ok(!isAlive(metBy(bench, 'slow') ?? 0));
      await assertNobodyIsLeft(bench);
    },
  },
];
