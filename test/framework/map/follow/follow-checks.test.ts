import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createScriptedShell } from '../../../../src/agent/scripted/scripted-shell.ts';
import { createMemoryFileSystem } from '../../../../src/journal/memory-file-system.ts';
import { UNKNOWN_PROJECT, type ProjectInsight } from '../../../../src/model/project-insight.ts';
import { startRun } from '../../../../src/run/start/start-run.ts';
import { artifactSchema, compile, type Json } from '../../../helpers/artifact-schemas.ts';
import {
  SAMPLE_MAP,
  sampleHost,
  sampleProgram,
  textsBelow,
  type Answers,
} from '../../../helpers/map-sample.ts';

const GATES = 'workflows/parts/gates.json';
const PROJECT = { ...UNKNOWN_PROJECT, build: 'make', test: 'make test', lint: '' };

/** A map that checks until all is well, and has a word of its own on it. */
const MAP = {
  description: 'Checks',
  startTaskDefinition: 'Check',
  workslipFields: SAMPLE_MAP.workslipFields,
  artifacts: { map: { workflow: 'map-check', verification: "{'reviewed': true, 'tests': false}" } },
  taskDefinitions: {
    Check: {
      type: 'workflow',
      map: GATES,
      actions: {
        Again: { target: 'Check', when: "result.outcome == 'fail'", limit: { max: 2, then: 'Complete' } },
        Done: { target: 'Complete' },
      },
    },
    Complete: { type: 'end' },
  },
};

async function recipesOf(
  answers: Answers,
  { project = PROJECT, map = MAP }: { project?: ProjectInsight; map?: object } = {},
): Promise<unknown> {
  const fs = createMemoryFileSystem(['/project']);
  const templates = { [GATES]: readFileSync(GATES, 'utf8') };
  const options = { answers, map, templates };
  // The commands of all activations of the map, one after the other.
  const used = new Map<string, number>();
  const shell = createScriptedShell((task) => {
    const list = answers[task] ?? [];
    const at = used.get(task) ?? 0;
    used.set(task, at + 1);
    return { ...list[Math.min(at, list.length - 1)], ms: 25 };
  });
  const clock = { now: () => new Date(), sleep: () => Promise.resolve() };
  const { program, texts } = sampleProgram(options);
  await startRun(sampleHost(fs, { ...options, more: { clock, shell } }), {
    program,
    texts,
    mapPath: '/project/test.json',
    fields: { wish: 'Check it' },
    project,
    seed: 1,
    limits: {},
    wfmapVersion: '0.0.0',
    onDirectory: () => undefined,
  });
  const text = textsBelow(fs, '/project')['.map/main/verification_results_main.json']!;
  const json = JSON.parse(text) as { recipes: Record<string, unknown>[] } & Json;
  expect(compile(artifactSchema('verification-results')).check(json)).toEqual([]);
  return json;
}

const made = (id: string, status: string, summary: string): object => ({
  id,
  status,
  summary,
  duration_ms: 25,
});
const skipped = (id: string, reason: string): object => ({
  id,
  status: 'skipped',
  summary: `not run: ${reason}`,
  duration_ms: 0,
  skip_reason: reason,
});
const REVIEWED = { id: 'reviewed', status: 'pass', summary: 'reviewed: pass', duration_ms: 0 };

test('a check that was made stands with its command, exit code and time, before what the map says beside it', async () => {
  expect(await recipesOf({ Build: [{ exitCode: 0 }], Test: [{ exitCode: 0 }] })).toEqual({
    overall: 'unknown',
    recipes: [
      made('build', 'pass', 'make: exit code 0'),
      made('tests', 'pass', 'make test: exit code 0'),
      skipped('lint', 'the project names no command for it'),
      REVIEWED,
    ],
  });
});

test('the last execution of each check counts', async () => {
  const answers = {
    Build: [{ exitCode: 0 }],
    Test: [{ exitCode: 1 }, { exitCode: 0 }],
    Lint: [{ exitCode: 0 }],
  };
  expect(await recipesOf(answers, { project: { ...PROJECT, lint: 'make lint' } })).toEqual({
    overall: 'pass',
    recipes: [
      made('build', 'pass', 'make: exit code 0'),
      made('tests', 'pass', 'make test: exit code 0'),
      made('lint', 'pass', 'make lint: exit code 0'),
      REVIEWED,
    ],
  });
});

test('after a check that failed those behind it are skipped, whatever they came to before', async () => {
  const answers = { Build: [{ exitCode: 0 }, { exitCode: 2 }], Test: [{ exitCode: 1 }] };
  expect(await recipesOf(answers)).toEqual({
    overall: 'fail',
    recipes: [
      made('build', 'fail', 'make: exit code 2'),
      skipped('tests', '"build" failed'),
      skipped('lint', '"build" failed'),
      REVIEWED,
    ],
  });
});

test('where a project names no command at all, every check is skipped', async () => {
  expect(await recipesOf({}, { project: UNKNOWN_PROJECT })).toMatchObject({
    overall: 'unknown',
    recipes: [{ skip_reason: 'the project names no command for it' }, {}, { status: 'skipped' }, REVIEWED],
  });
});

test('a command that comes to no exit code is a check that failed; those behind it are not come to', async () => {
  expect(await recipesOf({ Build: [{ fail: 'permanent' }] })).toMatchObject({
    overall: 'fail',
    recipes: [
      { id: 'build', status: 'fail', summary: expect.stringMatching(/^make: \D/) as unknown },
      { id: 'tests', skip_reason: 'the run has not come to it' },
      { id: 'lint', status: 'skipped' },
      REVIEWED,
    ],
  });
});

test('a map that makes its checks itself is as one that is run for them', async () => {
  const gates = JSON.parse(readFileSync(GATES, 'utf8')) as typeof MAP;
  const { map: recipes } = gates.artifacts;
  const map = {
    ...gates,
    workslipFields: { ...gates.workslipFields, ...MAP.workslipFields },
    artifacts: { map: { ...recipes, workflow: 'map-check' } },
  };
  expect(await recipesOf({ Build: [{ exitCode: 0 }], Test: [{ exitCode: 3 }] }, { map })).toEqual({
    overall: 'fail',
    recipes: [
      made('build', 'pass', 'make: exit code 0'),
      made('tests', 'fail', 'make test: exit code 3'),
      skipped('lint', '"tests" failed'),
    ],
  });
});
