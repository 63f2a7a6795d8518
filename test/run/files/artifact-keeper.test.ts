import { describe, expect, test } from 'vitest';
import { createMemoryFileSystem } from '../../../src/journal/memory-file-system.ts';
import { findRuns } from '../../../src/journal/find-runs.ts';
import type { FileSystem } from '../../../src/journal/file-system.ts';
import {
  GOOD_ANSWERS,
  playSample,
  resumeSample,
  SAMPLE_MAP,
  sampleHost,
  textsBelow,
} from '../../helpers/map-sample.ts';
import { createCrashingFileSystem, PowerCut } from '../../journal/crashing-file-system.ts';

const ROOT = '/project';

/** What stands in the project beside the runs, with what differs between two runs of the same course taken out. */
function artifactsIn(fs: FileSystem): Readonly<Record<string, string>> {
  const texts = Object.entries(textsBelow(fs, ROOT)).filter(([path]) => !path.startsWith('.wfmap'));
  return Object.fromEntries(
    texts.map(([path, text]) => [
      path,
      path.endsWith('.jsonl') ? turnsIn(text) : text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then'),
    ]),
  );
}

/** A turn that was cut off is taken again: which agents answered for what is the same. */
function turnsIn(text: string): string {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string | null>);
  const seqs = lines.map((line) => `${line['run']}:${line['seq']}`);
  expect(new Set(seqs).size).toBe(seqs.length);
  const answered = lines.filter((line) => line['outcome'] !== 'interrupted');
  return answered.map((line) => `${line['task'] ?? line['event']}/${line['subtask_id'] ?? ''}`).join(' ');
}

describe('a run that is killed between any two changes of the disk', () => {
  test('leaves every artifact whole, and once gone on with the same artifacts as one that was not', async () => {
    const undisturbed = createCrashingFileSystem();
    await playSample(undisturbed);
    const expected = artifactsIn(undisturbed);
    const operations = undisturbed.operations();
    for (let at = 1; at < operations; at += STRIDE) {
      const cut = createCrashingFileSystem();
      cut.cutAt(at);
      await expect(playSample(cut)).rejects.toThrow(PowerCut);
      const fs = cut.revive();
      for (const [path, text] of Object.entries(textsBelow(fs, ROOT))) {
        if (path.startsWith('.map/') && path.endsWith('.json'))
          expect(() => JSON.parse(text) as unknown).not.toThrow();
      }
      const [run] = findRuns(fs, ROOT);
      if (run?.started === undefined) continue;
      await resumeSample(fs, run).catch((thrown: unknown) => {
        // Killed after its end, it only has its files mended.
        expect(thrown).toMatchObject({ code: 'run-is-finished' });
      });
      expect([at, artifactsIn(fs)]).toEqual([at, expected]);
    }
  });
});

/** Every moment is looked at in `npm run test:kills`. */
const STRIDE = process.env['WFMAP_ALL_MOMENTS'] === undefined ? 7 : 1;

test('a run on a disk that refuses every artifact ends as any other, and tells of it', async () => {
  const inner = createMemoryFileSystem([ROOT]);
  const refuse = (path: string): void => {
    if (!path.includes('/.map')) return;
    throw Object.assign(new Error(`EACCES: ${path}`), { code: 'EACCES' });
  };
  const fs: FileSystem = {
    ...inner,
    makeFolder: (path) => {
      refuse(path);
      inner.makeFolder(path);
    },
  };
  const reported: string[] = [];
  const artifacts = { realPath: (path: string) => path, say: (line: string) => reported.push(line) };
  const { state } = await playSample(fs, { more: { artifacts } });
  expect(state.finished).toMatchObject({ outcome: 'Complete' });
  expect(reported.join('\n')).toContain('could not write ".map/main/step_state.json": EACCES');
});

test('what lies on the branch before and cannot be read is told of, and the run goes on', async () => {
  const inner = createMemoryFileSystem([ROOT]);
  inner.makeFolder(`${ROOT}/.map`);
  inner.makeFolder(`${ROOT}/.map/main`);
  const fs: FileSystem = {
    ...inner,
    list: (path) => {
      if (path !== `${ROOT}/.map/main`) return inner.list(path);
      throw Object.assign(new Error(`EACCES: ${path}`), { code: 'EACCES' });
    },
  };
  const reported: string[] = [];
  const artifacts = { realPath: (path: string) => path, say: (line: string) => reported.push(line) };
  const git = {
    head: null,
    branch: 'main',
    dirty: false,
    stash: null,
    created: 'new',
    worktree: null,
    changed: [],
    changedCount: 0,
  };
  const { state } = await playSample(fs, { more: { artifacts, git, branch: 'new' } });
  expect(state.finished).toMatchObject({ outcome: 'Complete' });
  expect(reported).toEqual([
    'Artifacts: could not read those of the branch before: EACCES: /project/.map/main',
    'Artifacts: .map/new',
  ]);
});

test('a simulation writes below its own folder alone', async () => {
  const fs = createMemoryFileSystem([ROOT]);
  const reported: string[] = [];
  const { agent } = sampleHost(fs);
  const more = {
    agent: { ...agent, kind: 'scripted' as const },
    artifacts: { realPath: (path: string) => path, say: (line: string) => reported.push(line) },
  };
  await playSample(fs, { more });
  expect(artifactsIn(fs)).toEqual({});
  const kept = Object.keys(textsBelow(fs, `${ROOT}/.wfmap/runs/test/slip-001/artifacts`));
  expect(kept).toContain('.map/main/step_state.json');
  expect(kept).toContain('.claude/metrics/agent_metrics.jsonl');
  expect(reported).toEqual(['Artifacts of the simulation: .wfmap/runs/test/slip-001/artifacts/.map/main']);
});

test('a map that names no workflow writes nothing', async () => {
  const fs = createMemoryFileSystem([ROOT]);
  const { workflow: _workflow, ...map } = SAMPLE_MAP.artifacts.map;
  await playSample(fs, { map: { ...SAMPLE_MAP, artifacts: { map } } });
  expect(artifactsIn(fs)).toEqual({});
});

/** A map that works on one subtask, with steps of its own. */
const INNER = JSON.stringify({
  description: 'One subtask',
  startTaskDefinition: 'Act',
  workslipFields: { subtask: { type: 'object', description: 'What to do', required: true } },
  artifacts: { map: { steps: { Act: '2.3', Monitor: '2.4' } } },
  taskDefinitions: {
    Act: { type: 'claude', prompt: 'Do it.', actions: { Done: { target: 'Monitor' } } },
    Monitor: {
      type: 'claude',
      prompt: 'Look at it.',
      output: { schema: { type: 'object' } },
      actions: {
        Pass: { target: 'Complete', when: 'result.valid == true' },
        Again: { target: 'Act', limit: { max: 3, then: 'Blocked' } },
      },
    },
    Complete: { type: 'end', result: "{'summary': 'Inside', 'files': ['b.ts']}" },
    Blocked: { type: 'end', failed: true },
  },
});
const runInner = {
  type: 'workflow',
  map: 'maps/inner.json',
  as: 'came',
  actions: { Done: { target: 'Complete' } },
};
const ANSWERS = {
  ...GOOD_ANSWERS,
  'map/Act': [{ action: 'Done' }],
  'map/Monitor': GOOD_ANSWERS['ST-001/Monitor']!,
};

async function stepStateOf(map: object): Promise<unknown> {
  const fs = createMemoryFileSystem([ROOT]);
  await playSample(fs, { map, answers: ANSWERS, templates: { 'maps/inner.json': INNER } });
  return JSON.parse(artifactsIn(fs)['.map/main/step_state.json']!) as unknown;
}

const EXPECTED = {
  completed_steps: expect.arrayContaining(['2.3_ACTOR', '2.4_MONITOR']) as unknown,
  subtask_retry_counts: { 'ST-001': 1 },
  subtask_results: { 'ST-001': { status: 'valid', summary: 'Inside', files_changed: ['b.ts'] } },
};

test('steps of a map that is run for each item are those of the subtask', async () => {
  const { taskDefinitions } = SAMPLE_MAP;
  const body = {
    startTaskDefinition: 'Run',
    taskDefinitions: {
      Run: { ...runInner, with: { subtask: 'subtask' } },
      Complete: { type: 'end', result: 'came.result' },
    },
  };
  const { map } = SAMPLE_MAP.artifacts;
  const Build = { ...taskDefinitions.Build, body, actions: { Built: { target: 'Gate' } } };
  const steps = { Decompose: '1.0', 'Review Plan': '1.55' };
  const sample = {
    ...SAMPLE_MAP,
    artifacts: { map: { ...map, steps } },
    taskDefinitions: { ...taskDefinitions, Build },
  };
  expect(await stepStateOf(sample)).toMatchObject({
    ...EXPECTED,
    subtask_retry_counts: { 'ST-001': 1, 'ST-002': 1 },
  });
});

test('a map that is run with a subtask works on that one', async () => {
  const subtask = "{'id': 'ST-001', 'title': 'Alone'}";
  const map = {
    description: 'One of them',
    startTaskDefinition: 'Run',
    workslipFields: SAMPLE_MAP.workslipFields,
    artifacts: { map: { workflow: 'map-task' } },
    taskDefinitions: { Run: { ...runInner, with: { subtask } }, Complete: { type: 'end' } },
  };
  expect(await stepStateOf(map)).toMatchObject({
    ...EXPECTED,
    workflow: 'map-task',
    subtask_sequence: ['ST-001'],
  });
});

test('a run of quick steps writes its artifacts in at most a twentieth of the time', async () => {
  const fs = createMemoryFileSystem([ROOT]);
  let nowMs = Date.UTC(2026, 0, 1);
  let writes = 0;
  const slow: FileSystem = {
    ...fs,
    rename: (from, to) => {
      fs.rename(from, to);
      if (!to.includes('/.map/')) return;
      writes += 1;
      nowMs += 10;
    },
  };
  const clock = { now: () => new Date((nowMs += 1)), sleep: () => Promise.resolve() };
  const began = nowMs;
  await playSample(slow, { more: { clock } });
  // The first and the last time all is written, whatever that takes.
  expect(writes * 10).toBeLessThanOrEqual(2 * 15 * 10 + (nowMs - began) / 20);
});

/** A map that reads what lies there, and then looks at it. */
const LOOKS = {
  description: 'Looks at the work',
  startTaskDefinition: 'Gate',
  workslipFields: SAMPLE_MAP.workslipFields,
  artifacts: { map: { workflow: 'map-check', review: 'seen.verdict' } },
  taskDefinitions: {
    Gate: { type: 'shell', command: ['true'], actions: { Done: { target: 'Verify', when: 'true' } } },
    Verify: { ...SAMPLE_MAP.taskDefinitions.Verify, as: 'seen' },
    Complete: { type: 'end' },
  },
};

test('a run without a plan leaves that of an earlier one, and its stages stand', async () => {
  const fs = createMemoryFileSystem([ROOT]);
  await playSample(fs);
  const before = artifactsIn(fs);
  await playSample(fs, { map: LOOKS });
  const after = artifactsIn(fs);
  for (const name of ['main/state_main.json', 'main/step_state.json', 'main/blueprint.json', 'progress.md']) {
    expect([name, after[`.map/${name}`]]).toEqual([name, before[`.map/${name}`]]);
  }
  const { stages } = JSON.parse(after['.map/main/artifact_manifest.json']!) as {
    stages: Record<string, { status: string }>;
  };
  expect([stages['plan']?.status, stages['review']?.status]).toEqual(['ready', 'PASS']);
});

test('subtasks that a run does not work on stay as an earlier one left them, where the map has read that', async () => {
  const fs = createMemoryFileSystem([ROOT]);
  const before =
    "{'subtasks': [{'id': 'ST-001', 'status': 'complete'}, {'id': 'ST-002', 'status': 'blocked'}]}";
  const { map } = SAMPLE_MAP.artifacts;
  const one = {
    ...SAMPLE_MAP.taskDefinitions.Build,
    items: "plan.subtasks.filter(each, each.id == 'ST-002')",
  };
  const { after: _after, ...Build } = one;
  await playSample(fs, {
    map: {
      ...SAMPLE_MAP,
      artifacts: { map: { ...map, earlier: before } },
      taskDefinitions: { ...SAMPLE_MAP.taskDefinitions, Build },
    },
  });
  const { subtasks } = JSON.parse(artifactsIn(fs)['.map/main/state_main.json']!) as {
    subtasks: { status: string }[];
  };
  expect(subtasks.map(({ status }) => status)).toEqual(['complete', 'complete']);
});
