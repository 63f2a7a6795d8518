import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Agent } from '../../src/agent/agent.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { resume, script, start, testHost, type TestRun } from '../helpers/run-host.ts';
import { createSeedProject, SEED_MAP, SEED_RUNS, type SeedProject } from './seed-project.ts';

let project: SeedProject;
beforeEach(() => {
  project = createSeedProject();
});
afterEach(() => project.remove());

const FIELDS = { storyId: '37', subtaskId: '02' };

/** Round the coding loop, through the review and its feedback back to the code, and to the end. */
const longWay = (): Agent =>
  script({
    'Code Subtask': ['Complete'],
    'Check Code Complete': ['Continue Code Subtask', 'Start Review Work'],
    'Review Work': ['Complete'],
    'Check Review Complete': ['Start Review Feedback', 'Report Completion'],
    'Review Feedback': ['Plan New Work'],
    'Plan New Work': ['Continue Coding'],
    'Report Subtask Completion': ['Complete'],
  });

function run(agent: Agent): Promise<TestRun> {
  const { program, texts } = project.load();
  return start(testHost(nodeFileSystem, project.root, agent), program, {
    texts,
    mapPath: join(project.root, SEED_MAP),
    fields: FIELDS,
  });
}

const dataJson = (directory = 'slip-001') => JSON.parse(project.read(`${SEED_RUNS}/${directory}/data.json`));

describe('the complete example of the format', () => {
  test('has no diagnostic', () => {
    expect(project.load().warnings).toBe(0);
  });

  test('goes the way of the chosen actions to its end', async () => {
    const { state, directory } = await run(longWay());
    expect(state.finished).toMatchObject({ task: 'End Workflow', failed: false });
    expect(directory.path).toBe(`${SEED_RUNS}/slip-001/`);
    expect(dataJson().history.map(({ name }: { name: string }) => name)).toEqual([
      'Code Subtask',
      'Check Code Complete',
      'Code Subtask',
      'Check Code Complete',
      'Review Work',
      'Check Review Complete',
      'Review Feedback',
      'Plan New Work',
      'Code Subtask',
      'Check Code Complete',
      'Review Work',
      'Check Review Complete',
      'Report Subtask Completion',
      'End Workflow',
    ]);
  });

  test('tells the task that it is continued to go on, and does not tell it afterwards', async () => {
    await run(longWay());
    const promptOf = (file: string): string => project.read(`${SEED_RUNS}/slip-001/${file}-prompt.md`);
    expect(promptOf('task-001-code-subtask')).toContain('Begin the subtask.');
    expect(promptOf('task-003-code-subtask')).toContain('Go on with the subtask.');
    expect(promptOf('task-009-code-subtask')).toContain('Begin the subtask.');
    expect(promptOf('task-005-review-work')).toContain('Begin the subtask.');
  });

  test('puts the fields into the prompt, and its front matter not', async () => {
    await run(longWay());
    const prompt = project.read(`${SEED_RUNS}/slip-001/task-001-code-subtask-prompt.md`);
    expect(prompt.trimStart()).toMatch(/^# Code subtask 37-02\n/);
    expect(prompt).not.toContain('parameters:');
  });

  test('offers an agent the actions of its task with what they are chosen for', async () => {
    await run(longWay());
    const prompt = project.read(`${SEED_RUNS}/slip-001/task-002-check-code-complete-prompt.md`);
    expect(prompt).toContain('- `Continue Code Subtask`: if the work is not complete\n');
    expect(prompt).toContain('- `Start Review Work`: if the work is complete\n');
  });
});

describe('what a run leaves', () => {
  test('is data.json with exactly the documented keys, in their order', async () => {
    await run(longWay());
    const data = dataJson();
    expect(Object.keys(data)).toEqual(['map', 'start', 'end', 'path', 'workslipFields', 'history', 'status']);
    expect(data).toMatchObject({
      map: SEED_MAP,
      path: `${SEED_RUNS}/slip-001/`,
      workslipFields: { storyId: '37', subtaskId: '02' },
      status: 'completed',
    });
    for (const time of [data.start, data.end])
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('is an entry for each execution with exactly the documented keys, an end with fewer', async () => {
    await run(longWay());
    const history: Record<string, string>[] = dataJson().history;
    for (const entry of history.slice(0, -1)) {
      expect(Object.keys(entry)).toEqual(['name', 'start', 'end', 'action', 'prompt', 'log']);
    }
    expect(history[2]).toMatchObject({
      name: 'Code Subtask',
      action: 'Complete',
      prompt: 'task-003-code-subtask-prompt.md',
      log: 'task-003-code-subtask.log',
    });
    expect(Object.keys(history.at(-1) ?? {})).toEqual(['name', 'start', 'end']);
  });

  test('is a prompt and a log of every task but the end, under the names that data.json gives', async () => {
    await run(longWay());
    const files = dataJson().history.flatMap(({ prompt, log }: Record<string, string>) =>
      prompt ? [prompt, log] : [],
    );
    const found = readdirSync(join(project.root, SEED_RUNS, 'slip-001')).filter((name) =>
      name.startsWith('task-'),
    );
    expect(found.toSorted()).toEqual(files.toSorted());
    expect(files).toHaveLength(26);
  });

  test('lies in the next run directory, after the highest there is', async () => {
    await run(longWay());
    expect((await run(longWay())).directory.path).toBe(`${SEED_RUNS}/slip-002/`);
    mkdirSync(join(project.root, SEED_RUNS, 'slip-007'));
    expect((await run(longWay())).directory.path).toBe(`${SEED_RUNS}/slip-008/`);
  });

  test('says of a failed task what failed, without an action, and has no end', async () => {
    await run(script({ 'Code Subtask': ['Nonsense'] }));
    const data = dataJson();
    expect(Object.keys(data)).toEqual([
      'map',
      'start',
      'path',
      'workslipFields',
      'history',
      'status',
      'error',
    ]);
    expect(data.status).toBe('paused');
    expect(Object.keys(data.history[0])).toEqual(['name', 'start', 'end', 'prompt', 'log', 'error']);
  });
});

describe('a run that is taken up at a named task', () => {
  test('adds entries with the arguments given, and keeps all files of before', async () => {
    const { directory } = await run(
      script({ 'Code Subtask': ['Complete'], 'Check Code Complete': ['Nonsense'] }),
    );
    const files = (): Map<string, string> =>
      new Map(
        readdirSync(directory.folder)
          .filter((name) => name.startsWith('task-'))
          .map((name) => [name, project.read(`${directory.path}${name}`)]),
      );
    const before = files();
    const { program } = project.load();
    const agent = script({
      'Review Work': ['Complete'],
      'Check Review Complete': ['Report Completion'],
      'Report Subtask Completion': ['Complete'],
    });
    const state = await resume(testHost(nodeFileSystem, project.root, agent), program, directory, {
      from: 'Review Work',
      args: { continue: 'true' },
    });
    expect(state.finished?.task).toBe('End Workflow');
    expect(new Map([...files()].filter(([name]) => before.has(name)))).toEqual(before);
    expect(project.read(`${directory.path}task-003-review-work-prompt.md`)).toContain(
      'Go on with the subtask.',
    );
    const data = dataJson();
    expect([data.status, data.history.map(({ name }: { name: string }) => name)]).toEqual([
      'completed',
      [
        'Code Subtask',
        'Check Code Complete',
        'Review Work',
        'Check Review Complete',
        'Report Subtask Completion',
        'End Workflow',
      ],
    ]);
    expect(data.workslipFields).toEqual(FIELDS);
    expect(existsSync(join(directory.folder, 'journal.jsonl'))).toBe(true);
  });
});
