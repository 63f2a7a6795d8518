import assert from 'node:assert/strict';
import { bash, choose, turns, write } from '../helpers/answers.ts';
import { assertNobodyIsLeft } from '../helpers/assert-nobody-is-left.ts';
import type { Law } from '../helpers/law.ts';

const RUN_DIRECTORY = '.wfmap/runs/test/slip-001';
const JOURNAL = `${RUN_DIRECTORY}/journal.jsonl`;

/** What a program does that an agent wrote and may run. */
const ATTACKS: readonly (readonly [string, string])[] = [
  ['sed over all journals', `execSync("find . -name '*.jsonl' | xargs sed -i s/Plan/Plot/")`],
  ['a line appended', `fs.appendFileSync(path, '{"seq":99}\\n')`],
  ['cut short', `fs.truncateSync(path, 100)`],
  ['replaced by rename', `fs.copyFileSync(path, 'x'); fs.appendFileSync('x', 'x'); fs.renameSync('x', path)`],
  [
    'overwritten at the same length',
    `const f = fs.openSync(path, 'r+'); fs.writeSync(f, 'XX', 60); fs.closeSync(f)`,
  ],
];

const RELEASE = 'echo released >> released.txt';

export const liveJournal: readonly Law[] = ATTACKS.map(([name, attack], index) => ({
  title: `a journal that a program of an agent changes (${name}) stops the run with 3; nothing is lost or done twice`,
  answers: turns(
    `Do work ${index}.`,
    write(
      'work.mjs',
      `import fs from 'node:fs';\nimport { execSync } from 'node:child_process';\nconst path = ${JSON.stringify(JOURNAL)};\n${attack};\n`,
    ),
    bash('node work.mjs'),
    choose('Done'),
  ),
  check: async (bench) => {
    const map = bench.map({
      Plan: {
        type: 'claude',
        promptTemplate: `Do work ${index}.`,
        allowedTools: ['Bash(node *)'],
        writes: ['anything'],
        permissionMode: 'acceptEdits',
        actions: { Done: { target: 'Release' } },
      },
      Release: { type: 'shell', command: RELEASE, actions: { Done: { target: 'End' } } },
      End: { type: 'end' },
    });
    const run = await bench.wfmap(3, 'run', map);
    assert.match(run.stderr, /was changed by another program during the run/);
    assert.ok(!bench.has('released.txt'));
    assert.ok(bench.has(`${RUN_DIRECTORY}/journal.changed-1.jsonl`));
    const [listed] = JSON.parse((await bench.wfmap(0, 'runs', '--json')).stdout) as [{ status: string }];
    assert.equal(listed.status, 'paused');
    assert.match((await bench.wfmap(0, 'show')).stdout, /was changed by another program/);
    await bench.wfmap(0, 'resume');
    assert.equal(bench.read('released.txt'), 'released\n');
    const events = await bench.events();
    assert.equal(events.filter(({ type }) => type === 'shell.started').length, 1);
    assert.equal(events.at(-1)?.type, 'run.finished');
    await assertNobodyIsLeft(bench);
  },
}));
