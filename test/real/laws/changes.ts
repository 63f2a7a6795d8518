import assert from 'node:assert/strict';
import { give, tool, turns } from '../helpers/answers.ts';
import type { Law } from '../helpers/law.ts';

const report = (...files: readonly string[]) => give({ output: { files_changed: files } });
const edit = tool('Edit', { file_path: 'src/add.js', old_string: 'a - b', new_string: 'a + b' });

const OUTPUT = {
  schema: {
    type: 'object',
    required: ['files_changed'],
    properties: { files_changed: { type: 'array', items: { type: 'string' } } },
  },
};

export const changes: readonly Law[] = [
  {
    title: 'what an agent changed decides: nothing, less than it reports, all that it reports',
    answers: turns(
      'Repair the sum.',
      report('src/add.js'),
      tool('Read', { file_path: 'src/add.js' }),
      edit,
      report('src/add.js', 'src/sum.js'),
      tool('Write', { file_path: 'src/sum.js', content: 'export {};\n' }),
      report('src/sum.js'),
    ),
    check: async (bench) => {
      const map = bench.map({
        Repair: {
          type: 'claude',
          promptTemplate: 'Repair the sum. Visit ${visits}, after ${changes.count} changes.',
          output: OUTPUT,
          writes: ['anything'],
          permissionMode: 'acceptEdits',
          actions: {
            Idle: { target: 'Repair', when: 'size(changes.paths) == 0', limit: { max: 2, then: 'Stuck' } },
            False: {
              target: 'Repair',
              when: '!result.files_changed.all(f, f in changes.paths)',
              limit: { max: 2, then: 'Stuck' },
            },
            True: { target: 'Commit' },
          },
        },
        Commit: {
          type: 'shell',
          command: 'git add --all src && git -c user.name=A -c user.email=a@b commit --quiet --message sum',
          idempotent: true,
          actions: {
            Made: { target: 'Done', when: 'size(changes.commits) == 1 && changes.count == 0' },
            Else: { target: 'Stuck' },
          },
        },
        Done: { type: 'end', result: 'changes.commits' },
        Stuck: { type: 'end', failed: true },
      });
      assert.equal((await bench.wfmap(0, 'validate', map)).stdout, 'No problems in 1 map.\n');
      const { stderr, stdout } = await bench.wfmap(0, 'run', map);
      assert.deepEqual(
        [...stderr.matchAll(/-> (\w+) /g)].map(([, action]) => action),
        ['Idle', 'False', 'True', 'Made'],
      );
      assert.deepEqual(
        [...stderr.matchAll(/ (changed .+)$/gm)].map(([, said]) => said),
        ['changed 1 file', 'changed 1 file', 'changed no file, 1 commit'],
      );
      assert.ok(stdout.includes(bench.git('rev-parse', 'HEAD').trim()));
      const read = (await bench.events()).filter(({ type }) => type === 'changes.read');
      assert.deepEqual(
        read.map(({ data }) => data['changes']),
        [
          { added: [], modified: [], deleted: [], commits: [], count: 0 },
          { added: [], modified: ['src/add.js'], deleted: [], commits: [], count: 1 },
          { added: ['src/sum.js'], modified: [], deleted: [], commits: [], count: 1 },
          {
            added: [],
            modified: [],
            deleted: [],
            commits: [bench.git('rev-parse', 'HEAD').trim()],
            count: 0,
          },
        ],
      );
      assert.equal(bench.git('stash', 'list'), '');
    },
  },
];
