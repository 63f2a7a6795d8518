import type { SeqLine } from '../../../artifact/append-lines.ts';
import type { Value } from '../../../model/value.ts';
import type { AgentTurn, MapRun } from '../follow/map-run.ts';
import { numberIn } from '../follow/member.ts';
import type { MapView } from './map-view.ts';
import { hasHandoff, learningCounters } from './learning.ts';

/** From the work root. */
export const METRICS_FILE = '.claude/metrics/agent_metrics.jsonl';

type Measured = Pick<MapView, 'run' | 'branch' | 'workflow'>;

/**
 * What a run adds to the metrics of the project, in order: each turn of an agent, and what is handed on at the end.
 *
 * Shape: `run` and `seq` come first, so that a line that was cut off can be told from any other; each pair of them
 * stands once. Only what comes after `after` is given.
 */
export function metricLinesOf(view: Measured, after: number): readonly SeqLine[] {
  const { run } = view;
  const turns = run.turnsEnded
    .filter(({ seq }) => seq > after)
    .map((turn) => lineOf(view, turn.seq, turnOf(turn)));
  const last = Math.max(after, run.turnsEnded.at(-1)?.seq ?? 0);
  if (!hasHandoff(view) || run.end === undefined || run.end.seq <= last) return turns;
  const handoff = {
    event: 'learning_handoff_generated',
    category: 'learning',
    timestamp: run.end.at,
    counters: learningCounters(),
    quality: qualityOf(run),
  };
  return [...turns, lineOf(view, run.end.seq, handoff)];
}

/** How often the work had to be done. Shape: `mean_score` is that of the evaluator's last scores, null where there is none. */
function qualityOf({ subtasks }: MapRun): { readonly [key: string]: Value } {
  const begun = [...subtasks.values()].filter(({ startedAt }) => startedAt !== undefined);
  const complete = begun.filter(({ status }) => status === 'complete');
  const scores = begun.flatMap(({ agents }) => numberIn(agents.evaluator, 'overall_score') ?? []);
  const total = scores.reduce((sum, score) => sum + score, 0);
  return {
    subtasks: begun.length,
    complete: complete.length,
    approved_at_first_try: complete.filter(({ retries, reworks }) => retries + reworks === 0).length,
    iterations: begun.reduce((sum, { retries }) => sum + retries + 1, 0),
    mean_score: scores.length === 0 ? null : Math.round((total / scores.length) * 100) / 100,
  };
}

function lineOf(
  { run, branch, workflow }: Measured,
  seq: number,
  more: { readonly [key: string]: Value },
): SeqLine {
  return { seq, text: `${JSON.stringify({ run: run.run, seq, branch, workflow, ...more })}\n` };
}

function turnOf(turn: AgentTurn): { readonly [key: string]: Value } {
  return {
    event: 'agent_finished',
    category: 'agent',
    timestamp: turn.at,
    agent: turn.role ?? null,
    task: turn.task,
    step_id: turn.step ?? null,
    subtask_id: turn.subtask ?? null,
    outcome: turn.outcome,
    duration_ms: Math.round(turn.durationMs),
    cost_usd: turn.costUsd,
    tokens: turn.tokens,
  };
}
