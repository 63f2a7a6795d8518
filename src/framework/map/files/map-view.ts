import type { Stage } from './stages.ts';
import type { Value } from '../../../model/value.ts';
import { toBlueprint, type Blueprint } from './blueprint.ts';
import { createSubtask, type MapRun, type SubtaskRun, type SubtaskStatus } from '../follow/map-run.ts';
import { wavesOf } from './waves.ts';
import { listIn, listOf, memberOf, textIn, textsIn } from '../follow/member.ts';

/**
 * All that the artifacts of a run are made of: the run itself, and what the expressions of its map give now.
 *
 * Shape: `name` is that of the run, `branchKey` the branch as part of a path; `steps` are those that tasks of the map
 * and of the maps in it are, in order, `recipes` the checks that they make.
 */
export interface MapReadings {
  readonly run: MapRun;
  readonly name: string;
  readonly branch: string;
  readonly branchKey: string;
  readonly workflow: string;
  readonly maxRetries: number;
  readonly steps: readonly string[];
  readonly recipes: readonly string[];
  readonly goal: Reading;
  readonly blueprint: Reading;
  readonly verification: Reading;
  readonly review: Reading;
  /** `state_<branch>.json` of an earlier run. */
  readonly earlier: Reading;
  readonly stages: ReadonlyMap<Stage, Reading>;
  readonly files: readonly ExtraFile[];
  /** Stages as earlier runs on the branch found them, by name. */
  readonly stagesBefore: ReadonlyMap<string, Value>;
}

/** What an expression gives; undefined for nothing. `at` is when what it reads was last bound, null for never. */
export interface Reading {
  readonly value: Value | undefined;
  readonly at: string | null;
}

/** A file of the map's own. Shape: `path` begins in the folder of the branch. */
export interface ExtraFile {
  readonly path: string;
  readonly text: string;
  readonly kind: string;
  readonly at: string | null;
}

/** The readings with what all artifacts make of them alike. */
export interface MapView extends MapReadings {
  readonly goalText: string;
  /** Undefined until there is one. */
  readonly plan: Blueprint | undefined;
  /** Which subtasks of the plan can be worked on together. */
  readonly waves: readonly (readonly string[])[];
  /** In the order of the plan, then those that are in no plan. */
  readonly subtasks: readonly SubtaskRun[];
  /** The subtask under way, the first of several. */
  readonly current: SubtaskRun | undefined;
}

export function toMapView(readings: MapReadings): MapView {
  const { run, blueprint, goal } = readings;
  const items = [...run.subtasks.values()].filter(({ status }) => status !== 'superseded');
  const isPlanned = blueprint.value !== undefined && blueprint.value !== null;
  const source = isPlanned ? blueprint.value : itemsAsPlan(items.map(({ value }) => value));
  const plan = source === undefined ? undefined : toBlueprint(source, run.subtasks);
  const known = (plan?.subtasks ?? []).map(({ id }) => id);
  const ids = new Set([...known, ...items.map(({ id }) => id)]);
  const before = statusesIn(readings.earlier);
  const subtasks = [...ids].map((id) => run.subtasks.get(id) ?? unseen(id, before));
  const goalText = typeof goal.value === 'string' ? goal.value : (plan?.summary ?? '');
  const waves = wavesOf(plan?.subtasks ?? []);
  return { ...readings, goalText, plan, waves, subtasks, current: subtasks.find(isUnderWay) };
}

/** One that this run has not come to is as an earlier one left it. */
function unseen(id: string, before: ReadonlyMap<string, SubtaskStatus>): SubtaskRun {
  return { ...createSubtask(id, null), status: before.get(id) ?? 'pending' };
}

function statusesIn({ value }: Reading): ReadonlyMap<string, SubtaskStatus> {
  return new Map(
    listIn(value, 'subtasks').flatMap((each) => {
      const status = LASTING.find((known) => known === textIn(each, 'status'));
      return status === undefined ? [] : [[textIn(each, 'id') ?? '', status] as const];
    }),
  );
}

/** What no run is at work on. */
const LASTING = ['complete', 'blocked', "won't_do"] as const;

/**
 * Whether a run works on a plan. One that only looks at what lies there must not write over it, nor one that has not
 * read it yet.
 */
export function hasPlan({ plan, run, subtasks }: MapView): boolean {
  return (
    plan !== undefined || subtasks.length > 0 || run.plan.open.has('1.0') || run.plan.done.includes('1.0')
  );
}

function isUnderWay({ status }: SubtaskRun): boolean {
  return status === 'in_progress';
}

/** Where a map names no plan, its items are one, if they look like subtasks. */
function itemsAsPlan(values: readonly Value[]): Value | undefined {
  const subtasks = values.filter((value) => textIn(value, 'id') !== undefined);
  return subtasks.length === 0 ? undefined : subtasks;
}

/** The files that a subtask changed, as its result says; until it is complete, as its actor does. */
export function changedFilesOf({ result, agents, status }: SubtaskRun): readonly string[] {
  if (status === 'complete' && Array.isArray(memberOf(result, 'files')))
    return [...new Set(textsIn(result, 'files'))].slice(0, MAX_FILES);
  for (const value of [result, agents.actor?.result]) {
    for (const name of ['files', 'files_changed']) {
      const files = listOf(memberOf(value, name)).filter((each) => typeof each === 'string');
      if (files.length > 0) return [...new Set(files)].slice(0, MAX_FILES);
    }
  }
  return [];
}

const MAX_FILES = 1000;

/** What a subtask came to, in its own words. */
export function summaryOf({ result, agents }: SubtaskRun): string {
  const own = textIn(result, 'summary', 'text');
  return own ?? textIn(agents.actor?.result, 'summary', 'approach', 'validation_notes', 'text') ?? '';
}

export function commitOf({ result, commit }: SubtaskRun): string | null {
  return textIn(result, 'commit', 'commit_sha')?.trim() ?? commit ?? null;
}
