import type { AgentRequest } from '../agent.ts';
import { answerSchema } from '../answer-schema.ts';
import { NO_CLAUDE_CONFIG, type ClaudeConfig } from './claude-config.ts';
import { claudeSettings } from './claude-settings.ts';
import { offeredTools, WAKING_TOOLS } from './offered-tools.ts';

/**
 * The command line of one turn. The prompt is not in it: it goes to standard input ({@link claudeInput}).
 *
 * Every value is joined to its flag by `=`, so that none is taken for another flag and no list swallows the next word.
 * Shape: `files` are paths.
 */
export function claudeArguments(
  request: AgentRequest,
  config: ClaudeConfig = NO_CLAUDE_CONFIG,
  files: ClaudeFiles = {},
): string[] {
  const { allowedTools, deniedTools, maxTurns, budgetUsd } = request;
  const args = ['-p', '--input-format=stream-json', '--output-format=stream-json', '--verbose'];
  args.push(...sessionArguments(request.session));
  // Files of settings and of MCP servers are read again while it runs, and agents can write them.
  args.push('--setting-sources=', '--strict-mcp-config', ...modelArguments(request));
  args.push(`--permission-mode=${request.permissionMode ?? 'acceptEdits'}`, promptsArgument(request));
  args.push(`--tools=${offeredTools(request, config).join(',')}`);
  if (allowedTools !== undefined && allowedTools.length > 0) {
    args.push(`--allowedTools=${allowedTools.join(',')}`);
  }
  args.push(`--disallowedTools=${[...WAKING_TOOLS, ...(request.disallowedTools ?? [])].join(',')}`);
  // By flags, and each by its own: one value of the settings that Claude Code does not accept makes it drop them all.
  args.push(...deniedTools.map((rule) => `--disallowedTools=${rule}`));
  const settings = claudeSettings(request, config);
  if (settings !== undefined) args.push(`--settings=${JSON.stringify(settings)}`);
  args.push(...fileArguments(files));
  const schema = schemaOf(request);
  if (schema !== undefined) args.push(`--json-schema=${schema}`);
  if (maxTurns !== undefined) args.push(`--max-turns=${maxTurns}`);
  if (budgetUsd !== undefined) args.push(`--max-budget-usd=${budgetUsd}`);
  return args;
}

function modelArguments({ model, effort }: AgentRequest): readonly string[] {
  return [
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(effort === undefined ? [] : [`--effort=${effort}`]),
  ];
}

/** Without a person to ask, a call is refused at once, and the agent does not wait. */
function promptsArgument({ decide }: AgentRequest): string {
  return decide === undefined ? '--permission-prompts=none' : '--permission-prompt-tool=stdio';
}

/**
 * Files of a turn: the instructions of the user and the project, the MCP servers that the task names, and what its shell
 * reads; undefined for none.
 */
export interface ClaudeFiles {
  readonly instructions?: string | undefined;
  readonly servers?: string | undefined;
  readonly shell?: string | undefined;
}

function fileArguments({ instructions, servers }: ClaudeFiles): readonly string[] {
  return [
    ...(servers === undefined ? [] : [`--mcp-config=${servers}`]),
    ...(instructions === undefined ? [] : [`--append-system-prompt-file=${instructions}`]),
  ];
}

/** A session that is there goes on, also where it began as a copy of another. */
function sessionArguments({ id, continues, forks }: AgentRequest['session']): readonly string[] {
  if (continues) return [`--resume=${id}`];
  if (forks === undefined) return [`--session-id=${id}`];
  return [`--resume=${forks}`, '--fork-session', `--session-id=${id}`];
}

function schemaOf({ channel, actions, output }: AgentRequest): string | undefined {
  if (channel === 'text') return undefined;
  return answerSchema({ actions: actions.map((action) => action.name), output });
}

/** The one line of standard input. `client_composed` keeps `/words` and `@files` in the prompt from being acted upon. */
export function claudeInput(prompt: string, id?: string): string {
  const message = { role: 'user', content: prompt };
  return `${JSON.stringify({ type: 'user', uuid: id, message, parent_tool_use_id: null, client_composed: true })}\n`;
}
