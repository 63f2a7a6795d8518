import assert from 'node:assert/strict';
import { bash, choose, give, turns, write } from '../helpers/answers.ts';
import type { Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

// A record of a run plays to the same end, in a test and as the script of a scripted agent, and holds no secret and no path.

/** Commits a map: worktrees begin at what is committed. */
function commitMap(bench: Bench, text: string): void {
  bench.write('m.wfmap', text);
  bench.git('add', '.');
  bench.git('commit', '-qm', 'A map');
}

/** Records the newest run and plays the record, in a test and as a run. Shape: the text of the record. */
async function recordAndPlay(bench: Bench, run: string, exitCode: number): Promise<string> {
  const file = 'workflows/scenarios/recorded.scenario.yaml';
  const { stderr } = await bench.wfmap(0, 'record', run, '-o', file);
  assert.match(stderr, /It plays to the same end, with the same steps\./);
  await bench.wfmap(0, 'test', file);
  const text = bench.read(file);
  assert.ok(!text.includes(bench.folder), 'no path of this machine');
  const before = tasksOf(await bench.events());
  await bench.wfmap(exitCode, 'run', 'm.wfmap', '--agent', `scripted:${file}`, '--no-input');
  assert.deepEqual(tasksOf(await bench.events()), before);
  return text;
}

/** The tasks of the newest run that were entered, and how it came to rest. What goes on side by side is in no order. */
function tasksOf(events: Awaited<ReturnType<Bench['events']>>): readonly string[] {
  const entered = events
    .filter(({ type }) => type === 'task.started')
    .map(({ address }) => JSON.stringify(address));
  const rest = events.findLast(({ type }) => type === 'run.finished' || type === 'run.paused');
  return [...entered.toSorted(), JSON.stringify([rest?.type, rest?.data['outcome'], rest?.data['failed']])];
}

const WORKTREES = `map "Two changes side by side."
foreach Build as built
  each name in ["one", "two"]
  key name
  concurrency 2
  workspace worktree merge onSuccess
  body {
    claude Code
      writes anything
      promptTemplate "Write the file \${name}."
      Done -> Made
    end Made outcome made
  }
  Built -> Check
shell Check
  command "cat one.txt two.txt missing.txt 2>/dev/null | wc -l"
  -> Done when result.stdout.trim() == "2"
  -> Broken
end Done
end Broken failed
`;

const HUMAN = `map "A person decides."
claude Draft as draft
  promptTemplate "Draft it."
  output { type: "object", required: ["title"], properties: { title: { type: "string" } } }
  Ask -> Ask
human Ask as said
  promptTemplate "Take \${draft.title}?"
  field note?: string "Why"
  Take it -> Done
  Again -> Draft at most 2 then Done
end Done = said.fields
`;

const FAILURE = `map "An agent that fails twice."
claude Try
  promptTemplate "Try it."
  on error -> Look
  Done -> Done
shell Look
  command "echo looked; exit 3"
  -> Gave Up
end Done
end Gave Up failed because "Nobody could."
`;

const SUB_MAP = `map "The outer map."
workflow Inner as inner
  map inner.wfmap
  with what = "a name"
  -> Done
end Done = inner.result
`;

const INNER = `map "The inner map."
input what: string "What"
claude Code
  writes src
  promptTemplate "Change \${what}."
  Done -> Done
end Done outcome changed = "changed " + what
`;

const SECRET = `map "An agent that says a secret."
claude Look as looked
  writes anything
  allowedTools Bash
  promptTemplate "Say what you know."
  output { type: "object", required: ["words"], properties: { words: { type: "string" } } }
  -> Done
end Done = looked
`;

const TOKEN = 'tok-3f9a81c2d47be650';

export const records: readonly Law[] = [
  {
    title: 'a record of a run in worktrees has both changes and plays to the same end',
    answers: [
      ...turns('Write the file one.', write('one.txt', 'one\n'), choose('Done')),
      ...turns('Write the file two.', write('two.txt', 'two\n'), choose('Done')),
    ],
    check: async (bench) => {
      commitMap(bench, WORKTREES);
      await bench.wfmap(0, 'run', 'm.wfmap', '--here');
      const text = await recordAndPlay(bench, 'm/slip-001', 0);
      assert.match(text, /edits:\n +one\.txt: \|\n +one\n/);
      assert.match(text, /edits:\n +two\.txt: \|\n +two\n/);
    },
  },
  {
    title:
      'a record of a run that a person answered has the answers, and one that waits ends at the question',
    answers: turns(
      'Draft it.',
      give({ action: 'Ask', output: { title: 'First' } }),
      give({ action: 'Ask', output: { title: 'Second' } }),
    ),
    check: async (bench) => {
      commitMap(bench, HUMAN);
      await bench.wfmap(4, 'run', 'm.wfmap', '--here');
      const waiting = await recordAndPlay(bench, 'm/slip-001', 4);
      assert.match(waiting, /"Ask" waits for a person\./);
      await bench.wfmap(4, 'answer', 'm/slip-001', 'Again', '--note', 'not yet');
      await bench.wfmap(0, 'answer', 'm/slip-001', 'Take it', '--note', 'good');
      bench.git('rm', '-q', '--cached', '--ignore-unmatch', 'workflows/scenarios/recorded.scenario.yaml');
      const { stdout } = await bench.wfmap(0, 'record', 'm/slip-001');
      assert.match(stdout, /- action: Take it\n +fields:\n +note: good/);
    },
  },
  {
    title: 'a record of a failure has the faults of the agent and the exit code of the command',
    answers: turns('Try it.', give({}), give({}), give({}), give({}), give({})),
    check: async (bench) => {
      commitMap(bench, FAILURE);
      bench.environment['WFMAP_CLAUDE'] = undefined;
      await bench.wfmap(1, 'run', 'm.wfmap', '--here', '--choose', 'structured');
      const text = await recordAndPlay(bench, 'm/slip-001', 1);
      assert.match(text, /Look:\n +- exitCode: 3\n +stdout: looked/);
    },
  },
  {
    title: 'a record of a run with a map in it has the answers of the inner tasks by their places',
    answers: turns('Change a name.', write('src/add.js', 'export const add = 1;\n'), choose('Done')),
    check: async (bench) => {
      bench.write('inner.wfmap', INNER);
      commitMap(bench, SUB_MAP);
      await bench.wfmap(0, 'run', 'm.wfmap', '--here');
      const text = await recordAndPlay(bench, 'm/slip-001', 0);
      assert.match(text, /Inner\/map\/Code:\n +- action: Done\n/);
      assert.match(text, /src\/add\.js: \|\n +export const add = 1;/);
    },
  },
  {
    title:
      'a record of a run in which an agent says and writes a secret and a path of this machine has neither',
    answers: turns(
      'Say what you know.',
      bash('printf "%s of %s\\n" "$DEPLOY_TOKEN" "$PWD" > kept.txt'),
      give({ output: { words: `I know ${TOKEN} in src/add.js` } }),
    ),
    check: async (bench) => {
      bench.environment['DEPLOY_TOKEN'] = TOKEN;
      commitMap(bench, SECRET);
      await bench.wfmap(0, 'run', 'm.wfmap', '--here');
      const text = await recordAndPlay(bench, 'm/slip-001', 0);
      assert.ok(!text.includes(TOKEN));
      assert.match(text, /\[masked\]/);
      assert.match(text, /words: I know \[masked\] in src\/add\.js/);
      assert.match(text, /kept\.txt: \|\n +\[masked\] of \./);
    },
  },
];
