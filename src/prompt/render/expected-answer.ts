import type { Action } from '../../model/action.ts';
import type { ClaudeTask } from '../../model/block.ts';
import type { SchemaSource } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { isGuarded, type PromptedTask } from '../../model/tasks.ts';
import type { Template } from '../parse/template.ts';
import type { PromptRequest } from './render-prompt.ts';

/** What a prompt is made from in addition to its template. */
interface Named {
  readonly roles: ReadonlyMap<string, Template>;
  readonly schemas: ReadonlyMap<SchemaSource, Value>;
}

/** What a prompt says of the answer, and its role. A person sees the choices elsewhere, and guards choose by themselves. */
export function expectedAnswer(
  task: PromptedTask,
  { roles, schemas }: Named,
): Pick<PromptRequest, 'role' | 'actions' | 'output' | 'appendActions'> {
  if (task.type === 'human') return { actions: [], appendActions: false };
  return {
    role: task.agent && roles.get(task.agent.name),
    actions: choicesOf(task),
    output: task.output && schemas.get(task.output),
    appendActions: task.appendActions,
  };
}

/** The actions that an agent chooses from: none where guards choose, or a SIGNAL BLOCK names who is next. */
export function choicesOf(task: ClaudeTask): readonly Action[] {
  return isGuarded(task) || task.signal !== undefined ? [] : task.actions;
}
