import type { Field } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { isObject } from '../../util/is-object.ts';
import type { Execution } from '../../view/run-view.ts';
import { textBlock, titleOf } from './acp-event.ts';

/** What a person is asked in the editor about a question of a run. Shape: the params of `session/request_permission`. */
export function permissionRequest(sessionId: string, execution: Execution): object {
  const { question, seq } = execution;
  const choices = question?.choices ?? [];
  return {
    sessionId,
    toolCall: {
      toolCallId: String(seq),
      title: titleOf(execution),
      kind: 'other',
      status: 'pending',
      content: [{ type: 'content', content: textBlock(question?.text ?? '') }],
    },
    options: choices.map(({ name, choose }) => ({
      optionId: name,
      name: choose === null ? name : `${name}: ${choose}`,
      kind: REFUSING.test(name) ? 'reject_once' : 'allow_once',
    })),
  };
}

/** Names of choices that editors show as a refusal. */
const REFUSING = /^(?:no|reject|refuse|stop|abort|cancel|throw away|decline|deny)\b/i;

/** The choice that was made; undefined where the person made none. */
export function chosenIn(response: unknown): string | undefined {
  const outcome = isObject(response) ? response['outcome'] : undefined;
  if (!isObject(outcome) || outcome['outcome'] !== 'selected') return undefined;
  return typeof outcome['optionId'] === 'string' ? outcome['optionId'] : undefined;
}

/** The fields that a choice must come with. */
export function fieldsAskedBy({ question }: Execution, choice: string): readonly string[] {
  const required = new Set(question?.required);
  const at = question?.choices.findIndex(({ name }) => name === choice) ?? -1;
  return (question?.fields?.[at] ?? []).filter((name) => required.has(name));
}

/** A form for values. Shape: the params of `elicitation/create`. */
export function formRequest(
  sessionId: string,
  text: string,
  fields: readonly Pick<Field, 'name' | 'type' | 'description' | 'enum'>[],
): object {
  const properties = Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)]));
  return {
    sessionId,
    mode: 'form',
    message: text,
    requestedSchema: { type: 'object', properties, required: fields.map(({ name }) => name) },
  };
}

/** Lists and objects are written as JSON. */
function propertyOf({
  type,
  description,
  enum: allowed,
}: Pick<Field, 'type' | 'description' | 'enum'>): object {
  const isScalar = type === 'string' || type === 'number' || type === 'boolean';
  const texts = allowed?.filter((each) => typeof each === 'string');
  return {
    type: isScalar ? type : 'string',
    description: isScalar ? description : `${description} (JSON)`,
    ...(texts === undefined || texts.length === 0 ? {} : { enum: texts }),
  };
}

/** The values of a form; undefined where it was not sent. */
export function formValues(response: unknown): Readonly<Record<string, Value>> | undefined {
  if (!isObject(response) || response['action'] !== 'accept') return undefined;
  const { content = {} } = response;
  // It came as JSON, so it holds values and nothing else.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return isObject(content) ? (content as Readonly<Record<string, Value>>) : undefined;
}
