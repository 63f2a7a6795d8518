import { typeOfExpression } from '../../../expression/check/type-of-expression.ts';
import type { Assignment, WorkflowTask } from '../../../model/block.ts';
import type { Field } from '../../../model/field.ts';
import { blockNodesOf } from '../../blocks/blocks.ts';
import { environmentsOf } from '../../types/environments.ts';
import { mismatchOf } from '../../blocks/mismatch.ts';
import { onEntry, type ProgramPoint } from '../../blocks/program-point.ts';
import type { PromptRule, PromptSubject } from '../../blocks/rule.ts';

/** A field that a task gives the map that it runs is of the type which that declares. */
export const unfitInput: PromptRule = (subject, report) => {
  const { document } = subject;
  for (const blockNode of blockNodesOf(document.map)) {
    for (const task of blockNode.block.tasks) {
      const fields = task.type === 'workflow' ? fieldsOf(task, subject) : undefined;
      if (task.type !== 'workflow' || !fields) continue;
      for (const input of task.with) {
        const problem = problemOf(input, fields.get(input.name), {
          subject,
          point: onEntry(blockNode, task),
        });
        if (problem === undefined) continue;
        const params = { field: input.name, path: task.map, problem };
        report('unfit-input', document.spanOf(input.expression), params);
      }
    }
  }
};

function fieldsOf(task: WorkflowTask, { maps }: PromptSubject): ReadonlyMap<string, Field> | undefined {
  const map = task.with.length > 0 ? maps.get(task.map) : undefined;
  return map?.kind === 'sound' ? new Map(map.fields.map((field) => [field.name, field])) : undefined;
}

function problemOf(
  input: Assignment,
  field: Field | undefined,
  { subject, point }: { readonly subject: PromptSubject; readonly point: ProgramPoint },
): string | undefined {
  const expression = subject.expressionOf(input.expression);
  if (!expression || !field) return undefined;
  const names = expression.names.map(({ name }) => name);
  return mismatchOf(typeOfExpression(expression, environmentsOf(subject).environmentOf(names, point)), field);
}
