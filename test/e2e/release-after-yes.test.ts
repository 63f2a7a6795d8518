/** What becomes of a release after YES: failures with their advice, and kills. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from 'vitest';
import {
  expectNothingPushed,
  expectPushedOnce,
  RUN,
  STAND_INS,
  test,
  type Step,
} from './helpers/release-project.ts';

describe('what fails after YES ends with the advice for it, and can be gone on with', () => {
  test('a push of which nothing arrives', async ({ project, expect }) => {
    const hook = join(dirname(project.root), 'remote.git/hooks/pre-receive');
    writeFileSync(hook, '#!/bin/sh\necho "It is frozen."; exit 1\n', { mode: 0o755 });
    await project.prepare();
    const { code, shown } = await project.typed(['answer', 'YES']);
    expect(code, shown).toBe(1);
    expect(project.outcome()).toBe('push_failed');
    expect(project.reason()).toMatch(/^Nothing of it is on origin[^]*It is frozen\./);
    expectNothingPushed(project, expect);
    rmSync(hook);
    const again = await project.typed(['resume', '--from=Push']);
    expect(again.code, again.shown).toBe(0);
    expectPushedOnce(project, expect);
  });

  test('a push of which a part arrives', async ({ project, expect }) => {
    await project.prepare();
    const hook = join(project.root, '.git/hooks/pre-push');
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\ngit push -q --no-verify origin HEAD:main; exit 1\n', { mode: 0o755 });
    const { code, shown } = await project.typed(['answer', 'YES']);
    expect(code, shown).toBe(1);
    expect(project.outcome()).toBe('partly_pushed');
    const line = /push the rest with "git (push origin refs\/tags\/v1\.3\.0)"/.exec(
      project.reason() ?? '',
    )?.[1];
    expect(project.reason()).toMatch(/^The branch is on origin, the tag is not\./);
    rmSync(hook);
    project.git(...(line ?? '').split(' '));
    const again = await project.typed(['resume', '--from=Watch']);
    expect(again.code, again.shown).toBe(0);
    expectPushedOnce(project, expect);
  });

  test('CI, then GitHub, then the index, then the package', async ({ project, expect }) => {
    await project.prepare();
    let words = ['answer', 'YES'];
    const steps: readonly (readonly [Step, string, string, RegExp])[] = [
      ['watch', 'Watch', 'workflow_failed', /^Never delete or push v1\.3\.0 again\.[^]*This is watch/],
      ['announce', 'Announce', 'announce_failed', /^The tag and the package stand\.[^]*This is announce/],
      [
        'install',
        'Verify',
        'not_installable',
        /^CI passed, and shop 1\.3\.0 cannot be installed after 5 attempts\./,
      ],
      ['try', 'Verify', 'broken_package', /^Withdraw shop 1\.3\.0[^]*PyPI: yank it; npm: deprecate it/],
    ];
    for (const [step, task, outcome, reason] of steps) {
      project.letFail(step, 1);
      const { code, shown } = await project.typed(words);
      expect(code, shown).toBe(1);
      expect(project.outcome()).toBe(outcome);
      expect(project.reason()).toMatch(reason);
      expectPushedOnce(project, expect);
      project.letFail(step, 0);
      words = ['resume', `--from=${task}`];
    }
    expect(project.called().filter((line) => line.startsWith('install '))).toHaveLength(6);
    const { code, shown } = await project.typed(words);
    expect(code, shown).toBe(0);
    expectPushedOnce(project, expect);
  });
});

describe('wfmap that is killed', () => {
  /** Decisions end with the task before them, in one write. */
  const TASKS = [
    'Gates',
    'Read Version',
    'Choose Version',
    'Bump',
    'Write Changelog',
    'Tag',
    'Check Tag',
    'Look Again',
    'Confirm',
    'Push',
    'Watch',
    'Announce',
    'Wait',
  ];

  test.for(['before', 'after'] as const)(
    '%s the end of a task is in the journal, after every phase of one release pushes once',
    async (when, { project, expect }) => {
      let words: readonly string[] = ['run', 'release', ...STAND_INS];
      // With the end of the last task the run ends too.
      for (const task of when === 'before' ? [...TASKS, 'Verify'] : TASKS) {
        await project.typedAndKilled(words, task, when);
        words = ['resume'];
        expect(project.outcome(), task).toBeUndefined();
        if (!project.isOver('Confirm')) expectNothingPushed(project, expect);
        else if (project.isOver('Push') || task === 'Push') expectPushedOnce(project, expect);
      }
      const { code, shown } = await project.typed(words);
      expect(code, shown).toBe(0);
      expect(project.outcome()).toBe('released');
      expectPushedOnce(project, expect);
      expect(project.git('rev-list', '--count', 'HEAD').trim()).toBe('3');
      expect(project.git('tag').trim()).toBe('v1.3.0');
    },
  );

  test('before the push begins, and when it has arrived and nobody knows, pushes once', async ({
    project,
    expect,
  }) => {
    await project.prepare();
    const kill = `#!/bin/sh\nkill -9 $(sed 's/.*"pid":\\([0-9]*\\).*/\\1/' '${project.root}/.wfmap/runs/${RUN}/lock.json')\n`;
    const before = join(project.root, '.git/hooks/pre-push');
    mkdirSync(dirname(before), { recursive: true });
    writeFileSync(before, `${kill}exit 1\n`, { mode: 0o755 });
    await project.typed(['answer', 'YES']);
    expect(project.outcome()).toBeUndefined();
    expectNothingPushed(project, expect);
    rmSync(before);
    const after = join(dirname(project.root), 'remote.git/hooks/post-update');
    writeFileSync(after, kill, { mode: 0o755 });
    await project.typed(['resume']);
    expect(project.outcome()).toBeUndefined();
    expectPushedOnce(project, expect);
    rmSync(after);
    const { code, shown } = await project.typed(['resume']);
    expect(code, shown).toBe(0);
    expect(project.outcome()).toBe('released');
    expectPushedOnce(project, expect);
  });
});
