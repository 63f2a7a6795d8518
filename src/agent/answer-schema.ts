import { quoteName } from './quote-name.ts';
import type { Choice } from './choose-action.ts';

/** The shape of an answer through the CLI's output schema: JSON Schema, as text. */
export function answerSchema(actions: readonly string[]): string {
  return JSON.stringify({
    type: 'object',
    properties: { action: { enum: actions, description: 'The action that you choose.' } },
    required: ['action'],
    additionalProperties: false,
  });
}

/** Reads an answer back. The CLI has checked it, and is not trusted with the run. */
export function readAnswer(output: unknown, actions: readonly string[]): Choice {
  if (output === undefined || output === null) {
    return { fault: 'The structured output with the chosen action was not given.' };
  }
  const action = typeof output === 'object' && Object.hasOwn(output, 'action') ? actionOf(output) : undefined;
  if (typeof action !== 'string') return { fault: 'The structured output has no "action" that is a text.' };
  if (!actions.includes(action)) {
    return { fault: `The structured output names ${quoteName(action)}, which is not one of the actions.` };
  }
  return { action };
}

function actionOf(output: object): unknown {
  return 'action' in output ? output.action : undefined;
}
