import { beforeEach, expect, test } from 'vitest';
import { carriedArtifactsOf, carriedStage } from '../../../src/framework/map/carried-artifacts.ts';
import { createMemoryFileSystem } from '../../../src/journal/memory-file-system.ts';
import { writeWhole } from '../../../src/journal/write-whole.ts';

const ROOT = '/project';
let fs = createMemoryFileSystem([ROOT]);
beforeEach(() => {
  fs = createMemoryFileSystem([ROOT, `${ROOT}/.map`, `${ROOT}/.map/main`]);
});

function put(...names: readonly string[]): void {
  for (const name of names) writeWhole(fs, `${ROOT}/.map/main/${name}`, `of ${name}`, false);
}

const carry = (to: string): unknown =>
  carriedArtifactsOf(fs, ROOT, { from: 'main', to }).map(({ path, text }) => [path, text]);

test('what maps read is carried, with the branch in its name', () => {
  put('blueprint.json', 'state_main.json', 'spec_main.md', 'test_handoff_ST-001.json', 'learning-handoff.md');
  expect(carry('wfmap/task-1')).toEqual([
    ['.map/wfmap-task-1/blueprint.json', 'of blueprint.json'],
    ['.map/wfmap-task-1/learning-handoff.md', 'of learning-handoff.md'],
    ['.map/wfmap-task-1/spec_wfmap-task-1.md', 'of spec_main.md'],
    ['.map/wfmap-task-1/state_wfmap-task-1.json', 'of state_main.json'],
    ['.map/wfmap-task-1/test_handoff_ST-001.json', 'of test_handoff_ST-001.json'],
  ]);
});

test('what is of one run alone, kept beside, or nobody knows stays where it is', () => {
  put('step_state.json', 'artifact_manifest.json', 'verification_results_main.json', 'notes.md');
  put('blueprint.json.foreign-1', 'state_main.json.tmp');
  fs.makeFolder(`${ROOT}/.map/main/blueprint.json`);
  expect(carry('next')).toEqual([]);
});

test('nothing is carried to a branch that has a folder, nor from one that has none', () => {
  put('blueprint.json');
  expect(carry('main')).toEqual([]);
  expect(carriedArtifactsOf(fs, ROOT, { from: 'other', to: 'next' })).toEqual([]);
});

test('of the stages those of the plan go along, with the files that do', () => {
  const branches = { from: 'main', to: 'wfmap/task-1' };
  const stage = {
    status: 'ready',
    artifacts: [
      { path: 'spec_main.md', kind: 'spec' },
      { path: 'spec_review.md', kind: 'spec' },
      { path: 'notes_main.md', kind: 'spec' },
      'spec_main.md',
    ],
  };
  expect(carriedStage('spec', stage, branches)).toEqual({
    status: 'ready',
    artifacts: [
      { path: 'spec_wfmap-task-1.md', kind: 'spec' },
      { path: 'spec_review.md', kind: 'spec' },
    ],
  });
  expect(carriedStage('plan', { status: 'ready' }, branches)).toEqual({ status: 'ready', artifacts: [] });
  for (const name of ['implementation', 'review', 'verification', 'learn_handoff', 'unknown'])
    expect(carriedStage(name, stage, branches)).toBeUndefined();
  expect(carriedStage('spec', 'ready', branches)).toBeUndefined();
});
