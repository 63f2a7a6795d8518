/**
 * What the artifacts of a run need to know of its map.
 *
 * Shape: `maps` are those that tasks run as a part of it, by the path that the map writes.
 */
export interface MapNotes {
  readonly tasks: ReadonlyMap<string, TaskNote>;
  readonly maps: ReadonlyMap<string, MapNotes>;
}

/**
 * What a task is for the MAP framework.
 *
 * Shape: `step` is its id there, such as `2.3`; `recipe` the check that it makes; `role` the agent that works on it; `as` the name of its result;
 * `hasSubtasks` says that its items are subtasks, `isHuman` that a person chooses.
 */
export interface TaskNote {
  readonly step: string | undefined;
  readonly recipe: string | undefined;
  readonly role: string | undefined;
  readonly as: string | undefined;
  readonly hasSubtasks: boolean;
  readonly isHuman: boolean;
  readonly isRoute: boolean;
  /** Whether an agent or a command does something in it. */
  readonly isWork: boolean;
}

/** The checks that a map makes itself, without those of maps in it. */
export function recipesIn({ tasks }: MapNotes): readonly string[] {
  return [...new Set([...tasks.values()].flatMap(({ recipe }) => recipe ?? []))];
}

/** The steps of the framework, in the order of work. */
export const STEP_NAMES: ReadonlyMap<string, string> = new Map([
  ['1.0', 'DECOMPOSE'],
  ['1.5', 'INIT_PLAN'],
  ['1.55', 'REVIEW_PLAN'],
  ['1.56', 'CHOOSE_MODE'],
  ['1.6', 'INIT_STATE'],
  ['2.2', 'RESEARCH'],
  ['2.25', 'TEST_WRITER'],
  ['2.26', 'TEST_FAIL_GATE'],
  ['2.3', 'ACTOR'],
  ['2.4', 'MONITOR'],
]);

/** A step as it is written into `completed_steps`: `1.0_DECOMPOSE`. */
export function stepKeyOf(step: string): string {
  return `${step}_${STEP_NAMES.get(step) ?? ''}`;
}

/** Whether a step belongs to each subtask, not to the run as a whole. */
export function isSubtaskStep(step: string): boolean {
  return Number(step) >= 2;
}
