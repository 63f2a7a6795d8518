import { describe, expect, test } from 'vitest';
import { createMemoryFileSystem } from '../../../../src/journal/memory-file-system.ts';
import {
  GOOD_ANSWERS,
  playSample,
  SAMPLE_MAP,
  SAMPLE_PLAN,
  textsBelow,
} from '../../../helpers/map-sample.ts';
import { artifactOf, artifactsOf } from './ends.ts';

const state = (end: string) => artifactOf(end, 'state_main.json');
const steps = (end: string) => artifactOf(end, 'step_state.json');

describe('step_state.json', () => {
  test('of a finished run has every step done, what each subtask came to, and no subtask under way', async () => {
    expect(await steps('complete')).toMatchObject({
      workflow: 'map-efficient',
      workflow_status: 'WORKFLOW_COMPLETE',
      current_subtask_id: null,
      current_step_id: null,
      subtask_sequence: ['ST-001', 'ST-002'],
      completed_steps: ['1.0_DECOMPOSE', '1.55_REVIEW_PLAN', '2.2_RESEARCH', '2.3_ACTOR', '2.4_MONITOR'],
      pending_steps: [],
      skipped_steps: ['2.25', '2.26'],
      plan_approved: true,
      tdd_mode: false,
      execution_waves: [['ST-001'], ['ST-002']],
      current_wave_index: 1,
      subtask_retry_counts: { 'ST-001': 1, 'ST-002': 0 },
      subtask_files_changed: { 'ST-001': ['ST-001.ts'], 'ST-002': ['ST-002.ts'] },
      last_subtask_commit_sha: 'c0ffee',
      subtask_results: { 'ST-002': { status: 'valid', summary: 'It is done', commit_sha: 'c0ffee' } },
    });
  });

  test('of a run that failed names the subtask and the step where it stands, with what is left', async () => {
    expect(await steps('paused by a failure')).toMatchObject({
      workflow_status: 'IN_PROGRESS',
      current_subtask_id: 'ST-001',
      subtask_index: 0,
      current_step_id: '2.3',
      current_step_phase: 'ACTOR',
      completed_steps: ['1.0_DECOMPOSE', '1.55_REVIEW_PLAN', '2.2_RESEARCH'],
      pending_steps: ['2.3', '2.4'],
      subtask_phases: { 'ST-001': '2.3' },
    });
  });

  test('of a run that waits for the approval of its plan says that there is none yet', async () => {
    expect(await steps('waiting for a person')).toMatchObject({
      current_step_id: '1.55',
      plan_approved: false,
      subtask_sequence: ['ST-001', 'ST-002'],
      pending_steps: ['1.55', '2.2', '2.25', '2.26', '2.3', '2.4'],
    });
  });

  test('of a run that stops with tests names the contracts', async () => {
    expect(await steps('contract ready')).toMatchObject({
      workflow_status: 'CONTRACT_READY',
      tdd_mode: true,
      contract_ready_subtasks: {
        'ST-001': { contract_path: 'test_contract_ST-001.md', handoff_path: 'test_handoff_ST-001.json' },
      },
    });
  });

  test('of a run that came to a failed end says so', async () => {
    expect(await steps('blocked by a gate')).toMatchObject({ workflow_status: 'FAILED', pending_steps: [] });
    expect(await steps('called off')).toMatchObject({ workflow_status: 'ABORTED' });
  });
});

describe('state_<branch>.json', () => {
  test.each([
    ['complete', 'complete', ['complete', 'complete']],
    ['blocked in a subtask', 'blocked', ['blocked', 'blocked']],
    ['blocked by a gate', 'blocked', ['complete', 'complete']],
    ['called off', "won't_do", ["won't_do", "won't_do"]],
    ['superseded', 'superseded', ['pending', 'pending']],
    ['contract ready', 'pending', ['pending', 'pending']],
    ['waiting for a person', 'pending', ['pending', 'pending']],
    ['paused by a failure', 'pending', ['in_progress', 'pending']],
    ['paused before the plan', 'pending', []],
  ])('of a run that is %s is %s', async (end, terminal, statuses) => {
    const { terminal_status, subtasks } = await state(end);
    const found = (subtasks as { status: string }[]).map(({ status }) => status);
    expect([terminal_status, found]).toEqual([terminal, statuses]);
  });

  test('has the reason of the person who ended the work early, and the subtask it had come to', async () => {
    const early = { by_user: true, reason: 'We do not need it', at_subtask_id: 'ST-001' };
    expect((await state('called off'))['ended_early']).toEqual(early);
  });

  test('has the last rejection where no person ended the work', async () => {
    const early = { by_user: false, reason: 'Blocked: still wrong', at_subtask_id: 'ST-001' };
    expect((await state('blocked in a subtask'))['ended_early']).toEqual(early);
  });

  test('has no early end while the run can go on, and none where all was done', async () => {
    expect((await state('waiting for a person'))['ended_early']).toBeNull();
    expect((await state('complete'))['ended_early']).toBeNull();
  });
});

describe('a subtask that an input names', () => {
  const { workslipFields, artifacts } = SAMPLE_MAP;
  const subtaskId = { type: 'string', description: 'The subtask', required: true };
  const { subtasks: _lists, ...others } = artifacts.map;

  test.each([
    ['once its item is, where the map lists subtasks', artifacts.map, []],
    ['from the start, where it lists none', others, [{ id: 'ST-002', status: 'in_progress' }]],
  ])('is under way %s', async (_when, map, subtasks) => {
    const fs = createMemoryFileSystem(['/project']);
    await playSample(fs, {
      map: { ...SAMPLE_MAP, workslipFields: { ...workslipFields, subtaskId }, artifacts: { map } },
      fields: { subtaskId: 'ST-002' },
      answers: { ...GOOD_ANSWERS, Decompose: [{ fail: 'permanent' }] },
    });
    const text = textsBelow(fs, '/project')['.map/main/state_main.json']!;
    expect(JSON.parse(text)).toMatchObject({ subtasks });
  });
});

describe('.map/progress.md', () => {
  const progressOf = async (end: string) => (await artifactsOf(end))['.map/progress.md']!;

  test('recites the plan with the subtask under way, its iteration and the last error', async () => {
    const answers = {
      ...GOOD_ANSWERS,
      'ST-001/Act': [{ output: {}, action: 'Done' }, { fail: 'permanent' as const }],
    };
    const fs = createMemoryFileSystem(['/project']);
    await playSample(fs, { answers });
    const text = textsBelow(fs, '/project')['.map/progress.md'];
    expect(text).toContain('Goal: Sort the list\n');
    expect(text).toMatch(
      /- \[ \] 1\/2: ST-001 Compare two entries \(CURRENT, Iteration 2\)\n {2}- Last error: .+/,
    );
    expect(text).toContain('- [ ] 2/2: ST-002 Sort the list\n');
  });

  test.each([
    ['complete', 'complete'],
    ['blocked by a gate', 'failed'],
    ['paused by a failure', 'implementation'],
    ['waiting for a person', 'decomposition'],
  ])('of a run that is %s is in the phase %s', async (end, phase) => {
    expect(await progressOf(end)).toContain(`\ncurrent_phase: "${phase}"\n`);
  });

  test('holds whatever a title says on its line', async () => {
    const title = 'a\n---\n# b: [x] "c"';
    const plan = { ...SAMPLE_PLAN, subtasks: [{ id: 'ST-001', title, dependencies: [] }] };
    const fs = createMemoryFileSystem(['/project']);
    await playSample(fs, { answers: { ...GOOD_ANSWERS, Decompose: [{ output: plan, action: 'Done' }] } });
    const text = textsBelow(fs, '/project')['.map/progress.md']!;
    expect(text.match(/^---$/gm)).toHaveLength(2);
    expect(text).toContain('- [x] 1/1: ST-001 a --- # b: [x] "c"\n');
  });
});

describe('artifact_manifest.json', () => {
  const statusesOf = async (end: string) => {
    const { stages } = await artifactOf(end, 'artifact_manifest.json');
    return Object.entries(stages as Record<string, { status: string }>).map(([, { status }]) => status);
  };

  test.each([
    ['complete', 'recorded ready ready not_started complete PASS pass ready'],
    ['contract ready', 'recorded ready ready contract_ready in_progress not_started not_started not_started'],
    [
      'waiting for a person',
      'recorded ready partial not_started not_started not_started not_started not_started',
    ],
    ['blocked in a subtask', 'recorded ready ready not_started blocked not_started not_started ready'],
    [
      'paused before the plan',
      'not_started not_started missing not_started not_started not_started not_started not_started',
    ],
  ])('of a run that is %s has these stages', async (end, statuses) => {
    expect((await statusesOf(end)).join(' ')).toBe(statuses);
  });

  test('of a run that built its part of a plan, of which more is open, says that work is in progress', async () => {
    const { taskDefinitions } = SAMPLE_MAP;
    const Build = { ...taskDefinitions.Build, items: 'plan.subtasks.filter(each, each.id == "ST-001")' };
    const map = { ...SAMPLE_MAP, taskDefinitions: { ...taskDefinitions, Build } };
    const text = (await artifactsOf('complete', { map }))['.map/main/artifact_manifest.json'] ?? '';
    expect(JSON.parse(text)).toMatchObject({
      stages: { implementation: { status: 'in_progress', metadata: { complete: 1, subtasks: 2 } } },
    });
  });
});

test('a plan says each status, and what can be worked on together', async () => {
  const text = (await artifactsOf('complete'))['.map/main/task_plan_main.md']!;
  expect(text).toContain('### ST-001: Compare two entries\n\n- **Status:** complete\n');
  expect(text).toContain('## Execution Order\n\n1. ST-001\n2. ST-002\n');
});

test('a contract names the command that fails and the files of its tests', async () => {
  expect(await artifactOf('contract ready', 'test_handoff_ST-001.json')).toMatchObject({
    status: 'contract_ready',
    failing_test_command: 'npm test',
    test_files: ['a.test.ts'],
  });
  const texts = await artifactsOf('contract ready');
  expect(texts['.map/main/test_contract_ST-001.md']).toContain('## Test Files\n\n- a.test.ts\n');
  expect(Object.keys(await artifactsOf('complete')).join(' ')).not.toContain('test_contract');
});

test('files of the map are written by its paths, each value in them a single part', async () => {
  const texts = await artifactsOf('complete');
  expect(texts['.map/main/spec_main.md']).toBe('# Spec\n');
  expect(texts['.map/main/research/Sort-the-list.json']).toContain('"assumptions": []');
});

test('the metrics have a line for each turn of an agent and for what is handed on, in order', async () => {
  const text = (await artifactsOf('complete'))['.claude/metrics/agent_metrics.jsonl']!;
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string | null>);
  const turns = lines.slice(0, -1).map((line) => `${line['agent'] ?? '-'}:${line['step_id'] ?? '-'}`);
  expect(turns.join(' ')).toBe(
    '-:1.0 -:2.2 actor:2.3 monitor:2.4 actor:2.3 monitor:2.4 evaluator:- -:2.2 actor:2.3 monitor:2.4 evaluator:- -:-',
  );
  expect(lines.at(-1)).toMatchObject({ event: 'learning_handoff_generated', workflow: 'map-efficient' });
});

test('the metrics say how many subtasks passed at the first try, in how many attempts, and their score', async () => {
  const text = (await artifactsOf('complete'))['.claude/metrics/agent_metrics.jsonl']!;
  expect(JSON.parse(text.trimEnd().split('\n').at(-1)!)).toMatchObject({
    quality: { subtasks: 2, complete: 2, approved_at_first_try: 1, iterations: 3, mean_score: 8.5 },
  });
});

test('the log of a run has what actor, monitor and evaluator said last of each subtask', async () => {
  const texts = await artifactsOf('complete');
  const log = JSON.parse(texts['.map/workflow_logs/test-slip-001.json']!) as { subtasks: unknown[] };
  expect(log.subtasks[0]).toMatchObject({
    subtask_id: 1,
    status: 'completed',
    iterations: 2,
    agents: {
      actor: { output_summary: 'By hand' },
      monitor: { validation_passed: true },
      evaluator: { overall_score: 8.5, approved: true },
    },
  });
});
