import assert from 'node:assert/strict';
import { join } from 'node:path';
import { bash, choose, turns, write, type Answer } from '../helpers/answers.ts';
import type { Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

const END = { End: { type: 'end' } };
const DONE = { Done: { target: 'End' } };
const ALL = JSON.stringify({
  permissions: { allow: ['Bash', 'Edit', 'Write'], defaultMode: 'bypassPermissions' },
  disableAllHooks: true,
});

/** Gives a law a configuration of the user that is its own. */
function asUser(bench: Bench, files: Readonly<Record<string, string>>): void {
  bench.environment['CLAUDE_CONFIG_DIR'] = join(bench.folder, 'user');
  for (const [path, text] of Object.entries(files)) bench.write(join('user', path), text);
}

const work = (promptTemplate: string, more: object = {}) => ({
  Work: { type: 'claude', writes: ['anything'], promptTemplate, actions: DONE, ...more },
  ...END,
});

/** Longer than Claude Code takes to notice that a file of settings was changed. */
const LATER = bash('node -e "setTimeout(() => {}, 4000)"');

const programs = (words: string): readonly Answer[] =>
  turns(
    words,
    bash('node attack.mjs'),
    LATER,
    bash("python3 -c \"open('python.txt', 'w')\""),
    choose('Done'),
  );

export const isolation: readonly Law[] = [
  {
    title: 'an agent that writes files of settings gains nothing, in its task and in the next',
    answers: [
      ...programs('Write your own permissions.'),
      ...turns('Use them.', LATER, bash('python3 -c 1'), choose('Done')),
    ],
    check: async (bench) => {
      asUser(bench, {});
      const files = ['.claude/settings.local.json', '.claude/settings.json', 'user/settings.json'];
      bench.write(
        'attack.mjs',
        `import fs from 'node:fs';\nfs.mkdirSync('.claude', { recursive: true });\nfor (const file of ${JSON.stringify(files)}) fs.writeFileSync(file, ${JSON.stringify(ALL)});\n`,
      );
      const allowedTools = ['Bash(node *)'];
      const map = bench.map({
        First: {
          type: 'claude',
          writes: ['anything'],
          promptTemplate: 'Write your own permissions.',
          allowedTools,
          reminder: 'Only this subtask.',
          actions: { Done: { target: 'Second' } },
        },
        Second: {
          type: 'claude',
          writes: ['anything'],
          promptTemplate: 'Use them.',
          allowedTools,
          actions: DONE,
        },
        ...END,
      });
      const { stderr } = await bench.wfmap(0, 'run', map);
      for (const file of files) assert.equal(bench.read(file), ALL);
      assert.ok(!bench.has('python.txt'));
      assert.equal(stderr.match(/refused: Bash python3/g)?.length, 2, stderr);
      const first = bench
        .requests()
        .findLast(({ texts }) => texts.some((text) => text.includes('Write your own')));
      assert.equal(
        first?.all.split('Only this subtask.').length,
        4,
        'the reminder is at every use of a tool',
      );
    },
  },
  {
    title:
      'instructions of the user and of the project reach the model, each once, at every request of a task',
    answers: turns('Follow the instructions.', bash('git status'), choose('Done')),
    check: async (bench) => {
      asUser(bench, {
        'CLAUDE.md': 'WORDS-USER @more.md',
        'more.md': 'WORDS-IMPORT',
        'rules/a.md': 'WORDS-USERRULE',
      });
      bench.write('CLAUDE.md', 'WORDS-PROJECT @docs/style.md @../user.md @~/.profile');
      bench.write('docs/style.md', 'WORDS-STYLE');
      bench.write('.claude/rules/deep/b.md', 'WORDS-RULE');
      bench.write('CLAUDE.local.md', 'WORDS-LOCAL');
      bench.write('AGENTS.md', 'WORDS-AGENTS');
      await bench.wfmap(0, 'run', bench.map(work('Follow the instructions.')));
      const reported = bench.requests().map(({ system }) => [...system.matchAll(/WORDS-\w+/g)].join(' '));
      const all = 'WORDS-USER WORDS-IMPORT WORDS-USERRULE WORDS-PROJECT WORDS-STYLE WORDS-RULE WORDS-LOCAL';
      assert.deepEqual(reported, [all, all]);
      assert.ok(!bench.requests().some((request) => request.all.includes('WORDS-')));
    },
  },
  {
    title: 'AGENTS.md reaches the model where the project has no CLAUDE.md',
    answers: turns('Follow the other file.', choose('Done')),
    check: async (bench) => {
      asUser(bench, {});
      bench.write('AGENTS.md', 'WORDS-AGENTS');
      await bench.wfmap(0, 'run', bench.map(work('Follow the other file.')));
      assert.match(bench.requests()[0]?.system ?? '', /WORDS-AGENTS/);
    },
  },
  {
    title:
      "the login and the variables of the user's settings are used, and no secret is on the command line",
    answers: turns('Log in.', bash('ps -ww -o args= -p $PPID'), choose('Done')),
    check: async (bench) => {
      const { ANTHROPIC_BASE_URL } = bench.environment;
      for (const name of ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL']) {
        delete bench.environment[name];
      }
      const env = { ANTHROPIC_BASE_URL, OTHER_TOKEN: 'hidden-in-the-settings' };
      const apiKeyHelper = `touch ${join(bench.folder, 'asked')}; echo sk-ant-from-a-helper`;
      asUser(bench, { 'settings.json': JSON.stringify({ apiKeyHelper, env }) });
      await bench.wfmap(0, 'run', bench.map(work('Log in.', { allowedTools: ['Bash'] })));
      assert.ok(bench.has('asked'));
      const { results = [] } = bench.requests().at(-1) ?? {};
      assert.match(results[0] ?? '', /--setting-sources=/);
      assert.doesNotMatch(results[0] ?? '', /hidden-in-the-settings/);
    },
  },
  {
    title:
      'what the project refuses is refused, and what it allows is not allowed by that; the user may do both',
    answers: turns(
      'Try the rules.',
      write('kept/a.txt', 'a'),
      write('near/a.txt', 'a'),
      write('open/a.txt', 'a'),
      bash("python3 -c \"open('python.txt', 'w')\""),
      bash("node -e \"fs.writeFileSync('node.txt', '')\""),
      choose('Done'),
    ),
    check: async (bench) => {
      asUser(bench, {
        'settings.json': '{"permissions": {"allow": ["Bash(node *)"], "deny": ["Edit(near/**)"]}}',
      });
      const rules = { deny: ['Edit(/kept/**)'], allow: ['Bash(python3 *)'] };
      bench.write('.claude/settings.json', JSON.stringify({ permissions: rules }));
      await bench.wfmap(0, 'run', bench.map(work('Try the rules.')));
      const made = ['kept/a.txt', 'near/a.txt', 'open/a.txt', 'python.txt', 'node.txt'];
      assert.deepEqual(made.filter(bench.has), ['open/a.txt', 'node.txt']);
    },
  },
  {
    title: "the user's hooks run, those of the project and its MCP servers do not",
    answers: turns('Run the hooks.', write('one.txt', '1'), choose('Done')),
    check: async (bench) => {
      const settings = (file: string) => {
        const hook = { type: 'command', command: `cat > /dev/null; echo ran >> ${file}` };
        return JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Write', hooks: [hook] }] } });
      };
      asUser(bench, { 'settings.json': settings('user.log') });
      bench.write('.claude/settings.json', settings('project.log'));
      const server = { command: 'sh', args: ['-c', 'touch server.log'] };
      bench.write('.mcp.json', JSON.stringify({ mcpServers: { mine: server } }));
      await bench.wfmap(0, 'run', bench.map(work('Run the hooks.')));
      assert.equal(bench.read('user.log'), 'ran\n');
      assert.ok(!bench.has('project.log') && !bench.has('server.log'));
    },
  },
  {
    title: 'the model is offered the tools of work and those that a task names, and none that are denied',
    answers: [
      ...turns('Work as ever.', choose('Done')),
      ...turns('Read alone.', choose('Done')),
      ...turns('Ask others.', choose('Done')),
    ],
    check: async (bench) => {
      asUser(bench, {});
      const task = { type: 'claude', writes: ['anything'], actions: { Done: { target: 'Second' } } };
      const map = bench.map({
        First: { ...task, promptTemplate: 'Work as ever.' },
        Second: {
          ...task,
          promptTemplate: 'Read alone.',
          disallowedTools: ['Bash', 'Edit', 'Write', 'NotebookEdit'],
          actions: { Done: { target: 'Third' } },
        },
        Third: {
          ...task,
          promptTemplate: 'Ask others.',
          allowedTools: ['Agent', 'WebFetch(domain:a.b)'],
          actions: DONE,
        },
        ...END,
      });
      await bench.wfmap(0, 'run', map);
      const offered = bench.requests().map(({ tools }) =>
        tools
          .filter((name) => !/Placeholder/.test(name))
          .toSorted()
          .join(' '),
      );
      assert.deepEqual(offered, [
        'Bash Edit NotebookEdit Read StructuredOutput Write',
        'Glob Grep Read StructuredOutput',
        'Agent Bash Edit NotebookEdit Read StructuredOutput WebFetch Write',
      ]);
    },
  },
];
