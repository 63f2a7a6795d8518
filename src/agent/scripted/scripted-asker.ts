import { fieldsOfChoice } from '../../model/field-uses.ts';
import type { Field, FieldType } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import type { Answer, Asker, Question } from '../human/asker.ts';
import { delayedReply } from './delayed-reply.ts';
import type { ScriptedAnswer } from './scripted-answer.ts';
import { countTurns, type Script, type ScriptedStage } from './script.ts';

/** How scripted people are played. */
export interface ScriptedPeople extends ScriptedStage {
  /** Receives why there is no answer, in sentences: the question does not take it, or none could be made. */
  readonly report?: (problem: string) => void;
}

/**
 * People without people: nobody is asked, and what the script says is what they answered.
 *
 * Where the script has no answer, none is to be had: the run waits for a person. So it does where the script has one
 * that the question does not take, which `tell` is told. One that is to `fail` is nobody who answers: a
 * question with a deadline waits for that, any other for a person.
 * Errors: none.
 */
export function createScriptedAsker(
  script: Script,
  { report = () => undefined, sleep, turnOf = countTurns() }: ScriptedPeople = {},
): Asker {
  return {
    ask: (question, signal) => {
      const { task, address, fields } = question;
      const visit = address.visit ?? 1;
      const actions = question.choices.map(({ name }) => name);
      const asked = { of: 'person' as const, address, actions, output: undefined, fields };
      const scripted = script(task, visit, turnOf(task, visit, address), asked);
      if (signal.aborted || scripted === undefined || scripted.ends === true)
        return Promise.resolve(undefined);
      if (scripted.fail !== undefined) {
        if (scripted.reason !== undefined) report(scripted.reason);
        return question.deadline === null ? nobody() : untilAborted(signal);
      }
      const read = answerOf(question, scripted);
      if ('problem' in read) {
        report(`The scripted answer to "${task}" cannot be taken: ${read.problem}.`);
        return nobody();
      }
      const { reply, stop } = delayedReply<Answer | undefined>(
        scripted.ms ?? 0,
        { reply: read, interrupted: undefined },
        sleep,
      );
      signal.addEventListener('abort', stop, { once: true });
      return reply.finally(() => signal.removeEventListener('abort', stop));
    },
  };
}

function nobody(): Promise<undefined> {
  return Promise.resolve(undefined);
}

function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
}

function answerOf(question: Question, { action, fields }: ScriptedAnswer): Answer | { problem: string } {
  if (action === undefined) return { problem: 'it names no action' };
  if (!question.choices.some(({ name }) => name === action)) {
    return { problem: `"${action}" is not one of the choices` };
  }
  const given = new Map(Object.entries(fields ?? {}));
  const values: [string, Value][] = [];
  const needed = new Set(fieldsOfChoice(question.fields, question.uses, action));
  for (const field of question.fields) {
    const value = given.get(field.name) ?? field.default;
    if (value === undefined && !(field.required && needed.has(field))) continue;
    if (value === undefined) return { problem: `the field "${field.name}" is missing` };
    if (!fits(value, field)) return { problem: `the value of the field "${field.name}" is not allowed` };
    values.push([field.name, value]);
  }
  return { action, fields: Object.fromEntries(values), via: 'scripted' };
}

/** Types and enums, as a person's answer is held to; a schema is for whoever checks the values of a run. */
function fits(value: Value, field: Field): boolean {
  const allowed = field.enum?.map((one) => JSON.stringify(one));
  return typeOf(value) === field.type && (allowed?.includes(JSON.stringify(value)) ?? true);
}

function typeOf(value: Value): FieldType | undefined {
  if (Array.isArray(value)) return 'array';
  if (value === null) return undefined;
  if (typeof value === 'object') return 'object';
  return typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'boolean';
}
