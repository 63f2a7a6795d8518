import type { Value } from '../../model/value.ts';

/** An action as the agent is told of it. */
export interface ActionChoice {
  readonly name: string;
  readonly choose: string | undefined;
}

/** How the choice comes back: through an output schema, or as a line of the final message. */
export type Channel = 'structured' | 'text';

/** What the agent is to answer with. `output` is the schema of the result; undefined for free text. */
export interface AnswerRequest {
  readonly actions: readonly ActionChoice[];
  readonly output: Value | undefined;
  readonly channel: Channel;
}

/** Units: characters of JSON. A longer schema is not shown. */
const MAX_SHOWN_SCHEMA = 20_000;

const CHOICE: Readonly<Record<Channel, string>> = {
  structured:
    'Answer through the structured output tool: set its field `action` to the name of the chosen action, ' +
    'exactly as it stands between the back-ticks above',
  text:
    'End your final message with one line that names the chosen action, ' +
    'exactly as it stands between the back-ticks above:\n\nACTION: <name>',
};

/**
 * Writes the part of a prompt that says which actions there are and how to answer; empty where there is nothing to
 * choose and nothing to give back.
 *
 * Shape: Markdown, lines end with LF, none at the end. Each name is a code span of its own, fenced so that
 * back-ticks in it stay inside; names hold no line breaks.
 */
export function actionSection({ actions, output, channel }: AnswerRequest): string {
  if (actions.length === 0) return output === undefined ? '' : resultSection(output, channel);
  const lead =
    actions.length === 1
      ? 'When the work above is done, choose this action:'
      : 'When the work above is done, choose exactly one of these actions:';
  const list = actions.map(({ name, choose }) => {
    const when = oneLine(choose ?? '');
    return when === '' ? `- ${codeSpan(name)}` : `- ${codeSpan(name)}: ${when}`;
  });
  return ['## Next action', lead, list.join('\n'), answerWith(output, channel)].join('\n\n');
}

function answerWith(output: Value | undefined, channel: Channel): string {
  if (channel === 'structured') {
    return `${CHOICE.structured}${output === undefined ? '' : ', and its field `output` to the result'}.`;
  }
  if (output === undefined) return CHOICE.text;
  return `Put the result into your final message, ${asBlock(output)}\n\n${CHOICE.text}`;
}

function resultSection(output: Value, channel: Channel): string {
  const how =
    channel === 'structured'
      ? 'When the work above is done, give the result through the structured output tool, in its field `output`.'
      : `When the work above is done, end your final message with the result, ${asBlock(output)}`;
  return `## Result\n\n${how}`;
}

/** JSON has no line break in a text, so nothing in a schema closes the fence. */
function asBlock(output: Value): string {
  const schema = JSON.stringify(output);
  if (schema.length > MAX_SHOWN_SCHEMA) return 'as one fenced `json` block.';
  return `as one fenced \`json\` block that fits this schema:\n\n\`\`\`json\n${schema}\n\`\`\``;
}

/** A Markdown code span around any text: the fence is longer than each run of back-ticks in it. */
function codeSpan(text: string): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  const padding = longest > 0 ? ' ' : '';
  return fence + padding + text + padding + fence;
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
