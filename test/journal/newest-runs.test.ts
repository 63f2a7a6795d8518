import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNewestRuns, findRuns } from '../../src/journal/find-runs.ts';
import { createJournal } from '../../src/journal/journal.ts';
import { createMemoryFileSystem } from '../../src/journal/memory-file-system.ts';
import { startOf } from './events.ts';

/** For each run, in the order of their starts: its map, and whether its start can be read, or it crashed before it. */
const begun = fc.array(
  fc.record({
    map: fc.constantFrom('a', 'b', 'c'),
    journal: fc.constantFrom('whole', 'whole', 'whole', 'damaged', 'none'),
  }),
  { maxLength: 25 },
);

test('the newest runs are the first of all runs, with those whose start cannot be read, and all others are counted', () => {
  fc.assert(
    fc.property(begun, fc.integer({ min: 1, max: 30 }), (runs, limit) => {
      const names = ['a', 'b', 'c'].map((map) => `/repo/.wfmap/runs/${map}`);
      const folders = runs.map(({ map }, at) => {
        const number = runs.slice(0, at + 1).filter((run) => run.map === map).length;
        return `/repo/.wfmap/runs/${map}/slip-${String(number).padStart(3, '0')}`;
      });
      const fs = createMemoryFileSystem(['/repo', ...names, ...folders]);
      for (const [at, { journal }] of runs.entries()) {
        const path = `${folders[at]}/journal.jsonl`;
        if (journal === 'none') continue;
        if (journal === 'damaged') {
          const file = fs.open(path, 'create');
          file.write(Buffer.from('what stands here is not a record\n'));
          file.close();
          continue;
        }
        createJournal(fs, path).append([startOf(new Date(Date.UTC(2026, 0, 1) + at).toISOString())]);
      }
      const all = findRuns(fs, '/repo');
      const { runs: newest, older } = findNewestRuns(fs, '/repo', limit);
      const readable = newest.filter(({ started }) => started !== undefined);
      expect(readable).toEqual(all.slice(0, readable.length));
      expect(newest.length + older).toBe(all.length);
      const allReadable = all.filter(({ started }) => started !== undefined);
      expect(readable).toHaveLength(Math.min(limit, allReadable.length));
    }),
    { numRuns: 500 },
  );
});
