import { mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { findProgram } from '../../../src/process/find-program.ts';
import { ask, mapOf } from './maps.ts';
import { createProject, type Project } from './project.ts';
import type { Ended } from './start-wfmap.ts';

/**
 * Items "a" and "b" change the same line, and "b" is done when the merge of "a" has begun: its own merge fails, however
 * often the run is killed. "c" is begun when one of them is over.
 */
const MAP = mapOf({
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
        Code: ask({ Complete: 'End' }, { promptTemplate: 'Build item ${item}.', writes: ['anything'] }),
        End: { type: 'end', result: 'item' },
      },
    },
    as: 'built',
    actions: { Next: { target: 'All' } },
  },
  All: { type: 'end', result: 'built' },
});

/** What the run comes to. */
export const BUILT = [
  { key: 'a', outcome: 'End', result: 'a' },
  { key: 'b', outcome: 'conflict', result: 'b' },
  { key: 'c', outcome: 'End', result: 'c' },
];

/** By the folder, and not by the prompt, which is another one where a killed agent goes on. */
const SCRIPT = [
  { cwd: '-1-a$', write: { 'a.txt': 'a\n', 'shared.txt': 'a\n' } },
  { cwd: '-1-b$', write: { 'b.txt': 'b\n', 'shared.txt': 'b\n' }, waitFor: '../../../a.txt' },
  { cwd: '-1-c$', write: { 'c.txt': 'c\n' } },
];

/** A clean repository with the map, committed. */
export function createThree(): Project {
  const project = createProject();
  project.put('three.json', MAP);
  project.put('shared.txt', 'one\n');
  project.git('add', '-A');
  project.git('commit', '-q', '-m', 'the map');
  project.script(...SCRIPT);
  mkdirSync(commandsOf(project));
  return project;
}

/** A command by git, as the stand-in for git names it, and what of it is done when wfmap is killed. */
export interface ProgramPoint {
  readonly at: string;
  readonly when: 'before' | 'during' | 'after';
}

const DEADLY = resolve(import.meta.dirname, '../../fixtures/bin/deadly');

/** Runs wfmap with the stand-in for git, which kills it at a moment. */
export function runDeadly(project: Project, words: readonly string[], point?: ProgramPoint): Promise<Ended> {
  const path = project.environment['PATH'] ?? '';
  return project.run(words, {
    environment: {
      PATH: [DEADLY, path].join(delimiter),
      REAL_GIT: findProgram('git', path, '/') ?? 'git',
      DEADLY_STATE: commandsOf(project),
      ...(point && { DEADLY_AT: point.at, DEADLY_WHEN: point.when }),
    },
  });
}

const commandsOf = (project: Project): string => join(project.root, '../commands');

/** The names of all commands by git that were made so far. */
export const commandsBy = (project: Project): readonly string[] =>
  readdirSync(commandsOf(project)).toSorted();

/** What must be the same however often a run was killed. */
export function outcomeOf(project: Project): unknown {
  const lines = (...words: readonly string[]): readonly string[] =>
    project
      .git(...words)
      .split('\n')
      .filter((line) => line !== '')
      .toSorted();
  const tips = lines('for-each-ref', '--format=%(objectname)', 'refs/heads/wfmap');
  const inGit = readdirSync(join(project.root, '.git'), { recursive: true, encoding: 'utf8' });
  return {
    tree: project.git('rev-parse', 'HEAD^{tree}'),
    merges: lines('log', '--first-parent', '--format=%s'),
    branches: lines('for-each-ref', '--format=%(refname:short)', 'refs/heads'),
    worktrees: lines('worktree', 'list', '--porcelain').filter((line) => line.startsWith('worktree ')).length,
    status: project.git('status', '--porcelain'),
    /** The files on branches that were kept, and what stands in the worktree that was. */
    kept: tips.map((tip) => lines('ls-tree', '--name-only', tip)),
    conflicts: project
      .list('.wfmap/worktrees')
      .map((name) => project.read(`.wfmap/worktrees/${name}/shared.txt`)),
    /** Nothing that git is, or was, in the middle of. */
    underWay: inGit.filter((name) => /(?:\.lock|_HEAD)$/.test(name) && !name.endsWith('ORIG_HEAD')),
  };
}
