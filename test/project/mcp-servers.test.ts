import { describe, expect, test } from 'vitest';
import { MCP_CONFIG_FILE, readMcpServers, toMcpServers } from '../../src/project/mcp-servers.ts';
import { inFolder, projectFaultOf } from './in-folder.ts';

const { root, put } = inFolder();
const server = { command: 'node', args: ['x.js'] };

describe('the setting mcpServers', () => {
  test('has servers by name, each with a command or an address', () => {
    const servers = {
      tickets: { ...server, type: 'stdio', env: { TOKEN: '${TOKEN}' } },
      'docs-2': { type: 'http', url: 'https://docs.example/mcp', headers: { Authorization: 'x' } },
      a_b: { command: './server' },
    };
    expect(toMcpServers(servers, 'the file')).toEqual(servers);
    expect(toMcpServers(undefined, 'the file')).toEqual({});
  });

  test.each<readonly [unknown, string]>([
    [[], '"mcpServers" is not an object'],
    [{ a__b: server }, '"a__b" cannot be the name of an MCP server'],
    [{ 'a b': server }, '"a b" cannot be the name of an MCP server'],
    [{ '': server }, '"" cannot be the name of an MCP server'],
    ...[
      'node',
      {},
      { command: '' },
      { command: 'node', url: 'https://x' },
      { command: 'node', args: 'x' },
      { command: 'node', args: [1] },
      { command: 'node', env: { A: 1 } },
      { url: 'https://x', type: 'ftp' },
      { command: 'node', cwd: '/' },
      { command: 'node', constructor: 'x' },
      { command: 'node', args: Array.from({ length: 3_000 }, () => 'x') },
    ].map((odd) => [{ x: odd }, '"mcpServers.x" is not a server with a command or an address'] as const),
  ])('is not case %#', (value, fault) => {
    expect(projectFaultOf(() => toMcpServers(value, 'the file')).message).toContain(`In the file, ${fault}.`);
  });
});

describe('.claude/mcp_config.json', () => {
  const read = (listed: unknown, mcpServers = {}) => {
    put(MCP_CONFIG_FILE, typeof listed === 'string' ? listed : JSON.stringify(listed));
    return readMcpServers({ mcpServers }, root());
  };

  test('need not be there', () => {
    expect(readMcpServers({ mcpServers: { x: server } }, root())).toEqual({ x: server });
  });

  test('defines servers, names others, and switches off', () => {
    const listed = {
      deepwiki: { enabled: true, description: 'Repositories' },
      tickets: { enabled: true, description: 'Tickets', ...server },
      off: { enabled: false, ...server },
      own: { enabled: false },
    };
    expect(read({ mcp_servers: listed }, { own: server, more: server })).toEqual({
      tickets: server,
      more: server,
    });
    expect(read({ mcpServers: { x: server } })).toEqual({ x: server });
    expect(read({})).toEqual({});
  });

  test('does not change a server of the settings', () => {
    expect(read({ mcp_servers: { x: { command: 'other' } } }, { x: server })).toEqual({ x: server });
  });

  test.each([
    '{',
    '[]',
    '{"mcp_servers": []}',
    '{"mcp_servers": {"x": 1}}',
    '{"mcp_servers": {"x": {"command": 1}}}',
  ])('is refused as %s', (text) => {
    expect(projectFaultOf(() => read(text)).message).toContain(MCP_CONFIG_FILE);
  });
});
