/** A user's uncommitted files, where subtasks are built in worktrees: by each way to start that a person has. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from 'vitest';
import type { GitFlags } from '../../src/cli/git/git-wishes.ts';
import { GitError } from '../../src/git/git-error.ts';
import { SeededRandom } from '../helpers/seeded-random.ts';
import { tries } from '../helpers/tries.ts';
import { test } from '../git/repository.ts';
import {
  addSubmodule,
  committedPaths,
  dirtyPaths,
  lookAt,
  makeDirty,
  makeFiles,
  NAMES,
} from './dirty-trees.ts';
import { playMap, type Played } from './play-map.ts';

const STARTS: readonly (readonly [name: string, flags: GitFlags])[] = [
  ['as it is', { here: true }],
  ['--dirty allow', { dirty: 'allow', here: true }],
  ['--dirty stash', { dirty: 'stash', here: true }],
  ['--worktree', { worktree: '' }],
];

const WAVES: Omit<Played, 'flags'> = {
  map: 'efficient',
  fields: 'autoApprove: true, waves: true',
  answers: `Decompose: [{ output: { <<: *plan, blueprint: { summary: Two, subtasks: [*first, { <<: *second, dependencies: [] }] } } }]`,
};

describe('of a user’s uncommitted files', () => {
  test.for(Array.from({ length: tries(200, 8) }, (_, seed) => seed))(
    'a run in waves commits and changes nothing, and sets aside what it is told to: %i',
    async (seed, { repository, home, expect }) => {
      const random = new SeededRandom(seed);
      const [name, flags] = STARTS[seed % STARTS.length] ?? ['', {}];
      makeFiles(repository, random);
      if (random.oneIn(6)) addSubmodule(repository, home);
      repository.commit();
      const before = repository.git('rev-parse', 'HEAD');
      makeDirty(repository, random);
      const mine = lookAt(repository);
      const dirty = dirtyPaths(repository);
      const branch = repository.git('branch', '--show-current');

      const end = await playMap(repository, { ...WAVES, flags }, work).then(
        (state) => state,
        (thrown: Error) => thrown,
      );
      const what = `seed ${seed}, ${name}, ${end instanceof Error ? end.message : JSON.stringify(end.paused ?? null)}`;
      const made = committedPaths(repository, before);
      expect(repository.git('branch', '--show-current'), what).toBe(branch);
      if (flags.dirty === 'stash' && !(end instanceof GitError)) {
        expect(end, what).toHaveProperty('finished.outcome', 'complete');
        expect(made.size, what).toBeGreaterThan(0);
        // As the user is told to: what was set aside, on the commit that it was made on.
        repository.git('checkout', '--quiet', '--detach', before);
        repository.git('stash', 'pop', '--quiet', '--index');
      } else {
        if (flags.worktree === undefined) expect(end, what).not.toHaveProperty('finished.outcome');
        else expect(end, what).toHaveProperty('finished.outcome', 'complete');
        expect([...made], what).toEqual([]);
        expect(repository.git('stash', 'list'), what).toBe('');
      }
      expect(lookAt(repository), what).toEqual(mine);
      expect(dirtyPaths(repository), what).toEqual(dirty);
      const all = repository.git(
        'log',
        '--all',
        '--format=',
        '--name-only',
        '--not',
        before,
        '--glob=refs/stash',
      );
      expect(all, what).not.toMatch(/\.env|renamed|moved/);
    },
  );
});

/** Files of its own, and some that are committed: in each turn others. */
function work(turn: number, folder: string): void {
  const own = NAMES.filter((_, at) => at % 2 === turn % 2);
  for (const path of [`made/${turn}/by agent`, ...own]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `changed in turn ${turn}\n`);
  }
}
