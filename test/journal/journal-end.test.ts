import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createJournal } from '../../src/journal/journal.ts';
import { readJournalEnd } from '../../src/journal/journal-end.ts';
import { createMemoryFileSystem } from '../../src/journal/memory-file-system.ts';
import { batchOf } from './events.ts';
import { asShared } from './shared-disk.ts';

const PATH = '/run/journal.jsonl';
const TOTALS = { steps: 3, activeMs: 20, costUsd: 0.25, tokens: 7 };

/** Batches of records, with notes of any length that a journal keeps in one line. */
const batches = fc.array(
  fc.record({ count: fc.integer({ min: 1, max: 9 }), note: fc.constantFrom(0, 10, 500, 9000, 20_000) }),
  { minLength: 1, maxLength: 30 },
);

function written(sizes: readonly { readonly count: number; readonly note: number }[]) {
  const fs = createMemoryFileSystem(['/run']);
  const journal = createJournal(fs, PATH);
  const all = sizes.flatMap(({ count, note }) => {
    const events = batchOf(journal.nextSeq, count, 'x'.repeat(note));
    journal.append(events, TOTALS);
    return events;
  });
  journal.close();
  return { fs: asShared(fs), all, last: sizes.at(-1) };
}

describe('the end of a journal', () => {
  test('gives each record under its number, and no other', () => {
    fc.assert(
      fc.property(batches, (sizes) => {
        const { fs, all, last } = written(sizes);
        const end = readJournalEnd(fs, PATH);
        // A last batch that is larger than the end that is read is not shown.
        if (end === undefined) expect((last?.count ?? 0) * (last?.note ?? 0)).toBeGreaterThan(60_000);
        else {
          expect(end).toMatchObject({ seq: all.length, totals: TOTALS });
          for (const event of all) expect(end.find(event.seq)).toEqual(event);
          expect(end.find(all.length + 1)).toBeUndefined();
        }
      }),
      { numRuns: 100 },
    );
  });

  test('that is cut anywhere but behind a batch is none', () => {
    const { fs } = written([
      { count: 2, note: 0 },
      { count: 3, note: 10 },
    ]);
    const bytes = fs.read(PATH);
    const ends = [...bytes.keys()].filter((at) => {
      const cut = createMemoryFileSystem(['/run']);
      const file = cut.open(PATH, 'create');
      file.write(bytes.subarray(0, at));
      return readJournalEnd(asShared(cut), PATH) !== undefined;
    });
    const text = Buffer.from(bytes).toString();
    expect(ends).toEqual([text.indexOf('{"seq":3,')]);
  });
});
