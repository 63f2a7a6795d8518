/** MCP servers by name, as `--mcp-config` of Claude Code takes them: a command to start, or an address. */
export type McpServers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
