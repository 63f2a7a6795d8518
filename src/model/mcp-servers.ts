import { isObject } from '../util/is-object.ts';

/** MCP servers by name, as `--mcp-config` of Claude Code takes them: a command to start, or an address. */
export type McpServers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Whether there is an object under each name, whatever it has. */
export function isServerList(value: unknown): value is McpServers {
  return isObject(value) && Object.values(value).every(isObject);
}
