import type { KeptAnswer } from '../../journal/answer-box.ts';
import type { Field, SchemaSource } from '../../model/field.ts';
import { fieldsOfChoice } from '../../model/field-uses.ts';
import type { Value } from '../../model/value.ts';
import { fieldsOf } from '../../model/tasks.ts';
import { fieldMismatch } from '../scope/field-mismatch.ts';
import { instanceWith } from '../state/in-state.ts';
import type { OpenTask, RunState } from '../state/run-state.ts';

// What a question asks for. An answer is judged by it when it is given and when the run takes it.

/** The fields that an answer has. A question whether a command may run again asks for none. */
export function fieldsAsked({ question, task }: Pick<OpenTask, 'question' | 'task'>): readonly Field[] {
  return question?.about === 'task' ? fieldsOf(task) : [];
}

/** The fields that belong to a choice of a question that is open. */
export function fieldsOfAnswer(state: RunState, open: OpenTask, choice: string): readonly Field[] {
  return fieldsOfChoice(fieldsAsked(open), instanceWith(state, open).program.fieldUses, choice);
}

/** The schemas of the map that asks, which may be one that the map of the run runs. */
export function schemasAsked(
  state: RunState,
  open: Pick<OpenTask, 'address'>,
): (source: SchemaSource) => Value | undefined {
  const { schemas } = instanceWith(state, open).program;
  return (source) => schemas.get(source);
}

/** Why an answer does not fit its question, as the end of a sentence; undefined if it fits. */
export function answerMismatch(
  state: RunState,
  open: OpenTask,
  { action, fields }: Pick<KeptAnswer, 'action' | 'fields'>,
): string | undefined {
  if (!open.question?.choices.some(({ name }) => name === action)) {
    return `it names an unknown choice: ${JSON.stringify(action.slice(0, 100))}`;
  }
  const given = new Map(Object.entries(fields));
  const schemaOf = schemasAsked(state, open);
  const needed = new Set(fieldsOfAnswer(state, open, action));
  for (const field of fieldsAsked(open)) {
    const value = given.get(field.name);
    given.delete(field.name);
    if (value === undefined && field.required && needed.has(field))
      return `the field "${field.name}" is missing`;
    const mismatch =
      value === undefined ? undefined : fieldMismatch(field, value, field.schema && schemaOf(field.schema));
    if (mismatch !== undefined) return mismatch;
  }
  const [unknown] = given.keys();
  return unknown === undefined
    ? undefined
    : `it has a field ${JSON.stringify(unknown.slice(0, 100))} that the question does not ask for`;
}
