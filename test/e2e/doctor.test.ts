import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rememberAccepted } from '../../src/cli/settings/accepted-commands.ts';
import { probeGroups } from '../../src/process/platform/control-group.ts';
import { probeWall } from '../../src/wall/probe-wall.ts';
import { PROGRAM } from './helpers/program.ts';

const CLAUDE = resolve(import.meta.dirname, '../fixtures/bin/claude');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wfmap-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function doctor(environment: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const path = [dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  return spawnSync(process.execPath, [PROGRAM, 'doctor', ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { HOME: folder, PATH: path, STAND_IN_STATE: join(folder, 'state'), ...environment },
  });
}

describe('doctor', () => {
  test('says what is there, and where each setting comes from', () => {
    execFileSync('git', ['init', '--quiet', '--initial-branch=main', folder]);
    writeFileSync(join(folder, 'wfmap.config.json'), '{"dirty": "refuse", "concurrency": 2}');
    const { stdout, status } = doctor({ WFMAP_CLAUDE: CLAUDE, WFMAP_CONCURRENCY: '3' });
    expect(stdout).toMatch(new RegExp(`^ok {7}agent: ${CLAUDE}, .*which answers by`, 'm'));
    expect(stdout).toContain('ok       git: no commit yet, with uncommitted changes\n');
    expect(stdout).toMatch(/^ok {7}dirty: refuse \(.*wfmap\.config\.json\)$/m);
    expect(stdout).toContain('ok       concurrency: 3 (WFMAP_CONCURRENCY)\n');
    expect(stdout).toContain('ok       worktrees: none left by ended runs\n');
    expect(status).toBe(0);
  });

  test('shows the command of the settings, and whether a person has accepted it', () => {
    execFileSync('git', ['init', '--quiet', '--initial-branch=main', folder]);
    writeFileSync(join(folder, 'wfmap.config.json'), '{"notify": "beep", "checks": {"test": "make test"}}');
    const { stdout } = doctor({ WFMAP_CLAUDE: CLAUDE });
    expect(stdout).toMatch(
      /^note {5}notify: beep \(.*, not accepted in this project\)\n {9}.*--accept-settings/m,
    );
    expect(stdout).toMatch(/^ok {7}test: make test \(checks in the configuration\)$/m);
    vi.stubEnv('XDG_STATE_HOME', join(folder, 'state'));
    rememberAccepted(folder, 'beep');
    vi.unstubAllEnvs();
    const then = doctor({ WFMAP_CLAUDE: CLAUDE, XDG_STATE_HOME: join(folder, 'state') });
    expect(then.stdout).toMatch(/^ok {7}notify: beep \(.*, accepted in this project\)$/m);
  });

  test('says how git is told who commits, and how the tests are named', () => {
    execFileSync('git', ['init', '--quiet', '--initial-branch=main', folder]);
    const nobody = {
      WFMAP_CLAUDE: CLAUDE,
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'user.useConfigOnly',
      GIT_CONFIG_VALUE_0: 'true',
    };
    const { stdout, status } = doctor(nobody);
    expect(stdout).toMatch(/^note {5}commits: git knows no name to commit in\n.*git config user\.name/m);
    expect(stdout).toMatch(/^note {5}test: no command found\n.*"checks": \{"test"/m);
    expect(status).toBe(0);
    expect(
      doctor({
        ...nobody,
        GIT_AUTHOR_NAME: 'A',
        GIT_AUTHOR_EMAIL: 'a@b',
        GIT_COMMITTER_NAME: 'A',
        GIT_COMMITTER_EMAIL: 'a@b',
      }).stdout,
    ).not.toContain('commits:');
  });

  test('says whether all that an agent starts ends with it', () => {
    const holds = /^ok {7}processes: each agent has its own control group \(cgroup v[12].*\): every process/m;
    const doesNot =
      /^note {5}processes: no control group can be made here: .*\n {9}.*systemd-run --user --scope wfmap/m;
    expect(doctor({ WFMAP_CLAUDE: CLAUDE }).stdout).toMatch(probeGroups() === undefined ? doesNot : holds);
    expect(doctor({ WFMAP_CLAUDE: CLAUDE, WFMAP_CGROUP: 'off' }).stdout).toMatch(doesNot);
  });

  test('says which wall can be raised here, and what it does not cover', () => {
    const { wall } = probeWall({});
    const holds =
      /^ok {7}wall: (bwrap|landlock|sandbox-exec) can keep a process from writing \(.*\); (tasks that only read get an overlay|no overlays: .*)\n {9}.*Not covered: /m;
    const none = /^note {5}wall: nothing here can keep a process from writing: .*$/m;
    expect(doctor({ WFMAP_CLAUDE: CLAUDE }).stdout).toMatch(wall === undefined ? none : holds);
    expect(doctor({ WFMAP_CLAUDE: CLAUDE, WFMAP_WALL: 'off' }).stdout).toContain(
      'note     wall: nothing here can keep a process from writing: WFMAP_WALL turns walls off\n',
    );
  });

  test('exits with 1 and says what to do where no agent is to be found', () => {
    const { stdout, status } = doctor({ WFMAP_CLAUDE: join(folder, 'nothing') });
    expect(stdout).toMatch(/^problem {2}agent: WFMAP_CLAUDE names .*\n {9}Install Claude Code/m);
    expect(stdout).toMatch(/^note {5}git: no repository at /m);
    expect(status).toBe(1);
  });

  test('finds worktrees that belong to no run', () => {
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: folder });
    git('init', '--quiet', '--initial-branch=main');
    git('commit', '--quiet', '--allow-empty', '-m', 'start');
    mkdirSync(join(folder, '.wfmap'));
    writeFileSync(join(folder, '.wfmap/.gitignore'), '*\n');
    git('worktree', 'add', '--quiet', '-b', 'wfmap/x', join(folder, '.wfmap/worktrees/x'));
    const findings = JSON.parse(doctor({ WFMAP_CLAUDE: CLAUDE }, '--json').stdout) as readonly {
      what: string;
      found: string;
    }[];
    expect(findings.find(({ what }) => what === 'worktrees')?.found).toBe(
      '1 worktree left by ended runs, 1 of no run',
    );
  });
});
