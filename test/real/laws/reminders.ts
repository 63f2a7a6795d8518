import assert from 'node:assert/strict';
import { join } from 'node:path';
import { choose, turns, write } from '../helpers/answers.ts';
import type { Law } from '../helpers/law.ts';

const END = { End: { type: 'end' } };
const DONE = { Done: { target: 'End' } };
const TEXT = `Subtask ST-007: it's "one" file, $HOME and \`nothing\` else.`;

export const reminders: readonly Law[] = [
  {
    title: 'a reminder is in the request after a tool that it is about, and in none before it',
    answers: turns('Be reminded.', write('one.txt', '1'), write('two.txt', '2'), choose('Done')),
    check: async (bench) => {
      const task = { type: 'claude', writes: ['anything'], promptTemplate: 'Be reminded.', actions: DONE };
      await bench.wfmap(0, 'run', bench.map({ Work: { ...task, reminder: TEXT }, ...END }));
      const reported = bench.requests().map((request) => request.all.split(quoted(TEXT)).length - 1);
      assert.deepEqual(reported, [0, 1, 2], 'how often each request holds the text');
      assert.deepEqual([bench.read('one.txt'), bench.read('two.txt')], ['1', '2']);
    },
  },
  {
    title:
      'a reminder that comes before refuses the first use of a tool, with its text, and lets the next pass',
    answers: turns('Be stopped once.', write('one.txt', '1'), write('one.txt', '2'), choose('Done')),
    check: async (bench) => {
      const reminder = { text: TEXT, on: ['Write'], before: true };
      const task = {
        type: 'claude',
        writes: ['anything'],
        promptTemplate: 'Be stopped once.',
        actions: DONE,
      };
      const { stderr } = await bench.wfmap(0, 'run', bench.map({ Work: { ...task, reminder }, ...END }));
      const { results } = bench.requests().at(-1) ?? { results: [] };
      assert.ok(results[0]?.includes(TEXT), `the first use is refused with the text: ${results[0]}`);
      assert.ok(results[1] !== undefined && !results[1].includes(TEXT), 'the second passes');
      assert.equal(bench.read('one.txt'), '2');
      assert.doesNotMatch(stderr, /refused:/);
    },
  },
  {
    title: "a reminder leaves the user's own hooks alone",
    answers: turns('Keep the hooks.', write('one.txt', '1'), choose('Done')),
    check: async (bench) => {
      const hook = { type: 'command', command: 'cat > /dev/null; echo seen >> hook.log' };
      const hooks = { PreToolUse: [{ matcher: 'Write', hooks: [hook] }] };
      bench.environment['CLAUDE_CONFIG_DIR'] = join(bench.folder, 'user');
      bench.write('user/settings.json', JSON.stringify({ hooks }));
      const task = { type: 'claude', writes: ['anything'], promptTemplate: 'Keep the hooks.', actions: DONE };
      await bench.wfmap(0, 'run', bench.map({ Work: { ...task, reminder: TEXT }, ...END }));
      assert.equal(bench.read('hook.log'), 'seen\n');
      assert.ok(bench.requests().at(-1)?.all.includes(quoted(TEXT)));
    },
  },
  {
    title: 'a reminder arrives from a folder whose name a shell would take apart',
    answers: turns('Be reminded there.', write('one.txt', '1'), choose('Done')),
    check: async (bench) => {
      const task = {
        type: 'claude',
        writes: ['anything'],
        promptTemplate: 'Be reminded there.',
        actions: DONE,
      };
      const name = `it's "odd" $HOME; & co`;
      bench.write(`${name}/map.json`, '{}');
      bench.git('init', '-q', name);
      const map = { description: 'A map.', startTaskDefinition: 'Work', taskDefinitions: {} };
      const tasks = { Work: { ...task, reminder: TEXT }, ...END };
      bench.write(`${name}/test-map.json`, JSON.stringify({ ...map, taskDefinitions: tasks }));
      await bench.wfmapIn(name, 0, 'run', 'test-map.json');
      assert.ok(bench.requests().at(-1)?.all.includes(quoted(TEXT)));
    },
  },
];

/** A text as it stands in JSON. */
function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
