import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findAccepted, rememberAccepted } from '../../../src/cli/settings/accepted-commands.ts';
import { takeServers, type ServersRequest } from '../../../src/cli/settings/take-servers.ts';
import { loadProgram } from '../../../src/cli/io/load-program.ts';
import { readConfig } from '../../../src/project/config.ts';

let home = '';
let project = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'wfmap-servers-'));
  project = join(home, 'project');
  mkdirSync(project);
  vi.stubEnv('XDG_STATE_HOME', join(home, 'state'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const SERVERS = {
  docs: { type: 'http', url: 'https://docs.example/mcp', headers: { Authorization: 'secret' } },
  tickets: { command: 'node', args: ['a b.js'], env: { TOKEN: 'secret' } },
};
const TEXT = JSON.stringify(SERVERS);

/** Takes servers as a run of a map does whose task allows these tools. */
async function take(tools: readonly string[], more: Partial<ServersRequest> & { mcpServers?: object } = {}) {
  const { mcpServers = SERVERS, ...rest } = more;
  writeFileSync(join(project, 'wfmap.config.json'), JSON.stringify({ mcpServers }));
  const map = {
    description: 'A map.',
    startTaskDefinition: 'Work',
    taskDefinitions: { Work: { type: 'claude', prompt: 'Work.', allowedTools: tools } },
  };
  writeFileSync(join(project, 'a-map.json'), JSON.stringify(map));
  const { program } = loadProgram('a-map.json', project, project);
  const said: string[] = [];
  const taken = await takeServers(readConfig(project), {
    workRoot: project,
    program,
    allowed: [],
    kept: undefined,
    accepts: false,
    say: (line) => said.push(line),
    confirm: undefined,
    ...rest,
  });
  return { ...taken, said };
}

test('nobody is asked about servers that no task names', async () => {
  expect(await take(['Bash(npm test)'])).toEqual({ servers: {}, text: undefined, said: [] });
});

test('servers are shown without their secrets, and start only where a person has accepted them', async () => {
  const { servers, text, said } = await take(['mcp__tickets__list']);
  expect([servers, text]).toEqual([{}, TEXT]);
  expect(said).toEqual([
    'The settings of this project start MCP servers for agents whose tasks name their tools:',
    '  docs: https://docs.example/mcp (with Authorization)',
    "  tickets: node 'a b.js' (with TOKEN)",
    'They do not start, because nobody has accepted them in this project. To accept them: --accept-settings',
  ]);
  expect((await take(['mcp__tickets'], { confirm: () => Promise.resolve(false) })).servers).toEqual({});
  expect(findAccepted(project, TEXT, 'mcpServers').isAccepted).toBe(false);
});

test.each([{ accepts: true }, { confirm: () => Promise.resolve(true) }])(
  'what a person has accepted starts from then on, until it changes: %j',
  async (more) => {
    expect((await take(['mcp__tickets__list'], more)).servers).toEqual(SERVERS);
    const again = await take(['mcp__tickets__list']);
    expect([again.servers, again.said]).toEqual([SERVERS, []]);
    const mcpServers = { tickets: { command: 'other' } };
    expect((await take(['mcp__tickets__list'], { mcpServers })).servers).toEqual({});
  },
);

test('to accept a command accepts no server, and the other way round', async () => {
  rememberAccepted(project, TEXT);
  expect((await take(['mcp__tickets'])).servers).toEqual({});
  await take(['mcp__tickets'], { accepts: true });
  expect(findAccepted(project, TEXT).isAccepted).toBe(true);
});

test('a run keeps the servers that it started with, and these too must have been accepted', async () => {
  const kept = { tickets: { command: 'before' } };
  const { servers, text, said } = await take(['mcp__tickets__list'], { kept });
  expect([servers, text]).toEqual([{}, JSON.stringify(kept)]);
  expect(said[0]).toBe(
    'The MCP servers of this project have changed since the run started. The run keeps those it started with.',
  );
  expect(said[2]).toBe('  tickets: before');
  expect((await take(['mcp__tickets__list'], { kept, accepts: true })).servers).toEqual(kept);
});

test('who names a server that is not configured is reported', async () => {
  const { said, text } = await take(['mcp__wiki__read'], { allowed: ['mcp__jira__list'], mcpServers: {} });
  expect(text).toBe('{}');
  expect(said).toEqual([
    'Task "Work" names tools of the MCP server "wiki", which is not configured, so it will not have them: name the server in "mcpServers" of wfmap.config.json.',
    '--allow names tools of the MCP server "jira", which is not configured, so it will not have them: name the server in "mcpServers" of wfmap.config.json.',
  ]);
});
