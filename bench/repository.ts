import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a repository with so many files in folders of 50, all committed. */
export function makeRepository(root: string, size: number): void {
  mkdirSync(root);
  git(root, 'init', '--quiet');
  for (let n = 0; n < size; n += 1) {
    const folder = join(root, `f${Math.floor(n / 1000)}`, `g${Math.floor(n / 50) % 20}`);
    if (n % 50 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${n}.txt`), `${n}\n`);
  }
  git(root, 'add', '--all');
  git(root, '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '--quiet', '--message', 'all');
  rmSync(join(root, '.git/hooks'), { recursive: true, force: true });
}

/** Errors: throws where git does not end well. */
export function git(cwd: string, ...words: readonly string[]): void {
  const { status, stderr } = spawnSync('git', words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
}
