import { extendScope } from '../../expression/types/extend-scope.ts';
import type { Scope } from '../../expression/types/value.ts';
import type { PromptSource } from '../../model/block.ts';
import type { Value } from '../../model/value.ts';
import type { SignalAsked } from '../../signal/answer-signal.ts';
import { signalSection } from '../../signal/spell-signal.ts';
import { invariant } from '../../util/invariant.ts';
import { actionSection, type ActionChoice, type Channel } from './action-section.ts';
import { renderTemplate } from './render-template.ts';
import type { Template } from '../parse/template.ts';

/** What one execution of a task sends. `template` is the parsed prompt, undefined for a verbatim one. */
export interface PromptRequest {
  readonly prompt: PromptSource;
  readonly template: Template | undefined;
  /** The role prompt that stands before it. */
  readonly role?: Template | undefined;
  /** Parameters, `visits` and `run`; `actions` is added here. */
  readonly scope: Scope;
  /** Those that are to be chosen from; none where guards choose. */
  readonly actions: readonly ActionChoice[];
  /** The schema of what is to be given back; undefined for free text. */
  readonly output?: Value | undefined;
  /** Whether the section of actions is appended where neither body nor role places it. */
  readonly appendActions: boolean;
  /** What its SIGNAL BLOCK must say; undefined for another answer. */
  readonly signal?: SignalAsked | undefined;
  readonly channel: Channel;
}

/**
 * Makes the text of a prompt.
 *
 * Each value is put in once and never scanned again. A verbatim prompt is used to the byte. Role, prompt and section
 * are set off by one blank line.
 * Errors: throws {@link ExpressionError} when an expression has no value.
 */
export function renderPrompt(request: PromptRequest): string {
  const { template, role, actions, output, channel, signal } = request;
  const section = signal === undefined ? actionSection({ actions, output, channel }) : signalSection(signal);
  const scope = extendScope(request.scope, [['actions', 'string', section]]);
  const body = renderBody(request, scope);
  const text = role ? append(renderTemplate(role, scope).replace(TRAILING_LINES, ''), body) : body;
  const isPlaced = template?.placesActions === true || role?.placesActions === true;
  if (isPlaced || !request.appendActions || section === '') return text;
  return append(request.prompt.kind === 'verbatim' ? text : text.replace(TRAILING_LINES, ''), section);
}

function renderBody({ prompt, template }: PromptRequest, scope: Scope): string {
  if (prompt.kind === 'verbatim') return prompt.text;
  invariant(template, 'A prompt with placeholders is parsed before it is rendered.');
  return renderTemplate(template, scope);
}

// No white space before the first line break: what stands on the last line stays.
const TRAILING_LINES = /(?<![\r\n])[\r\n]+$/;

/** Puts what follows after a blank line, using the line breaks that the text ends with. */
function append(text: string, next: string): string {
  if (next === '') return text;
  if (text === '') return next;
  const breaks = /(?:\r?\n){0,2}$/.exec(text)?.[0].match(/\n/g)?.length ?? 0;
  return text + '\n'.repeat(2 - breaks) + next;
}
