import { placeText, worstFirst } from '../../../findings/finding.ts';
import { readFindings } from '../../../findings/read-findings.ts';
import type { Value } from '../../../model/value.ts';
import type { MapView } from './map-view.ts';
import { lineOf } from '../follow/member.ts';
import { LEARNING_COUNTERS } from '../functions/handoff-read.ts';
import { earlyEndOf, isContractReady, terminalStatusOf } from './terminal-status.ts';

/** Workflows that hand nothing on: one by design, the others because they are no work that could be learned from. */
const WITHOUT_HANDOFF: ReadonlySet<string> = new Set(['map-fast', 'map-plan', 'map-learn']);

/** Whether a run has come to the point at which it hands on what can be learned. */
export function hasHandoff({ run, workflow }: Pick<MapView, 'run' | 'workflow'>): boolean {
  return run.end !== undefined && !isContractReady(run) && !WITHOUT_HANDOFF.has(workflow);
}

/** The content of `learning-handoff.json`. */
export function learningHandoffJson(view: MapView): Value {
  return {
    workflow: view.workflow,
    task_title: titleOf(view),
    outcome: view.run.end?.outcome ?? '',
    next_action: nextActionOf(view),
    notes: notesOf(view),
    artifacts: {
      artifact_manifest: 'artifact_manifest.json',
      run_health_report: 'run_health_report.json',
      learning_metrics: 'learning-metrics.json',
      repeated_violation_summary: { finding_count: findingsOf(view).length, matched_count: 0, matches: [] },
    },
  };
}

/** The text of `learning-handoff.md`. */
export function learningHandoffText(view: MapView): string {
  const lines = [
    '# Learning Handoff',
    '',
    `- Workflow: ${lineOf(view.workflow)}`,
    `- Task: ${titleOf(view)}`,
    `- Outcome: ${lineOf(view.run.end?.outcome ?? '')}`,
    `- Next action: ${nextActionOf(view)}`,
    '',
    '## Notes',
    '',
    ...(notesOf(view).length === 0 ? ['-'] : notesOf(view).map((each) => `- ${each}`)),
  ];
  return `${lines.join('\n')}\n`;
}

/** Those of this run: what earlier ones came to is in their own journals. */
export function learningCounters(): { readonly [key: string]: number } {
  const ones = new Set<string>(['handoff_generated', 'pending_handoff']);
  return Object.fromEntries(LEARNING_COUNTERS.map((name) => [`${name}_count`, ones.has(name) ? 1 : 0]));
}

/** The content of `learning-metrics.json`. */
export function learningMetricsJson({ run, branch, workflow }: MapView): Value {
  const at = run.end?.at ?? run.updatedAt;
  return {
    schema_version: '1.0',
    branch,
    updated_at: at,
    counters: learningCounters(),
    current_handoff: {
      workflow,
      generated_at: at,
      consumed_at: null,
      consumption_mode: null,
      consumption_source: null,
      handoff_path: 'learning-handoff.md',
      handoff_json_path: 'learning-handoff.json',
    },
    events: [{ event: 'learning_handoff_generated', timestamp: at, workflow }],
  };
}

function titleOf({ goalText, workflow }: MapView): string {
  return lineOf(goalText, 200) || workflow;
}

function nextActionOf(view: MapView): string {
  return terminalStatusOf(view) === 'complete'
    ? 'Run map-learn, now or later.'
    : 'Look at what stopped the work, then run map-learn.';
}

/** What was sent back or stayed undone. */
function findingsOf({ subtasks }: MapView): readonly string[] {
  return subtasks
    .filter(({ retries, status }) => retries > 0 || status === 'blocked')
    .map(({ id, retries, status, lastError }) => {
      const error = lastError === undefined ? '' : `: ${lastError}`;
      return lineOf(`${id} ${status}, sent back ${retries} times${error}`, 500);
    });
}

function notesOf(view: MapView): readonly string[] {
  const early = earlyEndOf(view);
  return [
    ...(early === undefined ? [] : [lineOf(`Ended early: ${early.reason}`, 500)]),
    ...findingsOf(view),
    ...view.run.lessons,
    ...reviewNotesOf(view),
  ];
}

/** Units: findings. The rest is in `review.md`. */
const MAX_FINDINGS = 40;

/** What a review found, and what a person decided of it. */
function reviewNotesOf({ review }: MapView): readonly string[] {
  return worstFirst(readFindings(review.value ?? null))
    .slice(0, MAX_FINDINGS)
    .map(({ severity, place, what, why, foundBy, decision = '' }) => {
      const head = `Finding, ${[severity, placeText(place), foundBy, decision].filter((each) => each !== '').join(', ')}`;
      return lineOf(`${head}: ${what} ${why}`, 500);
    });
}
