/** A pull request at the end of a run: opened by a yes at a terminal, and never where nobody is to be asked. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { mapOf } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import { typeInTerminal } from './helpers/typed-terminal.ts';

const COMMIT = mapOf({
  Work: {
    type: 'shell',
    command: ['sh', '-c', 'echo new > new.txt; git add new.txt; git commit -qm new'],
    actions: { Done: { target: 'Done' } },
  },
});
const QUESTION = 'Push "one" to "origin" and open a pull request? (y/N) ';
const RUN = ['run', 'commit.json', '--branch=one', '--no-wall'];

/** A repository with a remote, and a stand-in for gh that writes down what it was asked. */
function hosted(project: Project): Readonly<Record<string, string>> {
  project.put('commit.json', COMMIT);
  project.git('init', '-q', '-b', 'main');
  project.git('config', 'user.name', 'A');
  project.git('config', 'user.email', 'a@b');
  project.put(
    'hosted/gh',
    '#!/bin/sh\necho "$*" >> "$(dirname "$0")/asked"\necho https://example.org/pull/1\n',
  );
  chmodSync(join(project.root, 'hosted/gh'), 0o755);
  project.put('.gitignore', 'hosted\n.wfmap\n');
  project.git('init', '-q', '--bare', 'hosted/host.git');
  project.git('remote', 'add', 'origin', 'hosted/host.git');
  project.git('add', '--all');
  project.git('commit', '-q', '-m', 'start');
  const { CI: _, ...environment } = project.environment;
  return { ...environment, PATH: `${join(project.root, 'hosted')}:${environment['PATH'] ?? ''}` };
}

describe('at the end of a run on a branch of its own', () => {
  test('a yes at the terminal opens a pull request', async ({ expect, project }) => {
    const environment = hosted(project);
    const { root } = project;
    const { code, shown } = await typeInTerminal(RUN, { root, environment, typed: [[QUESTION, 'y']] });
    expect(code, shown).toBe(0);
    expect(shown).toContain('Pull request: https://example.org/pull/1');
    expect(project.read('hosted/asked')).toBe('pr create --head=one --base=main --fill\n');
  });

  test('anything else opens none, and pushes nothing', async ({ expect, project }) => {
    const environment = hosted(project);
    const { root } = project;
    const { code, shown } = await typeInTerminal(RUN, { root, environment, typed: [[QUESTION, '']] });
    expect(code, shown).toBe(0);
    expect([project.has('hosted/asked'), project.has('hosted/host.git/refs/heads/one')]).toEqual([
      false,
      false,
    ]);
  });

  test('nobody is asked with --no-input, without gh, or where nothing was committed', async ({
    expect,
    project,
  }) => {
    const environment = hosted(project);
    const { root } = project;
    const silent = await typeInTerminal([...RUN, '--no-input'], { root, environment });
    project.git('switch', '-q', 'main');
    const words = ['run', 'commit.json', '--branch=two', '--no-wall'];
    const without = await typeInTerminal(words, {
      root,
      environment: { ...environment, PATH: project.environment['PATH'] ?? '' },
    });
    expect([silent.code, without.code]).toEqual([0, 0]);
    expect(silent.shown + without.shown).not.toContain('pull request?');
  });

  test('--pr pushes nothing with settings of git that the run has changed', async ({ expect, project }) => {
    const environment = hosted(project);
    const line = 'git remote set-url origin elsewhere.git; git config credential.helper evil';
    project.put('commit.json', project.read('commit.json').replace('git commit', `${line}; git commit`));
    const { code, reported } = await project.run([...RUN, '--pr', '--no-input'], { environment });
    expect(code, reported).toBe(3);
    expect(reported).toContain(
      `No pull request was opened: Git's settings are not those of the start of the run: ` +
        '"credential.helper" in ".git/config" is new, "remote.origin.url" in ".git/config" was changed.',
    );
    expect(project.has('hosted/asked')).toBe(false);
  });
});
