import type { ExpressionText, Reference } from './action.ts';
import type { Assignment, Task } from './block.ts';
import type { SchemaSource } from './field.ts';

/**
 * What a map says of the files that one projection makes of its runs.
 *
 * Shape: `fields` has those that the map gives, in the order of the format. Expressions read the names of the root block,
 * each of which may be unbound.
 */
export interface ArtifactSection {
  readonly name: string;
  readonly fields: readonly ArtifactField[];
}

export type ArtifactField =
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  | { readonly kind: 'number'; readonly name: string; readonly number: number }
  | { readonly kind: 'expression'; readonly name: string; readonly expression: ExpressionText }
  | { readonly kind: 'assignments'; readonly name: string; readonly assignments: readonly Assignment[] }
  | { readonly kind: 'files'; readonly name: string; readonly files: readonly ArtifactFile[] }
  | NamedTasks
  | LabelledTasks;

/** Names of tasks. Shape: they are of one type, where `taskType` says one. */
interface NamedTasks {
  readonly kind: 'tasks';
  readonly name: string;
  readonly taskType: Task['type'] | undefined;
  readonly tasks: readonly Reference[];
}

/** The same, with a text for each. */
interface LabelledTasks {
  readonly kind: 'labels';
  readonly name: string;
  readonly taskType: Task['type'] | undefined;
  readonly labels: readonly TaskLabel[];
}

/** A text that a map gives to a task. Shape: `name` is that of the task. */
export interface TaskLabel {
  readonly name: string;
  readonly text: string;
}

/** A file of a map's own. `path` may hold `${…}`; `kind` is what a list of files calls it. */
export interface ArtifactFile {
  readonly path: ExpressionText;
  readonly content: ExpressionText;
  readonly schema: SchemaSource | undefined;
  readonly kind: string | undefined;
}

/** The files of a map's own, of all sections. */
export function filesOf(sections: readonly ArtifactSection[]): readonly ArtifactFile[] {
  return sections.flatMap(({ fields }) =>
    fields.flatMap((field) => (field.kind === 'files' ? field.files : [])),
  );
}

/** The expressions of a section that are fields of it, or fields of a part of it; without those of files. */
export function expressionsIn({ fields }: ArtifactSection): readonly ExpressionText[] {
  return fields.flatMap((field) => {
    if (field.kind === 'expression') return [field.expression];
    return field.kind === 'assignments' ? field.assignments.map(({ expression }) => expression) : [];
  });
}
