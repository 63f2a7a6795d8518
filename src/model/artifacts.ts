import type { ExpressionText, Reference } from './action.ts';
import type { Assignment } from './block.ts';
import type { SchemaSource } from './field.ts';

/**
 * What of a run goes into the files of the MAP framework.
 *
 * Shape: without `workflow` the map writes nothing; its steps and subtasks then count where another map runs it.
 * Expressions read the names of the root block, each of which may be unbound.
 */
export interface MapArtifacts {
  readonly workflow: string | undefined;
  readonly goal: ExpressionText | undefined;
  readonly blueprint: ExpressionText | undefined;
  readonly verification: ExpressionText | undefined;
  readonly review: ExpressionText | undefined;
  /** How subtasks stood after an earlier run. */
  readonly earlier: ExpressionText | undefined;
  /** The foreach tasks whose items are subtasks. */
  readonly subtasks: readonly Reference[];
  readonly steps: readonly StepName[];
  readonly recipes: readonly RecipeName[];
  /** The status word of a stage, by its name. */
  readonly stages: readonly Assignment[];
  readonly files: readonly ArtifactFile[];
  readonly maxRetries: number | undefined;
}

/** Which step of the MAP framework a task is, such as `2.3`. `name` is that of the task. */
export interface StepName {
  readonly name: string;
  readonly step: string;
}

/** Which check a shell task makes, such as `tests`. `name` is that of the task. */
export interface RecipeName {
  readonly name: string;
  readonly recipe: string;
}

/** A file of a map's own. `path` may hold `${…}`; `kind` is what the manifest calls it. */
export interface ArtifactFile {
  readonly path: ExpressionText;
  readonly content: ExpressionText;
  readonly schema: SchemaSource | undefined;
  readonly kind: string | undefined;
}

/** The stages of `artifact_manifest.json`, in the order of work. */
export const STAGES = [
  'workflow_fit',
  'spec',
  'plan',
  'test_contract',
  'implementation',
  'review',
  'verification',
  'learn_handoff',
] as const;

export type Stage = (typeof STAGES)[number];
