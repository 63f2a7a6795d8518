import { createScriptedAgent, type Script } from '../../src/agent/scripted/scripted-agent.ts';
import { createScriptedAsker } from '../../src/agent/scripted/scripted-asker.ts';
import { createScriptedShell } from '../../src/agent/scripted/scripted-shell.ts';
import type { FileSystem } from '../../src/journal/file-system.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import type { RunState } from '../../src/run/state/run-state.ts';
import type { StartRequest } from '../../src/run/start/start-run.ts';
import type { RunDirectory } from '../../src/journal/run-directory.ts';
import { checkedProgram, type CheckedProgram } from './checked-program.ts';
import { resume, start, testHost, type TestHost } from './run-host.ts';

const ANYTHING = { type: 'object' };
const FIXED = { prompt: 'Go on.' };
const ask = (target: string, more: object = {}): object => ({
  type: 'claude',
  ...FIXED,
  output: { schema: ANYTHING },
  actions: { Done: { target } },
  ...more,
});

const SUBTASK = {
  startTaskDefinition: 'Research',
  taskDefinitions: {
    Research: ask('Pick'),
    Pick: {
      type: 'decide',
      actions: { 'Tests First': { target: 'Write Tests', when: 'tdd' }, Code: { target: 'Act' } },
    },
    'Write Tests': ask('Red'),
    Red: { type: 'shell', command: ['npm', 'test'], actions: { Red: { target: 'Contract Ready' } } },
    Act: ask('Monitor', { agent: 'actor' }),
    Monitor: ask('Complete', {
      agent: 'monitor',
      as: 'verdict',
      actions: {
        Pass: { target: 'Score', when: 'result.valid == true' },
        Again: { target: 'Act', limit: { max: 2, then: 'Blocked' } },
      },
    }),
    Score: ask('Complete', { agent: 'evaluator' }),
    'Contract Ready': { type: 'end' },
    Complete: {
      type: 'end',
      result: "{'summary': 'It is done', 'files': [subtask.id + '.ts'], 'commit': 'c0ffee'}",
    },
    Blocked: { type: 'end', failed: true },
  },
};

/** A map of the framework in small: a plan that a person approves, subtasks, checks, and all ends of a run. */
export const SAMPLE_MAP = {
  description: 'A map of the framework in small',
  startTaskDefinition: 'Decompose',
  workslipFields: {
    wish: { type: 'string', description: 'What to reach', required: true },
    tdd: { type: 'boolean', description: 'Tests first', required: false, default: false },
  },
  artifacts: {
    map: {
      workflow: 'map-efficient',
      goal: 'wish',
      blueprint: 'plan',
      verification: "{'build': build, 'verified': verified}",
      review: 'verified.verdict',
      subtasks: ['Build'],
      steps: {
        Decompose: '1.0',
        'Review Plan': '1.55',
        Research: '2.2',
        'Write Tests': '2.25',
        Red: '2.26',
        Act: '2.3',
        Monitor: '2.4',
      },
      stages: { workflow_fit: "has(plan) ? 'recorded' : ''" },
      files: [
        { path: 'spec_${run.branch}.md', content: 'plan.spec', kind: 'spec' },
        { path: 'research/${plan.summary}.json', content: 'plan.analysis' },
      ],
    },
  },
  taskDefinitions: {
    Decompose: ask('Review Plan', { as: 'plan' }),
    'Review Plan': {
      type: 'human',
      prompt: 'Is the plan right?',
      fields: { reason: { type: 'string', description: 'Why', required: false } },
      actions: {
        Approve: { target: 'Build' },
        Revise: { target: 'Decompose' },
        Abort: { target: 'Won’t Do' },
        Replace: { target: 'Superseded' },
      },
    },
    Build: {
      type: 'foreach',
      items: 'plan.subtasks',
      item: 'subtask',
      key: 'subtask.id',
      after: 'subtask.dependencies',
      concurrency: 1,
      carry: true,
      onItemFailure: 'continue',
      body: SUBTASK,
      actions: {
        Stuck: { target: 'Blocked', when: "items.exists(each, each.outcome == 'Blocked')" },
        Contract: { target: 'Contract Ready', when: 'tdd' },
        Built: { target: 'Gate' },
      },
    },
    Gate: {
      type: 'shell',
      command: ['npm', 'run', 'build'],
      idempotent: true,
      as: 'build',
      actions: { Green: { target: 'Verify', when: 'result.exitCode == 0' }, Red: { target: 'Blocked' } },
    },
    Verify: ask('Complete', { as: 'verified' }),
    'Contract Ready': { type: 'end' },
    Complete: { type: 'end' },
    Blocked: { type: 'end', failed: true },
    'Won’t Do': { type: 'end' },
    Superseded: { type: 'end' },
  },
};

/** Two subtasks, the second after the first. */
export const SAMPLE_PLAN = {
  summary: 'Sort: the list',
  spec: '# Spec\n',
  analysis: { assumptions: [], open_questions: [] },
  subtasks: [
    {
      id: 'ST-001',
      title: 'Compare two entries',
      description: 'A function that compares',
      dependencies: [],
      risk_level: 'high',
      risks: ['order of equals'],
      security_critical: false,
      complexity_score: 7,
      validation_criteria: ['VC1: equal entries keep their order'],
      aag_contract: 'compare -> order(a, b) -> number',
      affected_files: ['compare.ts'],
    },
    { id: 'ST-002', title: 'Sort the list', description: 'Use it', dependencies: ['ST-001'] },
  ],
};

export type Answers = Readonly<Record<string, readonly ReturnType<Script>[]>>;

/** A run that ends well; an answer is for a visit of a task, the last repeats; a place may say which item. */
export const GOOD_ANSWERS: Answers = {
  Decompose: [{ output: SAMPLE_PLAN, action: 'Done' }],
  'Review Plan': [{ action: 'Approve' }],
  Research: [{ output: { confidence: 0.9 }, action: 'Done' }],
  'Write Tests': [
    {
      output: {
        test_files: ['a.test.ts'],
        tests_run: ['npm test — fail'],
        covered_criteria: ['VC1'],
        notes: 'two',
      },
      action: 'Done',
    },
  ],
  Red: [{ exitCode: 1, stdout: 'expected 1' }],
  Act: [{ output: { approach: 'By hand', files_changed: ['a.ts'] }, action: 'Done' }],
  'ST-001/Monitor': [
    { output: { valid: false, feedback_for_actor: 'Missing\nimport', issues: [{ title: 'No import' }] } },
    { output: { valid: true, issues: [] } },
  ],
  Monitor: [{ output: { valid: true, issues: [] } }],
  Score: [{ output: { overall_score: 8.5, recommendation: 'proceed' }, action: 'Done' }],
  Gate: [{ exitCode: 0, stdout: 'built' }],
  Verify: [{ output: { passed: true, verdict: 'PASS', summary: 'All criteria hold' }, action: 'Done' }],
};

function scriptOf(answers: Answers): Script {
  return (task, visit, _turn, asked) => {
    const key = asked.address?.block.at(-1)?.key;
    const list = answers[`${key}/${task}`] ?? answers[task] ?? [];
    return list[Math.min(visit, list.length) - 1];
  };
}

export interface SampleRun {
  readonly state: RunState;
  readonly directory: RunDirectory;
  readonly host: TestHost;
}

export interface SampleOptions {
  readonly answers?: Answers;
  readonly fields?: StartRequest['fields'];
  readonly map?: object;
  readonly templates?: Readonly<Record<string, string>>;
  readonly more?: Partial<RunHost>;
}

let checked: CheckedProgram | undefined;

export function sampleProgram({ map = SAMPLE_MAP, templates = {} }: SampleOptions = {}): CheckedProgram {
  const roles = Object.fromEntries(
    ['actor', 'monitor', 'evaluator'].map((role) => [`prompts/agents/${role}.md`, `You are the ${role}.`]),
  );
  if (map !== SAMPLE_MAP) return checkedProgram(map, { ...roles, ...templates });
  checked ??= checkedProgram(map, roles);
  return checked;
}

/** A host on which the sample is played as if by an agent with a model, so that artifacts lie in the project. */
export function sampleHost(
  fs: FileSystem,
  { answers = GOOD_ANSWERS, more = {} }: SampleOptions = {},
): TestHost {
  const script = scriptOf(answers);
  const agent = { ...createScriptedAgent(script), kind: 'claude' as const };
  return testHost(fs, '/project', agent, {
    shell: createScriptedShell(script),
    asker: createScriptedAsker(script),
    artifacts: { realPath: (path) => path, say: () => undefined },
    ...more,
  });
}

export async function playSample(fs: FileSystem, options: SampleOptions = {}): Promise<SampleRun> {
  const host = sampleHost(fs, options);
  const { program, texts } = sampleProgram(options);
  const fields = { wish: 'Sort the list', ...options.fields };
  const { state, directory } = await start(host, program, { texts, fields });
  return { state, directory, host };
}

export async function resumeSample(
  fs: FileSystem,
  directory: RunDirectory,
  options: SampleOptions = {},
): Promise<SampleRun> {
  const host = sampleHost(fs, options);
  const state = await resume(host, sampleProgram(options).program, directory);
  return { state, directory, host };
}

/** The files below a folder by their path from there. */
export function textsBelow(fs: FileSystem, folder: string): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  const walk = (path: string): void => {
    for (const name of fs.list(`${folder}${path}`)) {
      const inner = `${path}/${name}`;
      if (fs.kindOf(`${folder}${inner}`) === 'folder') walk(inner);
      else texts[inner.slice(1)] = Buffer.from(fs.read(`${folder}${inner}`)).toString('utf8');
    }
  };
  walk('');
  return texts;
}
