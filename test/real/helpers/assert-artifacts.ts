import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { artifactSchema, compile, describedIn } from '../../helpers/artifact-schemas.ts';
import type { Bench } from './bench.ts';

/** Those of every run. */
const ALWAYS = ['artifact_manifest.json', 'repo_insight_feat-x.json'];

/** Those of a plan. */
export const PLANNED = ['blueprint.json', 'state_feat-x.json', 'step_state.json', 'task_plan_feat-x.md'];

/** Those of a plan that was built and verified. */
export const BUILT = [...PLANNED, 'verification_results_feat-x.json'];
/** Those of a build that somebody verified as a whole. */
export const VERIFIED = [...BUILT, 'final_verification.json'];

/** Those of work that others can learn from. */
export const HANDED_ON = [
  'active-issues.json',
  'learning-handoff.json',
  'learning-handoff.md',
  'learning-metrics.json',
  'run_health_report.json',
];

/** Those that are there as the work came by them. */
const BESIDE = /\/(?:research(?:\/.*)?|(?:code-review-\d{3}|pr-draft|verification-summary)\.md)$/;

/**
 * The artifacts of the branch `feat/x` are those of this list, and each that has a schema fits it.
 *
 * Shape: `names` begin in the folder of the branch; what every run writes is not in them.
 */
export function assertArtifacts(bench: Bench, names: readonly string[]): void {
  const own = filesIn(bench, '.map/feat-x');
  const expected = [...ALWAYS, ...names].map((name) => `.map/feat-x/${name}`);
  assert.deepEqual(
    own.filter((path) => !BESIDE.test(path)),
    expected.toSorted(),
  );
  const logs = filesIn(bench, '.map/workflow_logs');
  assert.ok(logs.length > 0);
  const recited = names.includes('step_state.json') ? ['.map/progress.md'] : [];
  const files = own.filter((path) => /\.\w+$/.test(path));
  for (const path of [...files, ...logs, ...recited, '.claude/metrics/agent_metrics.jsonl']) {
    for (const [schema, value] of describedIn(path, bench.read(path))) {
      assert.deepEqual(compile(artifactSchema(schema)).check(value), [], `${path} fits its schema`);
    }
  }
}

function filesIn(bench: Bench, folder: string): readonly string[] {
  const names = readdirSync(join(bench.folder, folder), { recursive: true, encoding: 'utf8' });
  return names.map((name) => `${folder}/${name}`).toSorted();
}

/** An artifact of the branch `feat/x`, read as JSON. */
export function artifactOf(bench: Bench, name: string): Readonly<Record<string, unknown>> {
  return JSON.parse(bench.read(`.map/feat-x/${name}`)) as Readonly<Record<string, unknown>>;
}

/** How a stage stands by the manifest of the branch `feat/x`. */
export function stageOf(bench: Bench, name: string): string | undefined {
  const stages = artifactOf(bench, 'artifact_manifest.json')['stages'];
  return (stages as Readonly<Record<string, { readonly status: string }>>)[name]?.status;
}
