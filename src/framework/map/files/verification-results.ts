import type { Value } from '../../../model/value.ts';
import type { CheckRun } from '../follow/map-run.ts';
import type { MapView } from './map-view.ts';
import { booleanIn, lineOf, listOf, memberOf, numberIn, textIn, wordOf } from '../follow/member.ts';

export interface Recipe {
  readonly id: string;
  readonly status: 'pass' | 'fail' | 'skipped';
  readonly summary: string;
  readonly duration_ms: number;
  readonly skip_reason?: string;
}

/** The content of `verification_results_<branch>.json`; undefined until anything was checked. */
export function verificationJson(view: MapView): Value | undefined {
  const recipes = recipesOf(view);
  return recipes === undefined
    ? undefined
    : { overall: overallOf(recipes), recipes: recipes.map((each) => ({ ...each })) };
}

/** Any that fails fails all; all must pass to pass; one that was skipped leaves it open. */
export function overallOf(recipes: readonly Pick<Recipe, 'status'>[]): 'pass' | 'fail' | 'unknown' {
  if (recipes.some(({ status }) => status === 'fail')) return 'fail';
  return recipes.length > 0 && recipes.every(({ status }) => status === 'pass') ? 'pass' : 'unknown';
}

/** Units: checks. */
const MAX_RECIPES = 1000;

/** Checks that were made, in the order in which they are written, then what the map tells beside them. */
export function recipesOf(view: MapView): readonly Recipe[] | undefined {
  const { run, recipes } = view;
  const made = recipes.flatMap((id) => {
    const check = run.checks.get(id);
    return check === undefined ? [] : [checkOf(id, check)];
  });
  const reported = reportedIn(view);
  if (made.length === 0 && reported === undefined) return undefined;
  const beside = (reported ?? []).filter(({ id }) => !run.checks.has(id));
  return [...made, ...beside].slice(0, MAX_RECIPES);
}

function checkOf(id: string, { status, text, durationMs }: CheckRun): Recipe {
  const duration_ms = Math.max(0, Math.round(durationMs));
  const line = lineOf(text, 500);
  return status === 'skipped'
    ? { id, status, summary: `not run: ${line}`, duration_ms, skip_reason: line }
    : { id, status, summary: line, duration_ms };
}

function reportedIn({ verification, run }: MapView): readonly Recipe[] | undefined {
  const { value } = verification;
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) {
    return listOf(value)
      .slice(0, MAX_RECIPES)
      .map((each, index) => recipeOf(textIn(each, 'id', 'name') ?? `check_${index + 1}`, each));
  }
  if (typeof value !== 'object' || isOneResult(value)) return [recipeOf('final_verification', value)];
  const checks = Object.entries(value);
  // Nothing was checked yet.
  if (checks.every(([, each]) => each === null)) return undefined;
  return checks.slice(0, MAX_RECIPES).map(([id, each]) => recipeOf(id, each, run.bound.get(id)?.durationMs));
}

/** Whether an object says itself how a check ended. */
function isOneResult(value: Value): boolean {
  return ['passed', 'valid', 'exitCode', 'verdict', 'status'].some(
    (name) => memberOf(value, name) !== undefined,
  );
}

function recipeOf(id: string, value: Value, durationMs = 0): Recipe {
  const status = statusOf(value);
  const summary = lineOf(summaryOf(value) ?? `${id}: ${status}`, 500);
  const duration_ms = Math.max(0, Math.round(numberIn(value, 'duration_ms') ?? durationMs));
  const reason = textIn(value, 'skip_reason') ?? 'there is no result';
  return {
    id,
    status,
    summary,
    duration_ms,
    ...(status === 'skipped' ? { skip_reason: lineOf(reason, 500) } : {}),
  };
}

function statusOf(value: Value): Recipe['status'] {
  if (value === null || value === '') return 'skipped';
  if (typeof value === 'boolean') return value ? 'pass' : 'fail';
  const word = wordOf(
    typeof value === 'string' ? value : (textIn(value, 'status', 'verdict', 'outcome') ?? ''),
  );
  if (/^(?:skip|not_run|unknown|none)/.test(word)) return 'skipped';
  const said = booleanIn(value, 'passed') ?? booleanIn(value, 'valid');
  if (said !== undefined) return said ? 'pass' : 'fail';
  return isGood(numberIn(value, 'exitCode'), word) ? 'pass' : 'fail';
}

function isGood(exitCode: number | undefined, word: string): boolean {
  if (exitCode !== undefined) return exitCode === 0;
  return /^(?:pass|ok|success|done|proceed|green|complete|ready)/.test(word);
}

function summaryOf(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  const said = textIn(value, 'summary', 'reason', 'text');
  if (said !== undefined) return said;
  const exitCode = numberIn(value, 'exitCode');
  return exitCode === undefined ? undefined : `exit code ${exitCode}`;
}
