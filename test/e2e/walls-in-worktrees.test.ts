/**
 * Walls in linked worktrees, of the user and of the run, and in repositories with submodules.
 *
 * A wall that is not there is skipped, and its title says why; where `WFMAP_NEEDED_WALLS` names it that is a failure.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from 'vitest';
import { probeWall } from '../../src/wall/probe-wall.ts';
import { mapOf } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import { isNeededWall } from '../helpers/needed-walls.ts';

const shell = (line: string, more: object = {}, next = 'Done') => ({
  type: 'shell',
  command: ['sh', '-c', `${line}\ntrue`],
  actions: { Complete: { target: next } },
  ...more,
});

/** What decides about the next git of anybody: of the repository, and of the worktree. */
const AGAINST_GIT = [
  'own=$(git rev-parse --absolute-git-dir); common=$(cd "$(git rev-parse --git-common-dir)" && pwd)',
  'mkdir -p "$common/hooks"; echo exit 1 > "$common/hooks/pre-commit"; chmod +x "$common/hooks/pre-commit"',
  'git config core.hooksPath evil; git config --worktree core.hooksPath evil',
  'mkdir -p "$common/info"; echo "* filter=evil" > "$common/info/attributes"',
  'mv "$common/hooks" "$common/hooks-were"; mv "$common" "$common-away"',
].join('\n');

/** What these would have left in a repository. */
function leftIn(common: string): readonly string[] {
  const made = ['hooks/pre-commit', 'info/attributes', 'hooks-were', '../.git-away'].filter((path) =>
    existsSync(join(common, path)),
  );
  return [...made, ...(readFileSync(join(common, 'config'), 'utf8').includes('evil') ? ['config'] : [])];
}

function put(project: Project, tasks: Record<string, object>): void {
  project.put('work.json', mapOf(tasks));
  project.git('add', '.');
  project.git('commit', '-q', '-m', 'the map');
}

/** Runs the map in a linked worktree, on a branch of its own, as its user would. */
async function runLinked(project: Project, environment: Readonly<Record<string, string>>) {
  const linked = join(dirname(project.root), 'linked');
  project.git('worktree', 'add', '-q', '-b', 'side', linked);
  const ended = await project.run(['run', 'work.json'], { environment, folder: '../linked' });
  return { linked, ...ended };
}

for (const kind of ['bwrap', 'landlock'] as const) {
  const { wall, reason } = probeWall({ WFMAP_WALL: kind });
  const why = wall === undefined ? `, which does not hold here (${reason}),` : '';
  const environment = { WFMAP_WALL: kind };

  describe.skipIf(wall === undefined && !isNeededWall(kind))(`behind ${kind}${why}`, () => {
    // In what is writable Landlock freezes nothing.
    const away = kind === 'bwrap' ? 'for f in commondir gitdir; do echo "$PWD/evil" > "$own/$f"; done' : '';
    const COMMIT = `${AGAINST_GIT}\n${away}\necho mine > src/mine.txt; git add src; git commit -qm mine`;
    const MAY_COMMIT = { writes: ['src'], mayCommit: true };

    test('a task in a linked worktree of the user commits, and changes nothing else of git', async ({
      expect,
      project,
    }) => {
      put(project, { Work: shell(COMMIT, MAY_COMMIT) });
      const { code, reported } = await runLinked(project, environment);
      expect(code, reported).toBe(0);
      expect(project.git('log', '-1', '--format=%s', 'side')).toBe('mine\n');
      expect(leftIn(join(project.root, '.git'))).toEqual([]);
      expect(existsSync(join(project.root, 'src/mine.txt'))).toBe(false);
    });

    test('a reader in a linked worktree of the user writes neither there nor in the main one', async ({
      expect,
      project,
    }) => {
      const line = `${AGAINST_GIT}\necho x > here.txt; echo x > ../repository/there.txt; git commit -qm mine --allow-empty; rm .git`;
      put(project, { Look: shell(line, { writes: ['nothing'] }) });
      const { linked, code, reported } = await runLinked(project, environment);
      expect(code, reported).toBe(0);
      expect([existsSync(join(linked, 'here.txt')), project.has('there.txt')]).toEqual([false, false]);
      expect(project.git('rev-parse', 'side')).toBe(project.git('rev-parse', 'main'));
      expect(leftIn(join(project.root, '.git'))).toEqual([]);
    });

    test('a task in a worktree of the run, for it all or for an item, commits and changes nothing else of git', async ({
      expect,
      project,
    }) => {
      const body = {
        startTaskDefinition: 'Work',
        taskDefinitions: { Work: shell(COMMIT, MAY_COMMIT, 'End'), End: { type: 'end' } },
      };
      const workspace = { worktree: { merge: 'onSuccess' } };
      const items = { type: 'foreach', items: "['a']", item: 'item', workspace, body };
      put(project, { Each: { ...items, actions: { Next: { target: 'Done' } } } });
      const { code, reported } = await project.run(['run', 'work.json'], { environment });
      expect(code, reported).toBe(0);
      expect(project.read('src/mine.txt')).toBe('mine\n');
      const whole = await project.run(['run', 'work.json', '--worktree'], { environment });
      expect(whole.code, whole.reported).toBe(0);
      expect(leftIn(join(project.root, '.git'))).toEqual([]);
    });

    test('a repository with a submodule is read, and written in part, as any other', async ({
      expect,
      project,
    }) => {
      const library = join(dirname(project.root), 'library');
      mkdirSync(library);
      const inLibrary = (...words: string[]) =>
        spawnSync('git', words, { cwd: library, env: project.environment, encoding: 'utf8' });
      inLibrary('init', '-q');
      inLibrary('commit', '-q', '--allow-empty', '-m', 'one');
      project.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'library');
      const look = shell(
        'git status --short > /dev/null || exit 1; git submodule status; echo x > library/x; echo x > src/x',
        { writes: ['nothing'] },
        'Work',
      );
      const work = shell('echo mine > library/mine.txt; echo x > src/x', { writes: ['library'] });
      put(project, { Look: look, Work: work });
      const { code, reported } = await project.run(['run', 'work.json'], { environment });
      expect(code, reported).toBe(0);
      expect(['library/x', 'src/x', 'library/mine.txt'].map(project.has)).toEqual([false, false, true]);
    });
  });
}
