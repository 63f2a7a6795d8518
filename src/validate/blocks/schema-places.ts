import { filesOf } from '../../model/artifacts.ts';
import type { SchemaSource } from '../../model/field.ts';
import type { WorkflowMap } from '../../model/map.ts';
import type { Task } from '../../model/block.ts';
import { tasksOf } from './blocks.ts';

/** A schema of a map. Shape: `owner` is what it describes, as a part of a sentence. */
export interface SchemaPlace {
  readonly source: SchemaSource;
  readonly owner: string;
}

/** All schemas of a map. */
export function schemaPlacesOf(map: WorkflowMap): readonly SchemaPlace[] {
  return [
    ...map.fields.flatMap((field) => placeOf(field.schema, `field "${field.name}"`)),
    ...tasksOf(map).flatMap(placesIn),
    ...filesOf(map.artifacts).flatMap((file) => placeOf(file.schema, `artifact "${file.path.text}"`)),
  ];
}

function placesIn(task: Task): readonly SchemaPlace[] {
  if (task.type !== 'claude' && task.type !== 'human') return [];
  const params = task.params.flatMap((param) =>
    placeOf(
      param.kind === 'definition' ? param.schema : undefined,
      `parameter "${param.name}" of task "${task.name}"`,
    ),
  );
  if (task.type === 'claude')
    return [...params, ...placeOf(task.output, `the output of task "${task.name}"`)];
  return [
    ...params,
    ...task.fields.flatMap((field) => placeOf(field.schema, `field "${field.name}" of task "${task.name}"`)),
  ];
}

function placeOf(source: SchemaSource | undefined, owner: string): readonly SchemaPlace[] {
  return source ? [{ source, owner }] : [];
}
