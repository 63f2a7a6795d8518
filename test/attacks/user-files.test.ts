import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { SeededRandom } from '../helpers/seeded-random.ts';
import { tries } from '../helpers/tries.ts';
import { test, type Repository } from '../git/repository.ts';
import {
  addSubmodule,
  bytesOf,
  committedPaths,
  dirtyPaths,
  listed,
  lookAt,
  makeDirty,
  makeFiles,
  pick,
  stashed,
  uncommittedOf,
} from './dirty-trees.ts';
import { playMap } from './play-map.ts';

/**
 * A way through a shipped map, as a scenario: what stands before its own file's scenarios is taken from there.
 *
 * `left` says what becomes of what the first agent did: committed, set aside, or lying where it is.
 */
interface Way {
  readonly map: string;
  readonly name: string;
  readonly answers: string;
  readonly left: 'committed' | 'aside' | 'lying';
}

const STUCK = "'Build/ST-001/Run/map/Act': [{ output: { <<: *report, blocker: No rights. } }]";
const APART = `Decompose: [{ output: { <<: *plan, blueprint: { summary: Two, subtasks: [*first, { <<: *second, dependencies: [] }] } } }]`;

const WAYS: readonly [Way, ...Way[]] = [
  { map: 'efficient', name: 'accepted', answers: '', left: 'committed' },
  {
    map: 'efficient',
    name: 'skipped',
    answers: `${STUCK}, ${APART}, Escalate: [{ action: Skip, fields: {} }]`,
    left: 'aside',
  },
  {
    map: 'efficient',
    name: 'aborted',
    answers: `${STUCK}, Escalate: [{ action: Abort, fields: {} }]`,
    left: 'lying',
  },
  { map: 'fast', name: 'accepted', answers: '', left: 'committed' },
  { map: 'fast', name: 'blocked', answers: STUCK, left: 'lying' },
  { map: 'debug', name: 'accepted', answers: '', left: 'committed' },
  {
    map: 'debug',
    name: 'blocked',
    answers: 'Fix: [{ output: { <<: *report, blocker: No rights. } }]',
    left: 'lying',
  },
];

/** What a person says of files that both changed. */
const CHOICES = ['Commit', 'Leave Out', 'Stop'] as const;

describe('of a user’s uncommitted files', () => {
  test.for(Array.from({ length: tries(200, 6) }, (_, seed) => seed))(
    'a run commits, hides and changes nothing, whatever they are and however it ends: %i',
    async (seed, { repository, home, expect }) => {
      const random = new SeededRandom(seed);
      const chosen = WAYS[seed % WAYS.length] ?? WAYS[0];
      const choice = random.of(CHOICES);
      makeFiles(repository, random);
      if (random.oneIn(6)) addSubmodule(repository, home);
      repository.commit();
      const before = repository.git('rev-parse', 'HEAD');
      const committed = new Set(listed(repository.git('ls-tree', '-r', '--name-only', '-z', before)));
      makeDirty(repository, random);
      const mine = lookAt(repository);
      const dirty = dirtyPaths(repository);
      // The first who works may change a file that the user has changed, too.
      const shared = random.oneIn(3) ? dirty.filter((path) => mine.files.has(path)).slice(0, 1) : [];
      const { way, leftOut } = answeredBy(chosen, choice, shared);
      const removed = new Set<string>();
      const done: string[][] = [];
      const fields = way.map === 'efficient' ? 'autoApprove: true' : '';
      const { finished, paused } = await playMap(repository, { ...way, fields }, (turn) => {
        done.push(agentWork(repository, { turn, shared, dirty, random, removed }));
      });
      expect(finished, JSON.stringify(paused ?? null)).toBeDefined();
      const now = lookAt(repository);
      const commits = committedPaths(repository, before);
      const what = `seed ${seed}, ${way.map} ${way.name}, ${choice} of ${shared.join(', ')}`;

      const untouched = dirty.filter((path) => !shared.includes(path));
      expect(pick(now.files, untouched), what).toEqual(pick(mine.files, untouched));
      expect(pick(now.index, untouched), what).toEqual(pick(mine.index, untouched));
      expect(
        [...commits].filter((path) => untouched.includes(path)),
        what,
      ).toEqual([]);

      const [first = [], ...others] = done;
      // Whoever works afterwards may change the same files.
      const gone = way.left === 'aside' ? first.filter((path) => !others.flat().includes(path)) : [];
      // What was set aside left everything as it was.
      expect(pick(now.files, gone), what).toEqual(pick(mine.files, gone));
      expect(
        [...commits].filter((path) => gone.includes(path) && !others.flat().includes(path)),
        what,
      ).toEqual([]);
      // What the user had added, and the agent removed, is in no commit: a stash has nothing of it.
      const toStash = first.filter((path) => committed.has(path) || !removed.has(path)).toSorted();
      expect(stashed(repository), what).toEqual(way.left === 'aside' ? toStash : []);
      const kept = keptOf(way, first, others);
      const own = kept.filter((path) => !leftOut.includes(path));
      expect(
        leftOut.filter((path) => commits.has(path)),
        what,
      ).toEqual([]);
      expect(pick(now.index, leftOut), what).toEqual(pick(mine.index, leftOut));
      expect(
        own.filter((path) => uncommittedOf(repository).has(path)),
        what,
      ).toEqual([]);
      expect([...commits].toSorted(), what).toEqual(
        [...new Set(own)].filter((path) => commits.has(path)).toSorted(),
      );
      if (way.left === 'lying') expect(commits.size, what).toBe(0);
      else expect(commits.size, what).toBeGreaterThan(0);
    },
  );
});

/** A way with what a person says of the `shared` files, where that is asked. */
function answeredBy(
  chosen: Way,
  choice: (typeof CHOICES)[number],
  shared: readonly string[],
): { readonly way: Way; readonly leftOut: readonly string[] } {
  const isAsked = chosen.left === 'committed' && shared.length > 0;
  const answers = [chosen.answers, `Ask Edited: [${choice}]`].filter((each) => each !== '').join(', ');
  const left = isAsked && choice === 'Stop' ? 'lying' : chosen.left;
  return { way: { ...chosen, answers, left }, leftOut: isAsked && choice === 'Leave Out' ? shared : [] };
}

/** What of the work is to be committed, but for what is left out. */
function keptOf(
  { left }: Way,
  first: readonly string[],
  others: readonly (readonly string[])[],
): readonly string[] {
  if (left === 'lying') return [];
  return left === 'aside' ? others.flat() : [first, ...others].flat();
}

interface Work {
  /** From 0. */
  readonly turn: number;
  readonly shared: readonly string[];
  readonly dirty: readonly string[];
  readonly random: SeededRandom;
  /** Takes the paths that the agent removes, in its first turn. */
  readonly removed: Set<string>;
}

/** What an agent does in a turn. Shape: the paths that it changed. */
function agentWork({ root, put, git }: Repository, { turn, shared, dirty, random, removed }: Work): string[] {
  const isFree = (path: string): boolean =>
    !dirty.some((each) => `${each}/`.startsWith(`${path}/`) || path.startsWith(`${each}/`));
  const free = listed(git('ls-files', '-z')).filter(
    (path) => path !== 'sub' && !path.startsWith('made/') && isFree(path) && !path.startsWith('.git'),
  );
  const done = [`made/${turn}/by agent`];
  put(done[0] ?? '', `made in turn ${turn}\n`);
  for (const path of [...(turn === 0 ? shared : []), ...free.filter(() => random.oneIn(4))]) {
    const full = bytesOf(`${Buffer.from(root).toString('latin1')}/${path}`);
    rmSync(full, { force: true });
    if (!random.oneIn(3)) {
      mkdirSync(bytesOf(join(root, 'x', '..')), { recursive: true });
      writeFileSync(full, `changed in turn ${turn}\n`);
    } else if (turn === 0) removed.add(path);
    done.push(path);
  }
  // Some agents stage what they do.
  if (random.oneIn(4)) git('add', '--', done[0] ?? '');
  return done;
}
