import type { ExpressionText, Reference } from '../../model/action.ts';
import type { ArtifactField, ArtifactFile, TaskLabel } from '../../model/artifacts.ts';
import type { Assignment } from '../../model/block.ts';
import type { WorkflowMap } from '../../model/map.ts';

/**
 * What of a run goes into the files of the MAP framework, as the section `map` of the artifacts says it.
 *
 * Shape: without `workflow` the map writes nothing; its steps and subtasks then count where another map runs it.
 * Expressions read the names of the root block, each of which may be unbound.
 */
export interface MapSection {
  readonly workflow: string | undefined;
  readonly goal: ExpressionText | undefined;
  readonly blueprint: ExpressionText | undefined;
  readonly verification: ExpressionText | undefined;
  readonly review: ExpressionText | undefined;
  /** How subtasks stood after an earlier run. */
  readonly earlier: ExpressionText | undefined;
  /** The foreach tasks whose items are subtasks. */
  readonly subtasks: readonly Reference[];
  /** Which step of the framework a task is, such as `2.3`. */
  readonly steps: readonly TaskLabel[];
  /** Which check a shell task makes, such as `tests`. */
  readonly recipes: readonly TaskLabel[];
  /** The status word of a stage, by its name. */
  readonly stages: readonly Assignment[];
  readonly files: readonly ArtifactFile[];
  readonly maxRetries: number | undefined;
}

/** The section of a map; undefined where it has none. */
export function mapSectionOf({ artifacts }: WorkflowMap): MapSection | undefined {
  const section = artifacts.find(({ name }) => name === 'map');
  if (section === undefined) return undefined;
  const field = <Kind extends ArtifactField['kind']>(kind: Kind, name: string) =>
    section.fields.find(
      (each): each is Extract<ArtifactField, { kind: Kind }> => each.kind === kind && each.name === name,
    );
  const expression = (name: string) => field('expression', name)?.expression;
  const labels = (name: string) => field('labels', name)?.labels ?? [];
  return {
    workflow: field('text', 'workflow')?.text,
    goal: expression('goal'),
    blueprint: expression('blueprint'),
    verification: expression('verification'),
    review: expression('review'),
    earlier: expression('earlier'),
    subtasks: field('tasks', 'subtasks')?.tasks ?? [],
    steps: labels('steps'),
    recipes: labels('recipes'),
    stages: field('assignments', 'stages')?.assignments ?? [],
    files: field('files', 'files')?.files ?? [],
    maxRetries: field('number', 'maxRetries')?.number,
  };
}
