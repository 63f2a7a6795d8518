import assert from 'node:assert/strict';
import { bash, choose, tool, turns, write } from '../helpers/answers.ts';
import type { Law } from '../helpers/law.ts';
import { openTerminal } from '../helpers/terminal.ts';

const EVIL = 'echo evil >> told.txt';
const settings = (notify: string): string => JSON.stringify({ notify });

/** An agent works, and a person says whether that is to be deployed. */
const gated = (promptTemplate: string, allowedTools: readonly string[]) => ({
  Work: {
    type: 'claude',
    promptTemplate,
    writes: ['anything'],
    permissionMode: 'acceptEdits',
    allowedTools,
    actions: { Done: { target: 'Gate' } },
  },
  Gate: {
    type: 'human',
    promptTemplate: 'Deploy?',
    actions: { Deploy: { target: 'End' }, Reject: { target: 'End' } },
  },
  End: { type: 'end' },
});

export const settingsLaws: readonly Law[] = [
  {
    title: 'the file of settings can be written by no tool, also where there is none yet, and in no folder',
    answers: turns(
      'Write the settings.',
      write('wfmap.config.json', settings(EVIL)),
      write('src/wfmap.config.json', settings(EVIL)),
      write('deep/er/wfmap.config.json', settings(EVIL)),
      write('../wfmap.config.json', settings(EVIL)),
      bash('cp package.json wfmap.config.json'),
      bash(`echo '${settings(EVIL)}' > wfmap.config.json`),
      bash('sed -i s/a/b/ wfmap.config.json'),
      tool('Read', { file_path: 'package.json' }),
      write('notes/wfmap.config.json.md', 'not the settings'),
      choose('Done'),
    ),
    check: async (bench) => {
      await bench.wfmap(4, 'run', bench.map(gated('Write the settings.', ['Edit', 'Write'])), '--allow=Edit');
      for (const path of ['', 'src/', 'deep/er/', '../'])
        assert.ok(!bench.has(`${path}wfmap.config.json`), path);
      assert.equal(bench.read('notes/wfmap.config.json.md'), 'not the settings');
    },
  },
  {
    title:
      'a command that an agent puts into the settings is reported and not run, whichever way it came there',
    answers: turns(
      'Write the settings with node.',
      bash(`node -e 'fs.writeFileSync("wfmap.config.json", process.argv[1])' '${settings(EVIL)}'`),
      choose('Done'),
    ),
    check: async (bench) => {
      await bench.wfmap(4, 'run', bench.map(gated('Write the settings with node.', ['Bash(node *)'])));
      assert.equal(bench.read('wfmap.config.json'), settings(EVIL));
      const { stderr } = await bench.wfmap(0, 'answer', 'Reject');
      assert.match(
        stderr,
        /The setting "notify" has changed since the run started: it was not set, and is now "echo evil/,
      );
      assert.ok(!bench.has('told.txt'));
    },
  },
  {
    title: 'a command in the settings of package.json, which agents may edit, is reported and not run',
    answers: turns(
      'Write the manifest.',
      tool('Read', { file_path: 'package.json' }),
      write('package.json', JSON.stringify({ name: 'calculator', wfmap: { notify: EVIL } })),
      choose('Done'),
    ),
    check: async (bench) => {
      await bench.wfmap(4, 'run', bench.map(gated('Write the manifest.', [])));
      assert.match(bench.read('package.json'), /evil/);
      const { stderr } = await bench.wfmap(0, 'answer', 'Reject');
      assert.match(stderr, /"notify" has changed since the run started.*package\.json/);
      assert.ok(!bench.has('told.txt'));
      const next = await bench.wfmap(0, 'run', 'test-map.json', '--agent', 'scripted');
      assert.match(next.stderr, /run a command when a run pauses or ends: "echo evil/);
      assert.ok(!bench.has('told.txt'));
    },
  },
];

/** Needs `tmux`. */
export const settingsOnTerminal: readonly Law[] = [
  {
    title:
      'the command of the settings is asked about on the terminal, no is the default, and a yes is remembered',
    answers: [],
    check: async (bench) => {
      bench.write('wfmap.config.json', settings('echo own >> told.txt'));
      const map = bench.map({
        Gate: { type: 'human', promptTemplate: 'Deploy?', actions: { Deploy: { target: 'End' } } },
        End: { type: 'end' },
      });
      for (const [answer, reported] of [
        ['', false],
        ['y', true],
        [undefined, true],
      ] as const) {
        const terminal = openTerminal(bench, ['run', map]);
        try {
          if (answer !== undefined) {
            await terminal.shows(/echo own >> told\.txt".*from now on\? \(y\/N\)/s);
            terminal.type(answer);
          }
          await terminal.shows('Choice (Enter');
          terminal.type('');
          assert.equal(await terminal.end(), 0);
          assert.equal(terminal.screen().includes('(y/N)'), answer !== undefined);
        } finally {
          terminal.close();
        }
        assert.equal(bench.has('told.txt'), reported);
      }
      assert.equal(bench.read('told.txt'), 'own\nown\n');
    },
  },
];
