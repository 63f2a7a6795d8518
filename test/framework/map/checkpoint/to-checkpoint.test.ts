import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blueprintFaults } from '../../../../src/framework/map/functions/blueprint-faults.ts';
import {
  toCheckpoint,
  type CheckpointFile,
  type CheckpointKind,
} from '../../../../src/framework/map/checkpoint/to-checkpoint.ts';
import { memberOf } from '../../../../src/framework/map/follow/member.ts';
import type { Value } from '../../../../src/model/value.ts';

const PATHS: Readonly<Record<CheckpointKind, string>> = {
  progress: '.map/progress.md',
  step_state: '.map/main/step_state.json',
  blueprint: '.map/main/blueprint.json',
};

function fileOf(kind: CheckpointKind, content: Value): CheckpointFile {
  const json = JSON.stringify(content);
  return { kind, path: PATHS[kind], text: kind === 'progress' ? `---\n${json}\n---\n# Progress\n` : json };
}

function checkpointOf(files: Partial<Record<CheckpointKind, Value>>): Value {
  const kinds: readonly CheckpointKind[] = ['progress', 'step_state', 'blueprint'];
  const made = toCheckpoint(
    kinds.flatMap((kind) => (files[kind] === undefined ? [] : [fileOf(kind, files[kind])])),
  );
  if ('reason' in made) throw new Error(made.reason);
  return made.checkpoint;
}

const subtask = (id: Value, needs: readonly string[] = []): Value => ({
  id,
  title: `Title of ${JSON.stringify(id)}`,
  dependencies: needs,
  validation_criteria: ['VC1'],
});
const PLAN = { summary: 'Reset passwords', subtasks: [subtask('ST-001'), subtask('ST-002', ['ST-001'])] };
const STATE = {
  started_at: '2026-04-01T10:00:00Z',
  current_subtask_id: 'ST-002',
  current_step_phase: 'ACTOR',
  subtask_index: 1,
  subtask_sequence: ['ST-001', 'ST-002'],
  subtask_results: { 'ST-001': { status: 'valid' } },
};
const PROGRESS = {
  task_plan: 'Reset passwords',
  current_phase: 'implementation',
  updated_at: '2026-04-02T10:00:00Z',
  completed_subtasks: ['ST-001', 'ST-002'],
  subtasks: [
    { id: 'ST-001', description: 'Store tokens', status: 'completed' },
    { id: 'ST-002', description: 'Send the link', status: 'complete' },
    { id: 'ST-003', description: 'Tell the user', status: 'pending' },
  ],
};

describe('what a checkpoint comes to', () => {
  test('is what is done and what is left of the plan', () => {
    expect(checkpointOf({ step_state: STATE, blueprint: PLAN })).toMatchObject({
      files: [
        { kind: 'step_state', file: '.map/main/step_state.json', at: '2026-04-01T10:00:00Z', phase: 'ACTOR' },
      ],
      goal: 'Reset passwords',
      current: 'ST-002',
      done: ['ST-001'],
      left: ['ST-002'],
      faults: [],
      state: {
        subtasks: [
          { id: 'ST-001', status: 'complete' },
          { id: 'ST-002', status: 'pending' },
        ],
      },
    });
  });

  test('goes by the newest date that the files have themselves, and shows both', () => {
    const kindsOf = (files: Partial<Record<CheckpointKind, Value>>) => {
      const files_ = memberOf(checkpointOf(files), 'files');
      return Array.isArray(files_) ? files_.map((each: Value) => memberOf(each, 'kind')) : [];
    };
    expect(kindsOf({ progress: PROGRESS, step_state: STATE })).toEqual(['progress', 'step_state']);
    const newer = { ...STATE, updated_at: '2026-04-03T00:00:00+02:00' };
    expect(kindsOf({ progress: PROGRESS, step_state: newer, blueprint: PLAN })).toEqual([
      'step_state',
      'progress',
    ]);
    const undated = { ...PROGRESS, updated_at: 'soon' };
    expect(kindsOf({ progress: undated, step_state: STATE })).toEqual(['step_state', 'progress']);
    expect(kindsOf({ blueprint: { ...PLAN, updated_at: '2099-01-01' }, step_state: STATE })).toEqual([
      'step_state',
    ]);
    expect(kindsOf({ blueprint: PLAN })).toEqual(['blueprint']);
  });

  test('without a plan is made of what the checkpoint says of its subtasks', () => {
    expect(checkpointOf({ progress: PROGRESS })).toMatchObject({
      goal: 'Reset passwords',
      done: ['ST-001', 'ST-002'],
      left: ['ST-003'],
      faults: [],
      blueprint: { subtasks: [{ title: 'Store tokens', validation_criteria: ['Store tokens'] }, {}, {}] },
    });
  });

  test.each<readonly [string, Value, readonly string[]]>([
    [
      'results that are valid or changed nothing',
      {
        subtask_results: { 'ST-001': { status: 'no-op' }, 'ST-002': { status: 'deferred_nondeterministic' } },
      },
      ['ST-001'],
    ],
    [
      'what the sequence has passed, without results',
      { subtask_index: 1, subtask_sequence: ['ST-001', 'ST-002'] },
      ['ST-001'],
    ],
    [
      'all of it, where the workflow is complete',
      { workflow_status: 'WORKFLOW_COMPLETE', subtask_sequence: ['ST-001', 'ST-002'] },
      ['ST-001', 'ST-002'],
    ],
    ['nothing, where nothing is said', {}, []],
    [
      'nothing, of members of another kind',
      { subtask_results: [1], subtask_index: '2', subtask_sequence: 'x' },
      [],
    ],
  ])('done is %s', (_title, step_state, done) => {
    expect(memberOf(checkpointOf({ step_state, blueprint: PLAN }), 'done')).toEqual(done);
  });

  test('other ids become those of the framework, in the order of the plan, wherever they stand', () => {
    const plan = {
      blueprint: { subtasks: [subtask('auth_001'), subtask(2, ['auth_001']), subtask('ST-9')] },
    };
    const state = { subtask_results: { auth_001: { status: 'valid' } }, current_subtask_id: '2' };
    const made = checkpointOf({ step_state: state, blueprint: plan });
    expect(made).toMatchObject({
      current: 'ST-002',
      done: ['ST-001'],
      left: ['ST-002', 'ST-003'],
      faults: [],
    });
    expect(memberOf(memberOf(made, 'blueprint') ?? null, 'subtasks')).toMatchObject([
      { id: 'ST-001' },
      { dependencies: ['ST-001'] },
      {},
    ]);
  });

  test('is the same once its plan has been adopted', () => {
    const plan = { subtasks: [subtask('a'), subtask('b', ['a'])] };
    const progress = {
      ...PROGRESS,
      subtasks: [
        { id: 'a', description: 'A' },
        { id: 'b', description: 'B' },
      ],
      completed_subtasks: ['a'],
    };
    const before = checkpointOf({ progress, blueprint: plan });
    const after = checkpointOf({ progress, blueprint: memberOf(before, 'blueprint') ?? null });
    expect(after).toEqual(before);
  });

  test('has the faults of a plan that cannot be worked off', () => {
    const plan = { subtasks: [subtask('ST-001', ['ST-001'])] };
    expect(memberOf(checkpointOf({ step_state: STATE, blueprint: plan }), 'faults')).toEqual([
      'ST-001 depends on itself.',
    ]);
    expect(memberOf(checkpointOf({ step_state: STATE }), 'faults')).toEqual(['There are no subtasks.']);
  });
});

describe('the fourth layer', () => {
  const BAD = '\0\u0007\u001b[31m\r\f\u0085\u009b2J\u061c\u200e\u202e\u2066\u2028\u2029\ufeff';

  test('leaves out of every text, however it is escaped, what could fool a terminal', () => {
    const progress = {
      ...PROGRESS,
      task_plan: `Reset${BAD}\tnow\n`,
      subtasks: [{ id: 'ST-001', description: `Store${BAD}` }],
      completed_subtasks: [],
    };
    const plain = `---\ntask_plan: "a\\e[31m\\u202eb"\nsubtasks: [{id: ST-001, description: "x\\x07y"}]\n---\n`;
    const made = JSON.stringify([
      checkpointOf({ progress }),
      toCheckpoint([{ ...fileOf('progress', null), text: plain }]),
    ]);
    expect(made).not.toMatch(
      // oxlint-disable-next-line no-control-regex
      /\\u00|[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/,
    );
    expect(checkpointOf({ progress })).toMatchObject({ goal: 'Reset[31m2J\tnow\n' });
    expect(made).toContain('"goal":"a[31mb"');
  });

  const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
  test.each<readonly [string, CheckpointKind, string, RegExp]>([
    ['no front matter', 'progress', '# Progress\n', /no front matter/],
    ['front matter without an end', 'progress', '---\na: 1\n', /no front matter/],
    ['no YAML', 'progress', '---\na: "1\n---\n', /not YAML/],
    ['YAML that is a list', 'progress', '---\n- a\n---\n', /not YAML/],
    ['an alias', 'progress', '---\na: &a [x]\nb: *a\n---\n', /an alias/],
    [
      'a bomb of aliases',
      'progress',
      `---\na: &a [x, x]\n${'bcdefghijkl'.replaceAll(/./g, (n) => `${n}: &${n} [*${String.fromCodePoint(n.charCodeAt(0) - 1)}, *${String.fromCodePoint(n.charCodeAt(0) - 1)}]\n`)}---\n`,
      /an alias/,
    ],
    ['deep YAML', 'progress', `---\na: ${deep('[', ']')}\n---\n`, /nested too deep|not YAML/],
    ['a merge of keys', 'progress', '---\na: &a {x: 1}\nb:\n  <<: *a\n---\n', /an alias/],
    ['no JSON', 'step_state', '{', /not JSON/],
    ['deep JSON', 'step_state', deep('[', ']'), /nested too deep|not JSON/],
    [
      'JSON that is nested in a plan',
      'blueprint',
      `{"subtasks": [{"contracts": ${deep('[', ']')}}]}`,
      /nested too deep|not JSON/,
    ],
  ])('refuses %s', (_title, kind, text, reason) => {
    expect(toCheckpoint([{ kind, path: PATHS[kind], text }])).toMatchObject({
      file: PATHS[kind],
      reason: expect.stringMatching(reason),
    });
  });

  test('takes any text, and gives a checkpoint whose subtasks are those of its plan', () => {
    const kind = fc.constantFrom<CheckpointKind>('progress', 'step_state', 'blueprint');
    const file = fc.oneof(
      fc.record({ kind, text: fc.string() }).map((each) => ({ ...each, path: 'x' })),
      fc.tuple(kind, fc.json()).map(([of, text]) => ({
        kind: of,
        path: 'x',
        text: `---\n${text}\n---\n`.slice(of === 'progress' ? 0 : 4, of === 'progress' ? undefined : -5),
      })),
    );
    fc.assert(
      fc.property(fc.array(file, { maxLength: 3 }), (files) => {
        const made = toCheckpoint(files);
        if ('reason' in made || made.checkpoint === null) return;
        const subtasks = memberOf(memberOf(made.checkpoint, 'blueprint') ?? null, 'subtasks') ?? null;
        expect(memberOf(made.checkpoint, 'faults')).toEqual(blueprintFaults(subtasks, 20));
      }),
    );
  });

  test('keeps names that all objects have for what they are', () => {
    const text =
      '{"__proto__": {"subtasks": [{"id": "ST-001"}]}, "constructor": 1, "subtask_results": {"__proto__": {"status": "valid"}}}';
    expect(toCheckpoint([{ kind: 'step_state', path: 'x', text }])).toMatchObject({
      checkpoint: { done: [], left: [] },
    });
    expect(({} as Record<string, unknown>)['subtasks']).toBeUndefined();
  });
});
