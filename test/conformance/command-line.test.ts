import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
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

describe('in the words of the scripts', () => {
  test('workflow.ts runs a map, and task.ts takes the run up at a task with parameters for it', () => {
    const stuck = { 'Code Subtask': ['Complete'], 'Check Code Complete': ['Ponder'] };
    const begun = wfmap('workflow', 'run', `--workflowMap=${SEED_MAP}`, ...FIELDS, scripted(stuck));
    expect(begun.status, begun.stderr).toBe(6);
    expect(dataJson('slip-001')).toMatchObject({
      map: SEED_MAP,
      path: `${SEED_RUNS}/slip-001/`,
      workslipFields: { storyId: '42', subtaskId: '3' },
    });
    const { path } = dataJson('slip-001');
    const task = ['--taskDefinitionName=Review Work', '--continue=true'];
    const { status, stderr } = wfmap('task', 'run', `--slip=${path}`, ...task, scripted(SHORT_WAY));
    expect(status, stderr).toBe(0);
    expect(project.read(`${SEED_RUNS}/slip-001/task-003-review-work-prompt.md`)).toContain('Go on with');
    expect(dataJson('slip-001')).toMatchObject({ status: 'completed' });
  });

  test('task.ts refuses a task that the map does not have, and a slip that no run of wfmap left', () => {
    expect(wfmap('workflow', 'run', `--workflowMap=${SEED_MAP}`, ...FIELDS, scripted(SHORT_WAY)).status).toBe(
      0,
    );
    const slip = `--slip=${SEED_RUNS}/slip-001/`;
    const lost = wfmap('task', 'run', slip, '--taskDefinitionName=review work', scripted(SHORT_WAY));
    expect([lost.status, lost.stderr]).toEqual([2, expect.stringContaining('"review work"')]);
    const foreign = `${SEED_RUNS}/slip-009/`;
    mkdirSync(join(project.root, foreign));
    writeFileSync(join(project.root, foreign, 'data.json'), project.read(`${SEED_RUNS}/slip-001/data.json`));
    const left = wfmap('task', 'run', `--slip=${foreign}`, '--taskDefinitionName=Review Work');
    expect([left.status, left.stderr]).toEqual([2, expect.stringContaining(`There is no run "${foreign}".`)]);
  });
});

const SHIPPED = resolve(import.meta.dirname, '../..');

/** The shipped map in the places of the seed: under `.sdlc`, with its templates there. */
function putShippedInSeedsPlaces(folder: string): void {
  const text = readFileSync(join(SHIPPED, 'workflows/do-subtask.json'), 'utf8');
  const moved = text
    .replaceAll('prompts/do-subtask/', '.sdlc/prompts/system/')
    .replace('../grammar/map.schema.json', 'map.schema.json');
  writeFileSync(join(folder, 'workflows/system/do-subtask-map.json'), moved);
  cpSync(join(SHIPPED, 'prompts/do-subtask'), join(folder, 'prompts/system'), { recursive: true });
}

describe('maps under .sdlc', () => {
  let outside: string;
  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), 'wfmap-shared-'));
  });
  afterEach(() => rmSync(outside, { recursive: true, force: true }));

  const SCOPES = ['system', 'shared', 'project'];
  const mapIn = (scope: string): string => `.sdlc/workflows/${scope}/do-subtask-map.json`;
  const runIn = (scope: string): string => `.sdlc/workslips/${scope}/do-subtask-slips/slip-001`;
  const run = (map: string): ReturnType<typeof wfmap> =>
    wfmap('workflow', 'run', `--workflowMap=${map}`, ...FIELDS, scripted(SHORT_WAY));

  test.each(SCOPES)('keep their runs in the same scope: %s', (scope) => {
    const folder = join(project.root, '.sdlc/workflows', scope);
    mkdirSync(folder, { recursive: true });
    if (scope !== 'system') cpSync(join(project.root, SEED_MAP), join(project.root, mapIn(scope)));
    const { status, stderr } = run(mapIn(scope));
    expect(status, stderr).toBe(0);
    expect(JSON.parse(project.read(`${runIn(scope)}/data.json`))).toMatchObject({
      map: mapIn(scope),
      path: `${runIn(scope)}/`,
      status: 'completed',
    });
    expect(existsSync(join(project.root, '.wfmap/runs'))).toBe(false);
  });

  test.each(['the whole folders', 'each scope'])(
    'run where their folders are links out of the project: %s',
    (which) => {
      const inside = join(project.root, '.sdlc');
      const linked =
        which === 'each scope'
          ? ['workflows', 'prompts', 'workslips'].map((kind) => `${kind}/system`)
          : ['workflows', 'prompts', 'workslips'];
      for (const path of linked) {
        const [from, to] = [join(inside, path), join(outside, path)];
        mkdirSync(from, { recursive: true });
        mkdirSync(dirname(to), { recursive: true });
        renameSync(from, to);
        symlinkSync(to, from);
      }
      const begun = run(SEED_MAP);
      expect(begun.status, begun.stderr).toBe(0);
      expect(dataJson('slip-001')).toMatchObject({ map: SEED_MAP, path: `${SEED_RUNS}/slip-001/` });
      expect(existsSync(join(outside, 'workslips/system/do-subtask-slips/slip-001/journal.jsonl'))).toBe(
        true,
      );
      const again = wfmap(
        'task',
        'run',
        `--slip=${SEED_RUNS}/slip-001/`,
        '--taskDefinitionName=Review Work',
        scripted(SHORT_WAY),
      );
      expect(again.status, again.stderr).toBe(0);
      expect(dataJson('slip-001').history.at(-1).name).toBe('End Workflow');
      expect(wfmap('runs').stdout).toContain('do-subtask/slip-001');
      expect(wfmap('validate').status).toBe(0);
    },
  );

  test('may be ours, in the shape of the seed', () => {
    rmSync(join(project.root, '.sdlc/prompts/system'), { recursive: true });
    mkdirSync(join(project.root, '.sdlc/prompts/system'), { recursive: true });
    putShippedInSeedsPlaces(join(project.root, '.sdlc'));
    const checked = wfmap('validate', SEED_MAP);
    expect(checked.status, checked.stdout).toBe(0);
    const { status, stderr } = run(SEED_MAP);
    expect(status, stderr).toBe(0);
    expect(project.read(`${SEED_RUNS}/slip-001/task-001-code-subtask-prompt.md`)).toContain(
      'Code subtask 3 of story 42',
    );
  });
});
