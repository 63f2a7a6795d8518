import { STAGES, type Stage } from './stages.ts';
import type { Value } from '../../../model/value.ts';
import type { ArtifactText } from '../../../artifact/artifact-writer.ts';
import { blueprintJson } from './blueprint.ts';
import { closingReports } from './closing-reports.ts';
import { hasHandoff, learningHandoffJson, learningHandoffText, learningMetricsJson } from './learning.ts';
import type { MapFile } from './map-file.ts';
import { manifestJson, stagesOf } from './manifest.ts';
import { hasPlan, type ExtraFile, type MapView } from './map-view.ts';
import { progressText } from './progress.ts';
import { repoInsightJson } from './repo-insight.ts';
import { reviewTexts } from './review-files.ts';
import { codeReviewFiles, researchFiles } from './review-notes.ts';
import { stateJson } from './state-artifact.ts';
import { partOfName, stepStateJson } from './step-state.ts';
import { taskPlanText } from './task-plan.ts';
import { contractsReadyIn, testContractText, testHandoffJson } from './test-contract.ts';
import { verificationJson } from './verification-results.ts';
import { workflowLogJson } from './workflow-log.ts';

/** The files of a run, and how it found the stages of the work, by their names. */
export interface MapFiles {
  readonly files: readonly ArtifactText[];
  readonly stages: Readonly<Record<string, Value>>;
}

/** All files of a run as it stands, but for the metrics, which are added to. The manifest comes last. */
export function mapFilesOf(view: MapView): MapFiles {
  const folder = `.map/${view.branchKey}`;
  const listed = listedFilesOf(view);
  const stages = stagesOf(view, listed);
  const log = `.map/workflow_logs/${partOfName(view.name)}.json`;
  const files = [
    ...listed.map(({ path, text }) => ({ path: `${folder}/${path}`, text })),
    ...(hasPlan(view) ? [{ path: '.map/progress.md', text: progressText(view) }] : []),
    { path: log, text: jsonText(workflowLogJson(view)) },
    { path: `${folder}/artifact_manifest.json`, text: jsonText(manifestJson(view, stages)) },
  ];
  return { files, stages };
}

function listedFilesOf(view: MapView): readonly MapFile[] {
  const insight = fileOf(`repo_insight_${view.branchKey}.json`, 'repo_insight', {
    json: repoInsightJson(view),
  });
  const early = [
    ...stateFilesOf(view),
    ...planFilesOf(view),
    insight,
    ...verificationFilesOf(view),
    ...contractFilesOf(view),
    ...reviewFilesOf(view),
    ...learningFilesOf(view),
    ...researchFiles(view),
    ...codeReviewFiles(view),
  ];
  const own = [...early, ...closingReports(view, early)];
  const taken = new Set([...own.map(({ path }) => path), 'artifact_manifest.json']);
  return [...own, ...view.files.filter(({ path }) => !taken.has(path)).map(toListed)];
}

function stateFilesOf(view: MapView): readonly MapFile[] {
  if (!hasPlan(view)) return [];
  const stage = view.subtasks.length > 0 ? 'implementation' : undefined;
  return [
    fileOf('step_state.json', 'step_state', { stage, json: stepStateJson(view) }),
    fileOf(`state_${view.branchKey}.json`, 'state', { json: stateJson(view) }),
  ];
}

function planFilesOf(view: MapView): readonly MapFile[] {
  const { plan, branchKey } = view;
  if (plan === undefined) return [];
  const stage = 'plan';
  return [
    fileOf('blueprint.json', 'blueprint', { stage, json: blueprintJson(plan, view.goalText) }),
    fileOf(`task_plan_${branchKey}.md`, 'task_plan', { stage, text: taskPlanText(view) }),
  ];
}

function verificationFilesOf(view: MapView): readonly MapFile[] {
  const json = verificationJson(view);
  const name = `verification_results_${view.branchKey}.json`;
  return json === undefined ? [] : [fileOf(name, 'verification_results', { stage: 'verification', json })];
}

function contractFilesOf(view: MapView): readonly MapFile[] {
  return contractsReadyIn(view).flatMap((subtask) => {
    const part = partOfName(subtask.id);
    const stage = 'test_contract';
    return [
      fileOf(`test_contract_${part}.md`, 'test_contract', { stage, text: testContractText(view, subtask) }),
      fileOf(`test_handoff_${part}.json`, 'test_handoff', { stage, json: testHandoffJson(view, subtask) }),
    ];
  });
}

function reviewFilesOf(view: MapView): readonly MapFile[] {
  const texts = reviewTexts(view);
  const stage = 'review';
  return texts === undefined
    ? []
    : [
        fileOf('review.md', 'review', { stage, text: texts.markdown }),
        fileOf('review.sarif', 'review', { stage, text: texts.sarif }),
      ];
}

function learningFilesOf(view: MapView): readonly MapFile[] {
  if (!hasHandoff(view)) return [];
  const stage = 'learn_handoff';
  return [
    fileOf('learning-handoff.md', 'learning_handoff', { stage, text: learningHandoffText(view) }),
    fileOf('learning-handoff.json', 'learning_handoff', { stage, json: learningHandoffJson(view) }),
    fileOf('learning-metrics.json', 'learning_metrics', { stage, json: learningMetricsJson(view) }),
  ];
}

function fileOf(
  path: string,
  kind: string,
  {
    stage,
    ...content
  }: { readonly stage?: Stage | undefined } & ({ readonly json: Value } | { readonly text: string }),
): MapFile {
  const text = 'json' in content ? jsonText(content.json) : content.text;
  return { path, kind, stage, text, at: null };
}

/** A file of the map's own belongs to the stage that its kind names. */
function toListed({ path, text, kind, at }: ExtraFile): MapFile {
  return { path, text, kind, stage: STAGES.find((stage) => stage === kind), at };
}

export function jsonText(value: Value): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
