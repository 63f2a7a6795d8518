import type { AgentRequest } from '../agent.ts';
import { answerSchema } from '../answer-schema.ts';
import { reminderHooks } from './reminder-hook.ts';

/** Tools that would go on, or begin anew, after the result of a turn. */
const WAKING_TOOLS = ['ScheduleWakeup', 'CronCreate', 'Monitor'];

/**
 * The command line of one turn. The prompt is not in it: it goes to standard input ({@link claudeInput}).
 *
 * Every value is joined to its flag by `=`, so that none is taken for another flag and no list swallows the next word.
 */
export function claudeArguments(request: AgentRequest): string[] {
  const { allowedTools, model, maxTurns, budgetUsd } = request;
  const args = ['-p', '--input-format=stream-json', '--output-format=stream-json', '--verbose'];
  args.push(...sessionArguments(request.session));
  if (model !== undefined) args.push(`--model=${model}`);
  // Nobody is there to be asked: the agent is told so, instead of waiting for an answer.
  args.push(`--permission-mode=${request.permissionMode ?? 'acceptEdits'}`, '--permission-prompts=none');
  if (allowedTools !== undefined && allowedTools.length > 0) {
    args.push(`--allowedTools=${allowedTools.join(',')}`);
  }
  args.push(`--disallowedTools=${[...WAKING_TOOLS, ...(request.disallowedTools ?? [])].join(',')}`);
  const settings = settingsOf(request);
  if (settings !== undefined) args.push(`--settings=${JSON.stringify(settings)}`);
  const schema = schemaOf(request);
  if (schema !== undefined) args.push(`--json-schema=${schema}`);
  if (maxTurns !== undefined) args.push(`--max-turns=${maxTurns}`);
  if (budgetUsd !== undefined) args.push(`--max-budget-usd=${budgetUsd}`);
  return args;
}

/** A session that is there goes on, also where it began as a copy of another. */
function sessionArguments({ id, continues, forks }: AgentRequest['session']): readonly string[] {
  if (continues) return [`--resume=${id}`];
  if (forks === undefined) return [`--session-id=${id}`];
  return [`--resume=${forks}`, '--fork-session', `--session-id=${id}`];
}

/** What holds beside the user's own settings, hooks among them, which stay as they are. */
function settingsOf({ deniedTools, reminder }: AgentRequest): object | undefined {
  if (deniedTools.length === 0 && reminder === undefined) return undefined;
  return {
    ...(deniedTools.length > 0 ? { permissions: { deny: deniedTools } } : {}),
    ...(reminder === undefined ? {} : { hooks: reminderHooks(reminder) }),
  };
}

function schemaOf({ channel, actions, output }: AgentRequest): string | undefined {
  if (channel === 'text') return undefined;
  return answerSchema({ actions: actions.map((action) => action.name), output });
}

/** The one line of standard input. `client_composed` keeps `/words` and `@files` in the prompt from being acted upon. */
export function claudeInput(prompt: string): string {
  const message = { role: 'user', content: prompt };
  return `${JSON.stringify({ type: 'user', message, parent_tool_use_id: null, client_composed: true })}\n`;
}
