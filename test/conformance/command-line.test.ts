import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSeedProject, SEED_MAP, SEED_RUNS, type SeedProject } from './seed-project.ts';

const MAIN = resolve(import.meta.dirname, '../../src/cli/main.ts');
const FIELDS = ['--storyId=42', '--subtaskId=3'];

let project: SeedProject;
beforeEach(() => {
  project = createSeedProject();
});
afterEach(() => project.remove());

function wfmap(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], {
    cwd: project.root,
    encoding: 'utf8',
    input: '',
  });
  return { status, stdout, stderr };
}

/** Plays these answers in place of a model. */
function scripted(answers: Readonly<Record<string, readonly string[]>>): string {
  writeFileSync(join(project.root, 'scenario.json'), JSON.stringify({ answers }));
  return '--agent=scripted:scenario.json';
}

const dataJson = (directory: string) => JSON.parse(project.read(`${SEED_RUNS}/${directory}/data.json`));

const SHORT_WAY = {
  'Code Subtask': ['Complete'],
  'Check Code Complete': ['Start Review Work'],
  'Review Work': ['Complete'],
  'Check Review Complete': ['Report Completion'],
  'Report Subtask Completion': ['Complete'],
};

describe('the complete example of the format, on the command line,', () => {
  test('is valid', () => {
    expect(wfmap('validate', SEED_MAP)).toMatchObject({ status: 0 });
  });

  test('is run with its fields, which stay the texts they were', () => {
    const { status, stderr } = wfmap('run', SEED_MAP, ...FIELDS, scripted(SHORT_WAY));
    expect(status, stderr).toBe(0);
    expect(dataJson('slip-001')).toMatchObject({
      map: SEED_MAP,
      workslipFields: { storyId: '42', subtaskId: '3' },
      status: 'completed',
    });
  });

  test('is not started without a required field, which is named with its description', () => {
    const { status, stderr } = wfmap('run', SEED_MAP, '--storyId=42', scripted(SHORT_WAY));
    expect(status).toBe(2);
    expect(stderr).toContain('--subtaskId');
    expect(stderr).toContain('The subtask identifier');
    expect(existsSync(join(project.root, '.sdlc/workslips'))).toBe(false);
  });

  test('is not started with a field that it does not have', () => {
    const { status, stderr } = wfmap('run', SEED_MAP, ...FIELDS, '--storyid=1', scripted(SHORT_WAY));
    expect(status).toBe(2);
    expect(stderr).toContain('--storyId');
    expect(existsSync(join(project.root, '.sdlc/workslips'))).toBe(false);
  });

  test('is taken up at a task with an argument for it, in the run directory it has', () => {
    const stuck = { 'Code Subtask': ['Complete'], 'Check Code Complete': ['Ponder'] };
    expect(wfmap('run', SEED_MAP, ...FIELDS, scripted(stuck)).status).toBe(6);
    const before = project.read(`${SEED_RUNS}/slip-001/task-001-code-subtask-prompt.md`);
    const { status, stderr } = wfmap(
      'resume',
      '--from',
      'Review Work',
      '--continue=true',
      scripted(SHORT_WAY),
    );
    expect(status, stderr).toBe(0);
    expect(project.read(`${SEED_RUNS}/slip-001/task-003-review-work-prompt.md`)).toContain('Go on with');
    expect(project.read(`${SEED_RUNS}/slip-001/task-001-code-subtask-prompt.md`)).toBe(before);
    expect(dataJson('slip-001').history.map(({ name }: { name: string }) => name)).toEqual([
      'Code Subtask',
      'Check Code Complete',
      'Review Work',
      'Check Review Complete',
      'Report Subtask Completion',
      'End Workflow',
    ]);
  });
});
