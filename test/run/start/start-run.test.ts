import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findRuns } from '../../../src/journal/find-runs.ts';
import { createMemoryFileSystem } from '../../../src/journal/memory-file-system.ts';
import { readJournal } from '../../../src/journal/read-journal.ts';
import { action, block, claude, end } from '../../helpers/block.ts';
import { mapOf, programOf, script, start, testHost } from '../../helpers/run-host.ts';

const program = programOf(mapOf(block(claude('Work', action('Go', 'Done')), end('Done'))));

test('a run is announced once its start can be read from the disk, and before anything is told of it', async () => {
  const fs = createMemoryFileSystem(['/project']);
  const host = testHost(fs, '/project', script({ Work: ['Go'] }));
  const announced: unknown[] = [];
  await start(host, program, {
    onDirectory: ({ folder, name }) => {
      const [first] = readJournal(fs, join(folder, 'journal.jsonl')).events;
      announced.push([name, first?.type, host.events.length]);
    },
  }).catch(() => undefined);
  expect(announced).toEqual([['test/slip-001', 'run.started', 0]]);
});

test('a run whose surroundings cannot be made is not announced, and leaves no folder', async () => {
  const fs = createMemoryFileSystem(['/project']);
  const announced: unknown[] = [];
  const outcome = start(testHost(fs, '/project', script({ Work: ['Go'] })), program, {
    prepare: () => Promise.reject(new Error('no worktree')),
    onDirectory: (directory) => announced.push(directory),
  });
  await expect(outcome).rejects.toThrow('no worktree');
  expect(announced).toEqual([]);
  expect(findRuns(fs, '/project')).toEqual([]);
});
