import type { Value } from '../model/value.ts';
import { chooseAction } from './choose-action.ts';
import { toObject } from './claude/json.ts';
import { quoteName } from '../util/quote-name.ts';
import { readFencedOutput } from './read-fenced-output.ts';
import { toValue } from './to-value.ts';

/** What an answer must have. */
export interface Wanted {
  /** The legal choices; empty where nothing is to be chosen. */
  readonly actions: readonly string[];
  readonly hasOutput: boolean;
}

/** What an agent gave. `fault` is a sentence that can be quoted to it. Whether `output` fits its schema is not asked. */
export type Answer =
  { readonly action: string | undefined; readonly output: Value | undefined } | { readonly fault: string };

/** Reads an answer that came through the CLI's output schema. The CLI has checked it, and is not trusted with the run. */
export function readStructuredAnswer(given: unknown, wanted: Wanted): Answer {
  if (given === undefined || given === null)
    return { fault: `The structured output with ${contentOf(wanted)} was not given.` };
  const action = wanted.actions.length === 0 ? undefined : toObject(given)?.['action'];
  if (wanted.actions.length > 0) {
    if (typeof action !== 'string') return { fault: 'The structured output has no "action" that is a text.' };
    if (!wanted.actions.includes(action)) {
      return { fault: `The structured output names ${quoteName(action)}, which is not one of the actions.` };
    }
  }
  const chosen = typeof action === 'string' ? action : undefined;
  if (!wanted.hasOutput) return { action: chosen, output: undefined };
  const output = toValue(toObject(given)?.['output']);
  return 'fault' in output
    ? { fault: `The "output" of the structured output ${output.fault}.` }
    : { action: chosen, output: output.value };
}

/** Reads an answer from a final message: a line `ACTION: name`, and the output as a fenced block of JSON before it. */
export function readTextAnswer(text: string, wanted: Wanted): Answer {
  const choice = wanted.actions.length === 0 ? { action: undefined } : chooseAction(text, wanted.actions);
  if ('fault' in choice) return choice;
  if (!wanted.hasOutput) return { ...choice, output: undefined };
  const output = readFencedOutput(text);
  return 'fault' in output ? output : { ...choice, output: output.value };
}

function contentOf({ actions, hasOutput }: Wanted): string {
  if (!hasOutput) return 'the chosen action';
  return actions.length === 0 ? 'the output' : 'the chosen action and the output';
}
