import type { McpServers } from '../../model/mcp-servers.ts';
import type { AgentRequest } from '../agent.ts';
import { toPermissionRule } from '../../model/permission-rule.ts';

/** The servers whose tools rules name: `mcp__tickets__list`, `mcp__tickets__*` and `mcp__tickets` are of `tickets`. */
export function serversNamedIn(rules: readonly string[]): ReadonlySet<string> {
  const tools = rules.map((rule) => toPermissionRule(rule).tool);
  return new Set(tools.flatMap((tool) => /^mcp__(.+?)(?:__.*)?$/.exec(tool)?.[1] ?? []));
}

/** Those of `all` whose tools a task names: no other is started for it. Undefined for none. */
export function serversFor(
  { allowedTools = [] }: Pick<AgentRequest, 'allowedTools'>,
  all: McpServers,
): McpServers | undefined {
  const named = serversNamedIn(allowedTools);
  const found = Object.entries(all).filter(([name]) => named.has(name));
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
