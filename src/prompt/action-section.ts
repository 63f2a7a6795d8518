/** An action as the agent is told of it. */
export interface ActionChoice {
  readonly name: string;
  readonly choose: string | undefined;
}

/** How the choice comes back: through an output schema, or as a line of the final message. */
export type Channel = 'structured' | 'text';

const ANSWER: Readonly<Record<Channel, string>> = {
  structured:
    'Answer through the structured output tool: set its field `action` to the name of the chosen action, ' +
    'exactly as it stands between the back-ticks above.',
  text:
    'End your final message with one line that names the chosen action, ' +
    'exactly as it stands between the back-ticks above:\n\nACTION: <name>',
};

/**
 * Writes the part of a prompt that says which actions there are and how to answer; empty without actions.
 *
 * Shape: Markdown, lines end with LF, none at the end. Each name is a code span of its own, fenced so that
 * back-ticks in it stay inside; names hold no line breaks.
 */
export function actionSection(actions: readonly ActionChoice[], channel: Channel): string {
  if (actions.length === 0) return '';
  const lead =
    actions.length === 1
      ? 'When the work above is done, choose this action:'
      : 'When the work above is done, choose exactly one of these actions:';
  const list = actions.map(({ name, choose }) => {
    const when = oneLine(choose ?? '');
    return when === '' ? `- ${codeSpan(name)}` : `- ${codeSpan(name)}: ${when}`;
  });
  return ['## Next action', lead, list.join('\n'), ANSWER[channel]].join('\n\n');
}

/** A Markdown code span around any text: the fence is longer than each run of back-ticks in it. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), (run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const padding = longest > 0 ? ' ' : '';
  return fence + padding + text + padding + fence;
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
