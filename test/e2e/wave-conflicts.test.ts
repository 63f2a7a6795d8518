import { describe } from 'vitest';
import { exampleOf, GOES_WELL, planOf } from './helpers/map-rules.ts';
import { wholeEvents } from './helpers/killed-run.ts';
import { test, type Project } from './helpers/project.ts';
import { until } from './helpers/until.ts';

const MAKE = '# Job: make this change';
const AGAIN = 'was made and accepted before.*met other changes in "shared.txt"';
const output = exampleOf('actor-report');

/** Two subtasks that need nothing of each other and say that they touch different files. */
function planApart(): object {
  const { analysis, blueprint } = planOf('first', 'second') as {
    readonly analysis: object;
    readonly blueprint: { readonly summary: string; readonly subtasks: readonly object[] };
  };
  const subtasks = blueprint.subtasks.map((subtask, index) => ({
    ...subtask,
    dependencies: [],
    affected_files: [`src/${index}.txt`],
  }));
  return { analysis, blueprint: { ...blueprint, subtasks } };
}

/** Both write the same file; whichever is merged last is made again by the rule. */
function begin({ put, git, script }: Project, again: object): void {
  put('shared.txt', 'start\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'all');
  script(
    { match: '# Job: plan the work', output: planApart() },
    { match: AGAIN, output, ...again },
    { match: MAKE, cwd: 'st-001', write: { 'shared.txt': 'first\n' }, output },
    { match: MAKE, cwd: 'st-002', write: { 'shared.txt': 'second\n' }, output },
    ...GOES_WELL,
  );
}

const DIRECTORY = '.wfmap/runs/efficient/slip-001';
const RUN = ['run', 'efficient', '--storyId=STORY-1', '--autoApprove', '--waves'];

describe('a subtask of a wave whose merge meets other changes', () => {
  test('is made again on the merged head, by an agent that is told what it met', async ({
    project,
    expect,
  }) => {
    begin(project, { write: { 'shared.txt': 'both\n' } });
    const { code, reported } = await project.run(RUN);
    expect(code, reported).toBe(0);
    expect(project.read('shared.txt')).toBe('both\n');
    expect(project.git('status', '--porcelain')).toBe('');
    expect(project.calls().filter(({ prompt }) => prompt.includes(MAKE))).toHaveLength(3);
  });

  test('is put to a person when that meets other changes again', async ({ project, expect }) => {
    const meanwhile = `cd '${project.root}' && echo mine > shared.txt && git commit -q -a -m mine`;
    begin(project, { write: { 'shared.txt': 'both\n' }, run: meanwhile });
    const paused = await project.run(RUN);
    expect(paused.code, paused.reported).toBe(4);
    expect(paused.stdout).toContain('their merge met other changes again');
    expect(paused.stdout).toMatch(/ST-00[12]: The merge of ".*" met other changes in "shared.txt"/);
    const left = await project.run(['answer', 'efficient/slip-001', 'Leave']);
    expect(left.code, left.reported).toBe(1);
    expect(project.read('shared.txt')).toBe('mine\n');
  });

  test('is made again by a resume where wfmap was killed in between, and by nobody twice', async ({
    project,
    expect,
  }) => {
    begin(project, { waitFor: `${project.state}/never` });
    const started = project.start(RUN);
    // A plan; of each subtask research, change and review; then research and the change that waits.
    for (let calls = 1; calls <= 9; calls += 1)
      await until(
        () => project.calls().length >= calls,
        () => started.stderr(),
      );
    expect(project.calls().at(-1)?.prompt).toContain('was made and accepted before');
    started.kill('SIGKILL');
    await started.end;
    // The session goes on, with other words.
    project.script({ times: 1, output, write: { 'shared.txt': 'both\n' } }, ...GOES_WELL);
    const { code, reported } = await project.run(['resume']);
    expect(code, reported).toBe(0);
    expect(project.read('shared.txt')).toBe('both\n');
    const conflicts = wholeEvents(project, DIRECTORY).filter(({ type }) => type === 'worktree.conflicted');
    expect(conflicts).toHaveLength(1);
    expect(project.git('log', '--format=%s', '--first-parent').trim().split('\n')).toHaveLength(4);
  });
});
