import assert from 'node:assert/strict';
import { bash, choose, tool, turns, write } from '../helpers/answers.ts';
import type { Law } from '../helpers/law.ts';

const WORK = {
  type: 'claude',
  writes: ['anything'],
  promptTemplatePath: 'prompts/work.md',
  allowedTools: ['Bash(npm test)'],
  actions: { Done: { target: 'End' } },
};

const edit = (path: string) =>
  tool('Edit', { file_path: path, old_string: 'A map of a test', new_string: 'Mine' });

export const permissions: readonly Law[] = [
  {
    title:
      'a tool call runs where the map allows it; a refused one is reported with the rule, and --allow allows it',
    answers: turns(
      'Ask for tools.',
      bash('npm test'),
      bash('node -p 42'),
      choose('Done'),
      bash('node -p 42'),
      choose('Done'),
    ),
    check: async (bench) => {
      bench.write('prompts/work.md', 'Ask for tools.');
      const map = bench.map({ Work: WORK, End: { type: 'end' } });
      const first = await bench.wfmap(0, 'run', map);
      const results = bench.requests().at(-1)?.results ?? [];
      assert.match(results[0] ?? '', /tests 1/);
      assert.match(results[1] ?? '', /denied/);
      assert.match(
        first.stderr,
        /refused: Bash node -p 42 {2}\(allow it with --allow 'Bash\(node -p 42\)'\)/,
      );
      assert.match((await bench.wfmap(0, 'show')).stdout, /1 tool call refused/);
      const second = await bench.wfmap(0, 'run', map, '--allow', 'Bash(node -p 42)');
      assert.doesNotMatch(second.stderr, /refused/);
      assert.match(bench.requests().at(-1)?.results.at(-1) ?? '', /^42/);
    },
  },
  {
    title: 'runs, the map and its templates cannot be edited, by no tool and whatever else is allowed',
    answers: turns(
      'Edit what decides.',
      write('.wfmap/runs/test/slip-001/journal.jsonl', 'mine'),
      write('.wfmap/runs/other/slip-001/data.json', 'mine'),
      tool('Read', { file_path: 'test-map.json' }),
      edit('test-map.json'),
      tool('Read', { file_path: 'prompts/work.md' }),
      write('prompts/work.md', 'mine'),
      bash('echo mine > .wfmap/runs/test/slip-001/data.json'),
      bash('rm -rf .wfmap'),
      bash('sed -i s/what/mine/ prompts/work.md'),
      bash('cp package.json test-map.json'),
      write('sub/test-map.json', 'not the map'),
      choose('Done'),
    ),
    check: async (bench) => {
      bench.write('prompts/work.md', 'Edit what decides.');
      const work = { ...WORK, allowedTools: ['Bash', 'Edit', 'Write'] };
      const map = bench.map({ Work: work, End: { type: 'end' } });
      const text = bench.read(map);
      const { stderr } = await bench.wfmap(0, 'run', map, '--allow=Edit');
      assert.equal(stderr.match(/refused: .*\(a rule forbids it\)$/gm)?.length, 8, stderr);
      assert.doesNotMatch(stderr, /--allow/);
      assert.equal(bench.read(map), text);
      assert.equal(bench.read('prompts/work.md'), 'Edit what decides.');
      assert.ok(!bench.has('.wfmap/runs/other'));
      assert.doesNotMatch(bench.read('.wfmap/runs/test/slip-001/data.json'), /mine/);
      assert.equal(bench.read('sub/test-map.json'), 'not the map');
      assert.equal((await bench.events()).at(-1)?.type, 'run.finished');
    },
  },
  {
    title: 'what is linked into the project from outside is guarded by its name and at its place',
    answers: turns(
      'Edit what is linked.',
      tool('Read', { file_path: 'linked/test-map.json' }),
      edit('linked/test-map.json'),
      edit('kept/test-map.json'),
      bash('echo mine > kept/test-map.json'),
      choose('Done'),
    ),
    check: async (bench) => {
      const tasks = { Work: { ...WORK, promptTemplatePath: undefined, prompt: 'Edit what is linked.' } };
      const text = bench.read(bench.map({ ...tasks, End: { type: 'end' } }));
      bench.write('kept/test-map.json', text);
      bench.link('kept', 'linked');
      await bench.wfmap(0, 'run', 'linked/test-map.json');
      assert.equal(bench.read('kept/test-map.json'), text);
    },
  },
  {
    title: 'a map of another folder and runs under .sdlc are guarded too, from a folder below',
    answers: turns(
      'Edit the map of the scope.',
      write('.sdlc/workslips/team/ship-slips/slip-001/data.json', 'mine'),
      tool('Read', { file_path: '.sdlc/workflows/team/ship-map.json' }),
      edit('.sdlc/workflows/team/ship-map.json'),
      choose('Done'),
    ),
    check: async (bench) => {
      const tasks = {
        Work: { ...WORK, promptTemplatePath: undefined, prompt: 'Edit the map of the scope.' },
      };
      const text = bench.read(bench.map({ ...tasks, End: { type: 'end' } }));
      bench.write('.sdlc/workflows/team/ship-map.json', text);
      const { stderr } = await bench.wfmap(0, 'run', '.sdlc/workflows/team/ship-map.json');
      assert.equal(stderr.match(/\(a rule forbids it\)$/gm)?.length, 2, stderr);
      assert.equal(bench.read('.sdlc/workflows/team/ship-map.json'), text);
    },
  },
];
