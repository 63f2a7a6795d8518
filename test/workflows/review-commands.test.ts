import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRepository } from '../helpers/repository.ts';

const MAP = JSON.parse(readFileSync(join(import.meta.dirname, '../../workflows/review.json'), 'utf8')) as {
  readonly taskDefinitions: Readonly<Record<string, { readonly command: string }>>;
};

/** What the task `Diff` of review prints in a repository, since a commit. */
function diffOf(root: string, base: string) {
  const command = MAP.taskDefinitions['Diff']?.command.replace('${from.stdout.trim()}', base) ?? '';
  return spawnSync('sh', ['-c', command], { cwd: root, encoding: 'utf8' });
}

test('review reads what was committed, what was not, and files that git does not know, whatever their names are', () => {
  const repository = createRepository();
  onTestFinished(repository.remove);
  repository.put('kept.txt', 'one\n');
  const base = repository.commit('First');
  repository.put('kept.txt', 'one\ntwo\n');
  repository.commit('Second');
  repository.put('kept.txt', 'one\ntwo\nthree\n');
  repository.put('a "new" fïle.txt', 'four\n');
  repository.git('config', 'diff.noprefix', 'true');
  const { status, stdout, stderr } = diffOf(repository.root, base);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('diff --git a/kept.txt b/kept.txt');
  expect(stdout).toContain('+two\n+three\n');
  expect(stdout).toMatch(/\+\+\+ "?b\/a .*new.* fïle\.txt/);
  expect(stdout).toContain('+four\n');
});

test('review fails where its commit is none', () => {
  const repository = createRepository();
  onTestFinished(repository.remove);
  expect(diffOf(repository.root, 'nothing').status).not.toBe(0);
});
