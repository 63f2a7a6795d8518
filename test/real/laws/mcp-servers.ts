import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { choose, tool, turns } from '../helpers/answers.ts';
import { assertHolds } from '../helpers/assert-holds.ts';
import type { Bench } from '../helpers/bench.ts';
import { addIsMended, planOf } from '../helpers/both-subtasks.ts';
import { looks, onBranch } from '../helpers/calculator.ts';
import type { Law } from '../helpers/law.ts';
import { promptsOf } from '../helpers/map-evidence.ts';
import { answersTo, report } from '../helpers/map-jobs.ts';
import { approved, verified } from '../helpers/map-reports.ts';

/** A server whose one tool says which token it was given, and that notes each of its starts. */
const SERVER = `import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
appendFileSync('.git/starts', process.env.TOKEN + '\\n');
const send = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
const tool = (name) => ({ name, description: name, inputSchema: { type: 'object', properties: {} } });
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    const { protocolVersion } = params;
    send(id, { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'tickets', version: '1' } });
  } else if (method === 'tools/list') send(id, { tools: [tool('list'), tool('close')] });
  else if (method === 'tools/call') send(id, { content: [{ type: 'text', text: 'token ' + process.env.TOKEN }] });
  else if (id !== undefined) send(id, {});
});
`;

const serversWith = (token: string) => ({
  tickets: { command: 'node', args: ['tickets.mjs'], env: { TOKEN: token } },
});
const configure = (bench: Bench, token: string): void =>
  bench.write('wfmap.config.json', JSON.stringify({ mcpServers: serversWith(token) }));
const LIST = tool('mcp__tickets__list', {});
const CLOSE = tool('mcp__tickets__close', {});

const task = (words: string, target: string, allowedTools: readonly string[]) => ({
  type: 'claude',
  promptTemplate: words,
  allowedTools,
  writes: ['nothing'],
  actions: { Done: { target } },
});
const mapOf = (law: string) => ({
  Without: task(`${law}: without servers.`, 'With', ['Bash(npm test)']),
  With: task(`${law}: with a server.`, 'End', ['mcp__tickets__list']),
  End: { type: 'end' },
});
const startsIn = (bench: Bench): number =>
  bench.has('.git/starts') ? bench.read('.git/starts').trimEnd().split('\n').length : 0;

export const mcpServers: readonly Law[] = [
  {
    title:
      'an MCP server starts once a person has accepted it, for the task that names its tool and for no other',
    answers: [
      ...turns('Accepted: without servers.', LIST, choose('Done'), LIST, choose('Done')),
      ...turns('Accepted: with a server.', LIST, choose('Done'), LIST, CLOSE, choose('Done')),
    ],
    check: async (bench) => {
      bench.environment['XDG_STATE_HOME'] = `${bench.folder}/.git/state`;
      bench.write('tickets.mjs', SERVER);
      configure(bench, 'one');
      const map = bench.map(mapOf('Accepted'));
      const first = await bench.wfmap(0, 'run', map);
      assert.match(first.stderr, /^.*tickets: node tickets\.mjs \(with TOKEN\)$/m);
      assert.match(first.stderr, /They do not start, because nobody has accepted them in this project\./);
      assert.equal(startsIn(bench), 0);
      const second = await bench.wfmap(0, 'run', map, '--accept-settings');
      const results = bench.requests().at(-1)?.results ?? [];
      assert.match(results[0] ?? '', /token one/);
      assert.match(results[1] ?? '', /denied/);
      assert.equal(startsIn(bench), 1);
      assert.match(
        second.stderr,
        /refused: mcp__tickets__close \{\} {2}\(allow it with --allow mcp__tickets__close\)/,
      );
    },
  },
  {
    title:
      'a change of the MCP servers has no effect on a run that has started, and is asked about by the next',
    answers: [
      ...turns('Frozen: without servers.', choose('Done'), choose('Done')),
      ...turns('Frozen: with a server.', LIST, choose('Done'), choose('Done')),
    ],
    check: async (bench) => {
      bench.environment['XDG_STATE_HOME'] = `${bench.folder}/.git/state`;
      bench.write('tickets.mjs', SERVER);
      configure(bench, 'one');
      const map = bench.map(mapOf('Frozen'));
      await bench.wfmap(5, 'run', map, '--accept-settings', '--max-steps=1');
      configure(bench, 'two');
      const { stderr } = await bench.wfmap(0, 'resume', '--max-steps=+5');
      assert.match(stderr, /The MCP servers of this project have changed since the run started\./);
      assert.match(bench.requests().at(-1)?.results[0] ?? '', /token one/);
      const next = await bench.wfmap(0, 'run', map);
      assert.match(next.stderr, /They do not start, because nobody has accepted them in this project\./);
      assert.equal(bench.read('.git/starts'), 'one\n');
    },
  },
  {
    title: 'a task that names a server that is not configured is reported before anything is paid for',
    answers: turns('Missing: with a server.', choose('Done')),
    check: async (bench) => {
      const { With, End } = mapOf('Missing');
      const { stderr } = await bench.wfmap(0, 'run', bench.map({ With, End }));
      const said = stderr.indexOf(
        'Task "With" names tools of the MCP server "tickets", which is not configured',
      );
      assert.ok(said >= 0 && said < stderr.indexOf('[1]'), stderr);
    },
  },
  {
    title: 'the research of a shipped map looks something up by a server that a role of the project names',
    answers: [
      ...answersTo('plan', { story: 'LOOKUP' }, planOf('LOOKUP', 1)),
      ...answersTo(
        'research',
        { story: 'LOOKUP' },
        LIST,
        report({
          confidence: 0.9,
          status: 'OK',
          executive_summary: 'LOOKEDUP: sums are a + b.',
          relevant_locations: [],
          patterns_discovered: [],
        }),
      ),
      ...answersTo('change', { story: 'LOOKUP' }, ...addIsMended),
      ...answersTo('judge', { story: 'LOOKUP' }, looks, approved),
      ...answersTo('verify', { story: 'LOOKUP' }, verified),
    ],
    check: async (bench) => {
      bench.environment['XDG_STATE_HOME'] = `${bench.folder}/.git/state`;
      onBranch(bench);
      bench.write('tickets.mjs', SERVER);
      configure(bench, 'DOCUMENTED');
      const role = 'prompts/agents/research-agent.md';
      const shipped = readFileSync(join(import.meta.dirname, '../../..', role), 'utf8');
      bench.write(role, shipped.replace('tools:\n', 'tools:\n  - mcp__tickets__list\n'));
      bench.git('add', '--all');
      bench.git('commit', '-q', '-m', 'A server for the research');
      const flags = [
        '--storyId=LOOKUP',
        '--goal=LOOKUP: make add add.',
        '--autoApprove',
        '--accept-settings',
      ];
      await bench.wfmap(0, 'run', 'efficient', ...flags);
      assert.ok(
        bench.requests().some(({ results }) => results.some((each) => /token DOCUMENTED/.test(each))),
      );
      assert.equal(startsIn(bench), 1);
      assertHolds(promptsOf(bench, 'change', { story: 'LOOKUP' })[0], 'LOOKEDUP: sums are a + b.');
    },
  },
];
