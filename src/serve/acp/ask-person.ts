import type { Value } from '../../model/value.ts';
import type { Execution } from '../../view/run-view.ts';
import { ControlError } from '../control/control-error.ts';
import type { Control, Requester } from '../control/control.ts';
import { RESUME } from './offered-map.ts';
import { chosenIn, fieldsAskedBy, formRequest, formValues, permissionRequest } from './questions.ts';

/** Where a question is put, and where its answer goes. */
export interface Asking {
  readonly sessionId: string;
  readonly run: string;
  readonly control: Control;
  readonly by: Requester;
  readonly request: (method: string, params: object) => Promise<unknown>;
  readonly hasForms: boolean;
  /** Whether the person has cancelled meanwhile. */
  readonly isCancelled: () => boolean;
}

/** Puts a question to the person and gives the answer to the run. Shape: undefined once it is given, else why the question is still open. */
export async function askPerson(asking: Asking, execution: Execution): Promise<string | undefined> {
  try {
    return await answerTo(asking, execution);
  } catch (thrown) {
    if (thrown instanceof ControlError) return reasonOf(thrown);
    throw thrown;
  }
}

/** With the line that a person types, where there is one. */
export function reasonOf({ message, help }: ControlError): string {
  return help === undefined ? message : `${message}\n${help}`;
}

async function answerTo(asking: Asking, execution: Execution): Promise<string | undefined> {
  const { run, control, by, request, isCancelled } = asking;
  const { seq: start, task, question } = execution;
  const give = async (action: string, fields: Readonly<Record<string, Value>>): Promise<undefined> => {
    await control.answer({ run, start, action, fields }, by);
  };
  // It is refused, with the line that a person types.
  if (needsTerminal(execution)) return give(question?.choices[0]?.name ?? '', {});
  const response = await orNothing(
    request('session/request_permission', permissionRequest(asking.sessionId, execution)),
  );
  const action = chosenIn(response);
  if (action === undefined || isCancelled())
    return `"${task}" still waits for an answer: type /${RESUME} to be asked again.`;
  const fields = await fieldsFor(asking, execution, action);
  if (fields === undefined)
    return `"${task}" needs more than that choice. In a terminal: wfmap answer '${run}' '${action}' --help`;
  return give(action, fields);
}

function needsTerminal({ question }: Execution): boolean {
  return question?.signed === true || question?.seen === true;
}

/** Undefined where the person does not give them. */
async function fieldsFor(
  { sessionId, hasForms, request }: Asking,
  execution: Execution,
  action: string,
): Promise<Readonly<Record<string, Value>> | undefined> {
  const names = fieldsAskedBy(execution, action);
  if (names.length === 0) return {};
  if (!hasForms) return undefined;
  const fields = names.map((name) => ({ name, type: 'string' as const, description: name, enum: undefined }));
  const form = formRequest(sessionId, `${execution.task}: ${action}`, fields);
  return formValues(await orNothing(request('elicitation/create', form)));
}

/** The editor may refuse to ask, or be gone. */
export async function orNothing(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch(() => undefined);
}
