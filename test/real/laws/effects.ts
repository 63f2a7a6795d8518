import assert from 'node:assert/strict';
import { bash, choose, tool, turns, write } from '../helpers/answers.ts';
import type { Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

const actions = { Done: { target: 'End' } };
const END = { End: { type: 'end' } };
const NODE = 'Bash(node *)';

/** What an agent that only reads may try. */
const VANDAL = [
  bash('echo hacked > src/add.js; rm package.json'),
  bash('sed -i s/a/b/ src/add.js'),
  write('src/new.js', 'hacked'),
  tool('Edit', { file_path: 'src/add.js', old_string: 'a - b', new_string: 'hacked' }),
  bash('git commit --allow-empty --message mine'),
  bash('git stash --include-untracked'),
];

/** A server whose one tool writes into a file of the project. */
const NOTES = `import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const send = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
const write = () => { try { appendFileSync('src/add.js', '// noted'); return 'tried'; } catch (error) { return 'tried: ' + error.code; } };
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize')
    send(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1' } });
  else if (method === 'tools/list') send(id, { tools: [{ name: 'write', description: 'write', inputSchema: { type: 'object', properties: {} } }] });
  else if (method === 'tools/call') send(id, { content: [{ type: 'text', text: write() }] });
  else if (id !== undefined) send(id, {});
});
`;

/** The work tree without what wfmap keeps, and the commit that is checked out. */
const stateOf = (bench: Bench): string =>
  bench.git('status', '--porcelain', '--', '.', ':!.wfmap') + bench.git('rev-parse', 'HEAD');

export const effects: readonly Law[] = [
  {
    title: 'an agent in a read-only branch writes nothing, by whatever tool',
    answers: turns('Look, and touch nothing.', ...VANDAL, choose('Done')),
    check: async (bench) => {
      const map = bench.map({
        Both: {
          type: 'parallel',
          workspace: 'readonly',
          branches: {
            a: {
              startTaskDefinition: 'Look',
              taskDefinitions: {
                Look: {
                  type: 'claude',
                  promptTemplate: 'Look, and touch nothing.',
                  permissionMode: 'acceptEdits',
                  actions,
                },
                ...END,
              },
            },
          },
          actions,
        },
        ...END,
      });
      const before = stateOf(bench);
      await bench.wfmap(0, 'run', map);
      assert.equal(stateOf(bench), before);
    },
  },
  {
    title: 'a reader behind the wall of the machine changes no file by a command that it may run',
    answers: turns(
      'Look behind a wall.',
      bash(`node -e 'fs.appendFileSync("src/add.js", "// hacked")'`),
      bash(`node -e 'fs.writeFileSync(os.tmpdir() + "/note", "mine")'`),
      choose('Done'),
    ),
    check: async (bench) => {
      bench.environment['WFMAP_WALL'] = process.env['WFMAP_WALL'];
      const look = {
        type: 'claude',
        promptTemplate: 'Look behind a wall.',
        writes: ['nothing'],
        allowedTools: [NODE],
        actions,
      };
      const before = stateOf(bench);
      const map = bench.map({ Look: look, ...END });
      const { stderr } = await bench.wfmap(0, 'run', map);
      assert.match(stderr, /run behind (bwrap|Landlock)/);
      assert.equal(stateOf(bench).replace('?? test-map.json\n', ''), before);
    },
  },
  {
    title:
      'a reviewer whose "npm run format" changes what it reviews is held by the wall, and fails without one',
    answers: turns(
      'Review what is there.',
      bash('npm run format'),
      choose('Done'),
      bash('npm run format'),
      choose('Done'),
    ),
    check: async (bench) => {
      const format = `node -e "fs.appendFileSync('src/add.js', '// tidy')"`;
      bench.write(
        'package.json',
        JSON.stringify({ name: 'calculator', type: 'module', scripts: { format } }),
      );
      const review = {
        type: 'claude',
        promptTemplate: 'Review what is there.',
        writes: ['nothing'],
        allowedTools: ['Bash(npm *)'],
        actions,
      };
      const map = bench.map({ Review: review, ...END });
      const before = bench.read('src/add.js');
      bench.environment['WFMAP_WALL'] = process.env['WFMAP_WALL'];
      await bench.wfmap(0, 'run', map);
      assert.equal(bench.read('src/add.js'), before);
      bench.environment['WFMAP_WALL'] = 'off';
      const { stderr } = await bench.wfmap(6, 'run', map);
      assert.match(stderr, /It changed "src\/add\.js", and may change nothing\..*task-001-review\.patch/s);
      const [patch = ''] = /\S+task-001-review\.patch/.exec(stderr) ?? [];
      bench.git('apply', '-R', patch);
      assert.equal(bench.read('src/add.js'), before);
    },
  },
  {
    title: 'an MCP server of a task that may write nothing changes no file behind the wall',
    answers: turns('Look by a server.', tool('mcp__notes__write', {}), choose('Done')),
    check: async (bench) => {
      bench.environment['WFMAP_WALL'] = process.env['WFMAP_WALL'];
      bench.environment['XDG_STATE_HOME'] = `${bench.folder}/.git/state`;
      bench.write('notes.mjs', NOTES);
      const mcpServers = { notes: { command: 'node', args: ['notes.mjs'] } };
      bench.write('wfmap.config.json', JSON.stringify({ mcpServers }));
      const look = {
        type: 'claude',
        promptTemplate: 'Look by a server.',
        writes: ['nothing'],
        allowedTools: ['mcp__notes__write'],
        actions,
      };
      const before = bench.read('src/add.js');
      await bench.wfmap(0, 'run', bench.map({ Look: look, ...END }), '--accept-settings');
      // It was called, wherever it wrote: an overlay takes what is written and goes.
      assert.match(bench.requests().at(-1)?.results[0] ?? '', /^tried/);
      assert.equal(bench.read('src/add.js'), before);
    },
  },
  {
    title: 'a reader who changes a file by a command that it may run fails, and the file is named',
    answers: turns(
      'Look with node.',
      bash(`node -e 'fs.appendFileSync("src/add.js", "// hacked")'`),
      choose('Done'),
      choose('Done'),
    ),
    check: async (bench) => {
      const look = {
        type: 'claude',
        promptTemplate: 'Look with node.',
        writes: ['nothing'],
        allowedTools: [NODE],
        actions,
      };
      const { stderr } = await bench.wfmap(6, 'run', bench.map({ Look: look, ...END }));
      assert.match(stderr, /It changed "src\/add\.js", and may change nothing\./);
      // A person has seen it: the task begins again, with what is there.
      await bench.wfmap(0, 'resume');
      assert.match(bench.read('src/add.js'), /hacked/);
    },
  },
  {
    title:
      'an agent whose task says nothing of what it may change changes nothing, whatever its mode and its tools',
    answers: turns('Work as you like.', ...VANDAL, choose('Done')),
    check: async (bench) => {
      const work = {
        type: 'claude',
        promptTemplate: 'Work as you like.',
        permissionMode: 'acceptEdits',
        allowedTools: ['Edit', 'Write'],
        actions,
      };
      const map = bench.map({ Work: work, ...END });
      const { stdout } = await bench.wfmap(0, 'validate', map);
      assert.match(stdout, /Task "Work" does not say what it may change/);
      const before = stateOf(bench);
      await bench.wfmap(0, 'run', map);
      assert.equal(stateOf(bench), before);
    },
  },
  {
    title: 'a map of before edits again once it is fixed, in both forms',
    answers: turns(
      'Work as before.',
      write('src/new.js', 'one'),
      choose('Done'),
      write('src/new.js', 'two'),
      choose('Done'),
    ),
    check: async (bench) => {
      const work = {
        type: 'claude',
        promptTemplate: 'Work as before.',
        permissionMode: 'acceptEdits',
        actions,
      };
      const map = bench.map({ Work: work, ...END });
      await bench.wfmap(0, 'compile', map, '--to', 'wfmap', '-o', 'before.wfmap');
      for (const [form, text] of [
        [map, 'one'],
        ['before.wfmap', 'two'],
      ] as const) {
        await bench.wfmap(0, 'validate', form, '--fix', '--max-warnings=0');
        await bench.wfmap(0, 'run', form);
        assert.equal(bench.read('src/new.js'), text);
      }
    },
  },
  {
    title: 'a map of the original format edits as its permissions allow, and says so at the start',
    answers: turns('Code it.', bash('mkdir made'), choose('Done')),
    check: async (bench) => {
      const map = bench.map({ Code: { type: 'claude', promptTemplate: 'Code it.', actions }, ...END });
      const { stderr } = await bench.wfmap(0, 'run', map, '--allow=Bash(mkdir *)');
      assert.ok(bench.has('made'));
      assert.match(
        stderr,
        /Agents edit as their permissions allow, since \S+ uses the fields of the original format alone/,
      );
    },
  },
  {
    title: 'an agent edits the paths of its task without being asked, and no others',
    answers: turns(
      'Write where you may.',
      write('src/mine.js', 'mine'),
      write('other.js', 'not mine'),
      write('test/frozen.js', 'not mine either'),
      bash('echo mine > src/echo.txt; echo other > echo.txt'),
      bash('git commit --allow-empty --message mine'),
      choose('Done'),
    ),
    check: async (bench) => {
      const map = bench.map({
        Write: {
          type: 'claude',
          promptTemplate: 'Write where you may.',
          writes: ['src', 'test'],
          frozen: "['test/frozen.js']",
          actions,
        },
        ...END,
      });
      const head = bench.git('rev-parse', 'HEAD');
      await bench.wfmap(0, 'run', map);
      assert.equal(bench.read('src/mine.js'), 'mine');
      for (const path of ['other.js', 'test/frozen.js', 'echo.txt']) assert.ok(!bench.has(path), path);
      assert.equal(bench.git('rev-parse', 'HEAD'), head);
    },
  },
  {
    title: 'frozen tests that an agent empties by a command fail its task',
    answers: turns(
      'Make the tests pass.',
      bash(`node -e 'fs.writeFileSync("test/sum.test.js", "")'`),
      choose('Done'),
    ),
    check: async (bench) => {
      bench.write('test/sum.test.js', 'throw new Error("red")\n');
      const map = bench.map({
        Work: {
          type: 'claude',
          promptTemplate: 'Make the tests pass.',
          writes: ['anything'],
          frozen: "['test']",
          allowedTools: [NODE],
          onError: 'Cheated',
          actions,
        },
        ...END,
        Cheated: { type: 'end', failed: true },
      });
      const { stderr } = await bench.wfmap(1, 'run', map);
      assert.match(stderr, /It changed "test\/sum\.test\.js", and may change anything but "test"\./);
    },
  },
  {
    title: "a role that asks for the project's commands may run them, with further arguments, and no others",
    answers: turns(
      'Check the project.',
      bash('sh check.sh'),
      bash('sh check.sh --all'),
      bash('sh other.sh'),
      choose('Done'),
    ),
    check: async (bench) => {
      bench.write('check.sh', 'echo "checked $*" >> checked.txt\n');
      bench.write('other.sh', 'echo other >> checked.txt\n');
      bench.write('wfmap.config.json', JSON.stringify({ checks: { test: 'sh check.sh' } }));
      const check = {
        type: 'claude',
        promptTemplate: 'Check the project.',
        allowedTools: ['Bash(@project)'],
        writes: ['anything'],
        actions,
      };
      await bench.wfmap(0, 'run', bench.map({ Check: check, ...END }), '--accept-settings');
      assert.equal(bench.read('checked.txt'), 'checked \nchecked --all\n');
    },
  },
];
