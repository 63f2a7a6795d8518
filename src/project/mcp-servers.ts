import { join } from 'node:path';
import { isServerList, type McpServers } from '../model/mcp-servers.ts';
import { toError } from '../util/error.ts';
import { isObject } from '../util/is-object.ts';
import { readTextIfThere } from './claude/read-text-if-there.ts';
import { ProjectError } from './project-error.ts';

/** A file of the project that lists MCP servers, beside the settings of wfmap. */
export const MCP_CONFIG_FILE = join('.claude', 'mcp_config.json');

const MAX_BYTES = 1_048_576;
/** Units: UTF-16 of one server as JSON. It is shown before it is started. */
const MAX_SERVER = 10_000;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
const isTextRecord = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((each) => typeof each === 'string');

const PARTS: Readonly<Record<string, (value: unknown) => boolean>> = Object.assign(Object.create(null), {
  type: (value: unknown) => ['stdio', 'http', 'sse'].some((each) => each === value),
  command: isText,
  args: isTexts,
  env: isTextRecord,
  url: isText,
  headers: isTextRecord,
});

/** Reads the setting `mcpServers`. Errors: throws {@link ProjectError} `invalid-config`. */
export function toMcpServers(value: unknown, file: string): McpServers {
  if (value === undefined) return {};
  const fault = (what: string): ProjectError =>
    new ProjectError('invalid-config', `In ${file}, ${what}.`, {
      help: 'Write for example {"tickets": {"command": "node", "args": ["tools/tickets.js"]}}, or {"docs": {"type": "http", "url": "https://…"}}.',
    });
  if (!isObject(value)) throw fault('"mcpServers" is not an object');
  for (const [name, server] of Object.entries(value)) {
    // Two of them in a row end the name of a server in that of a tool.
    if (!/^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/.test(name))
      throw fault(`"${name}" cannot be the name of an MCP server`);
    if (!isServer(server)) throw fault(`"mcpServers.${name}" is not a server with a command or an address`);
  }
  return isServerList(value) ? value : {};
}

function isServer(server: unknown): boolean {
  if (!isObject(server) || JSON.stringify(server).length > MAX_SERVER) return false;
  const parts = Object.entries(server);
  return (
    'command' in server !== 'url' in server && parts.every(([name, value]) => PARTS[name]?.(value) === true)
  );
}

/**
 * The servers of a project: those of its settings, and those that `.claude/mcp_config.json` defines.
 *
 * That file may also switch one off (`"enabled": false`), and name some that it does not define: it says nothing of them then.
 * Errors: throws {@link ProjectError}.
 */
export function readMcpServers(
  { mcpServers: own }: { readonly mcpServers: McpServers },
  workRoot: string,
): McpServers {
  const file = join(workRoot, MCP_CONFIG_FILE);
  const listed = Object.entries(listedIn(file));
  const off = new Set(listed.flatMap(([name, { enabled }]) => (enabled === false ? [name] : [])));
  const defined = listed.flatMap(([name, { enabled: _enabled, description: _description, ...server }]) =>
    'command' in server || 'url' in server ? [[name, server] as const] : [],
  );
  const all = { ...toMcpServers(Object.fromEntries(defined), file), ...own };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !off.has(name)));
}

function listedIn(file: string): McpServers {
  const text = readTextIfThere(file, MAX_BYTES);
  if (text === undefined) return {};
  const json = parse(text, file);
  const servers = isObject(json) ? (json['mcp_servers'] ?? json['mcpServers'] ?? {}) : undefined;
  if (isServerList(servers)) return servers;
  throw new ProjectError('invalid-config', `In ${file}, "mcp_servers" is not an object with a server each.`);
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new ProjectError('invalid-config', `"${file}" is not JSON: ${toError(thrown).message}.`, {
      cause: thrown,
    });
  }
}
