import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeSurroundings } from '../../../src/cli/git/make-surroundings.ts';
import type { SurroundingsPlan } from '../../../src/cli/git/plan-surroundings.ts';
import { readGitState } from '../../../src/git/read-git-state.ts';
import { test, type Repository } from '../../git/repository.ts';

const NUMBERED = ['', ...Array.from({ length: 99 }, (_, at) => `-${at + 2}`)];

async function made({ root }: Repository, wishes: Pick<SurroundingsPlan, 'branch' | 'worktree'>) {
  const plan = { workRoot: root, state: await readGitState(root), setsAside: false, ...wishes };
  const directory = { folder: join(root, '.wfmap'), path: '.wfmap/', name: 'my map/slip-007' };
  return makeSurroundings(plan, directory, { onMade: () => undefined });
}

test('where a hundred branches have the name of a run, none is made for it', async ({
  repository,
  expect,
}) => {
  const { git } = repository;
  const head = git('rev-parse', 'HEAD');
  // As git keeps many: a process for each would take long.
  const packed = NUMBERED.map((end) => `${head} refs/heads/wfmap/my-map-007${end}`).toSorted();
  repository.put('.git/packed-refs', `# pack-refs with: peeled fully-peeled sorted \n${packed.join('\n')}\n`);
  const refusal = {
    code: 'git-refused',
    message: 'No name like "wfmap/my-map-007" is free for a branch.',
    help: 'Name one with --branch, or remove those of old runs.',
  };
  await expect(made(repository, { branch: '', worktree: undefined })).rejects.toMatchObject(refusal);
  await expect(made(repository, { branch: undefined, worktree: '' })).rejects.toMatchObject(refusal);
});

test('where a hundred folders have the name of a run, no worktree is made for it', async ({
  repository,
  expect,
}) => {
  const folder = join(repository.root, '.wfmap/worktrees');
  for (const end of NUMBERED) mkdirSync(join(folder, `my-map-007${end}`), { recursive: true });
  await expect(made(repository, { branch: undefined, worktree: '' })).rejects.toMatchObject({
    code: 'git-refused',
    message: `No name is free in "${folder}".`,
    help: undefined,
  });
});
