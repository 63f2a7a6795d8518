import type { Scope } from '../expression/value.ts';
import type { PromptSource } from '../model/block.ts';
import { invariant } from '../util/invariant.ts';
import { actionSection, type ActionChoice, type Channel } from './action-section.ts';
import { renderTemplate } from './render-template.ts';
import type { Template } from './template.ts';

/** What one execution of a task sends. `template` is the parsed prompt, undefined for a verbatim one. */
export interface PromptRequest {
  readonly prompt: PromptSource;
  readonly template: Template | undefined;
  /** Parameters, `visits` and `run`; `actions` is added here. */
  readonly scope: Scope;
  readonly actions: readonly ActionChoice[];
  /** Whether the section of actions is appended where the body does not place it. */
  readonly appendActions: boolean;
  readonly channel: Channel;
}

/**
 * Makes the text of a prompt.
 *
 * Each value is put in once and never scanned again. A verbatim prompt is used to the byte; what is appended
 * stands after one blank line.
 * Errors: throws {@link ExpressionError} when an expression has no value.
 */
export function renderPrompt(request: PromptRequest): string {
  const { prompt, template, actions, channel } = request;
  const section = actionSection(actions, channel);
  if (prompt.kind === 'verbatim') {
    return request.appendActions ? append(prompt.text, section) : prompt.text;
  }
  invariant(template, 'A prompt with placeholders is parsed before it is rendered.');
  const scope: Scope = {
    types: new Map(request.scope.types).set('actions', 'string'),
    values: new Map(request.scope.values).set('actions', section),
  };
  const body = renderTemplate(template, scope);
  if (template.placesActions || !request.appendActions || section === '') return body;
  return append(body.replace(TRAILING_LINES, ''), section);
}

// No white space before the first line break: what stands on the last line stays.
const TRAILING_LINES = /(?<![\r\n])[\r\n]+$/;

/** Puts the section after a blank line, using the line breaks that the text ends with. */
function append(text: string, section: string): string {
  if (section === '') return text;
  if (text === '') return section;
  const breaks = /(?:\r?\n){0,2}$/.exec(text)?.[0].match(/\n/g)?.length ?? 0;
  return text + '\n'.repeat(2 - breaks) + section;
}
