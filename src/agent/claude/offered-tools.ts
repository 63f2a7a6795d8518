import type { AgentRequest } from '../agent.ts';
import type { ClaudeConfig } from './claude-config.ts';
import { toPermissionRule } from '../../model/permission-rule.ts';

/** What every task may need: to read, to run commands, to edit. */
const WORK = ['Read', 'Bash', 'Edit', 'Write', 'NotebookEdit'];
/** What an agent searches with that has no commands; with them it uses those, and saves 1,000 tokens a request. */
const SEARCH = ['Grep', 'Glob'];
/** Nobody is there to approve an address, so they are of use only where a rule does. */
const WEB = ['WebFetch', 'WebSearch'];
/** Tools that would go on, or begin anew, after the result of a turn. */
export const WAKING_TOOLS: readonly string[] = ['ScheduleWakeup', 'CronCreate', 'Monitor'];

/**
 * The built-in tools that the model of a turn is offered: what work needs and what `allowedTools` names, less what is denied as a whole.
 *
 * Each tool that is offered costs tokens in every request. Those for agents, skills, schedules and the like are offered
 * only where a task names them; the tool of the structured output is added by Claude Code.
 * Shape: names, each once. Tools of MCP servers are not built in, and are not among them.
 */
export function offeredTools(
  { allowedTools = [], disallowedTools = [], permissionMode }: OffersRequest,
  { permissions, projectRules }: Pick<ClaudeConfig, 'permissions' | 'projectRules'>,
): readonly string[] {
  const rules = [...disallowedTools, ...permissions.deny, ...projectRules.flatMap(({ deny }) => deny)];
  const denied = new Set([...WAKING_TOOLS, ...rules.flatMap(wholeTool)]);
  const named = allowedTools.map((rule) => toPermissionRule(rule).tool).filter(isBuiltIn);
  const byUser = new Set(permissions.allow.map((rule) => toPermissionRule(rule).tool));
  const web = permissionMode === 'bypassPermissions' ? WEB : WEB.filter((tool) => byUser.has(tool));
  const tools = [...WORK, ...(denied.has('Bash') ? SEARCH : []), ...web, ...named];
  return [...new Set(tools)].filter((tool) => !denied.has(tool));
}

type OffersRequest = Pick<AgentRequest, 'allowedTools' | 'disallowedTools' | 'permissionMode'>;

function wholeTool(rule: string): readonly string[] {
  const { tool, about } = toPermissionRule(rule);
  return about === undefined ? [tool] : [];
}

/** Not `mcp__server__tool`, and nothing that could be read as more than a name. */
function isBuiltIn(tool: string): boolean {
  return /^[A-Z][A-Za-z]*$/.test(tool);
}
