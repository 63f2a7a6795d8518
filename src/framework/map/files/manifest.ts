import { STAGES, type Stage } from './stages.ts';
import type { Value } from '../../../model/value.ts';
import type { MapFile } from './map-file.ts';
import type { MapView, Reading } from './map-view.ts';
import { lineOf, textIn } from '../follow/member.ts';
import { hasHandoff } from './learning.ts';
import { contractsReadyIn } from './test-contract.ts';
import { terminalStatusOf } from './terminal-status.ts';
import { overallOf, recipesOf } from './verification-results.ts';

/** How a stage stands. Shape: `at` is when that last changed; null before it begins. */
interface StageState {
  readonly status: string;
  readonly at: string | null;
  readonly metadata?: { readonly [key: string]: Value };
}

const NOT_STARTED: StageState = { status: 'not_started', at: null };

/**
 * The content of `artifact_manifest.json`: the stages of the work on a branch, with the files of each. A stage that this
 * run has nothing to do with stands as an earlier one left it.
 */
export function manifestJson(view: MapView, stages: Readonly<Record<string, Value>>): Value {
  return {
    schema_version: '1.0',
    branch: view.branch,
    updated_at: view.run.updatedAt,
    stages: Object.fromEntries(STAGES.map((stage) => [stage, entryOf(view, stage, stages[stage] ?? null)])),
  };
}

/** How a run found the stages itself. */
export function stagesOf(view: MapView, files: readonly MapFile[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    STAGES.map((stage) => {
      const { status, at, metadata = {} } = stageOf(view, stage, files);
      const own = files.filter((each) => each.stage === stage);
      const artifacts = own.map(({ path, kind }) => ({ path, kind }));
      return [stage, { status, updated_at: at, artifacts, metadata }];
    }),
  );
}

function entryOf({ stagesBefore }: MapView, stage: Stage, own: Value): Value {
  return textIn(own, 'status') === NOT_STARTED.status ? (stagesBefore.get(stage) ?? own) : own;
}

function stageOf(view: MapView, stage: Stage, files: readonly MapFile[]): StageState {
  const found = STATES[stage](view, files);
  const said = view.stages.get(stage);
  if (typeof said?.value !== 'string' || said.value === '') return found;
  return { ...found, status: lineOf(said.value, 100), at: said.at ?? found.at ?? view.run.startedAt };
}

/** What the engine finds itself; a map's own word comes before it. */
const STATES: Readonly<Record<Stage, (view: MapView, files: readonly MapFile[]) => StageState>> = {
  workflow_fit: ({ run }, files) => ofFiles(files, run, 'workflow_fit', 'recorded'),
  spec: ({ run }, files) => ofFiles(files, run, 'spec', 'ready'),
  plan: planState,
  test_contract: (view) => {
    const ready = contractsReadyIn(view);
    if (ready.length === 0) return NOT_STARTED;
    const at = view.run.end?.at ?? null;
    return { status: 'contract_ready', at, metadata: { subtasks: ready.map(({ id }) => id) } };
  },
  implementation: implementationState,
  review: ({ review, run }) => readState(review, run.startedAt, wordIn(review)),
  verification: (view) => {
    const recipes = recipesOf(view);
    return recipes === undefined
      ? NOT_STARTED
      : {
          status: overallOf(recipes),
          at: checkedAt(view) ?? view.run.startedAt,
          metadata: { recipes: recipes.length },
        };
  },
  learn_handoff: (view) =>
    hasHandoff(view) ? { status: 'ready', at: view.run.end?.at ?? null } : NOT_STARTED,
};

/** When anything was last found out by a check. */
function checkedAt({ verification, run }: MapView): string | undefined {
  const times = [...run.checks.values()].map(({ at }) => at);
  return [...times, ...(verification.at === null ? [] : [verification.at])].toSorted().at(-1);
}

function ofFiles(
  files: readonly MapFile[],
  { startedAt }: MapView['run'],
  stage: Stage,
  status: string,
): StageState {
  const file = files.find((each) => each.stage === stage);
  return file === undefined ? NOT_STARTED : { status, at: file.at ?? startedAt };
}

/** Where a map has a review of its plan, the plan is ready once that has passed. */
function planState({ plan, blueprint, run, steps, subtasks }: MapView): StageState {
  if (plan === undefined)
    return run.plan.furthest === undefined ? NOT_STARTED : { status: 'missing', at: run.startedAt };
  const isReady = plan.subtasks.length > 0 && (run.isPlanApproved || !steps.includes('1.55'));
  const at = blueprint.at ?? run.startedAt;
  return { status: isReady ? 'ready' : 'partial', at, metadata: { subtasks: subtasks.length } };
}

function implementationState(view: MapView): StageState {
  const begun = view.subtasks.filter(({ startedAt }) => startedAt !== undefined);
  if (begun.length === 0) return NOT_STARTED;
  const isDone = view.subtasks.every(({ status }) => status === 'complete');
  // A run that built what it was to build has not stopped, though more of the plan is open.
  const isStopped = !isDone && !['pending', 'complete'].includes(terminalStatusOf(view));
  const times = begun.flatMap(({ startedAt, endedAt }) => endedAt ?? startedAt ?? []);
  const complete = view.subtasks.filter(({ status }) => status === 'complete').length;
  return {
    status: isDone ? 'complete' : isStopped ? 'blocked' : 'in_progress',
    at: times.toSorted().at(-1) ?? null,
    metadata: { complete, subtasks: view.subtasks.length },
  };
}

function readState({ value, at }: Reading, startedAt: string, status: string): StageState {
  return value === undefined || value === null || value === ''
    ? NOT_STARTED
    : { status, at: at ?? startedAt };
}

function wordIn({ value }: Reading): string {
  if (typeof value === 'string') return lineOf(value, 100);
  return lineOf(textIn(value, 'verdict', 'status', 'outcome', 'recommendation') ?? 'recorded', 100);
}
