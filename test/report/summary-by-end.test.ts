import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJournalEnd } from '../../src/journal/journal-end.ts';
import { JournalError } from '../../src/journal/journal-error.ts';
import { createMemoryFileSystem } from '../../src/journal/memory-file-system.ts';
import { encodeRecord } from '../../src/journal/record.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import type { RunTotals } from '../../src/model/run-totals.ts';
import { readRunOnDisk } from '../../src/report/run-on-disk.ts';
import { standingAt } from '../../src/report/run-standing.ts';
import { readSummary, summaryOf } from '../../src/report/run-summary.ts';
import { applyEvent } from '../../src/view/apply-event.ts';
import { totalsOf } from '../../src/view/run-totals.ts';
import { createRunView } from '../../src/view/run-view.ts';
import { asShared } from '../journal/shared-disk.ts';
import { played } from '../run/played-run.ts';
import { nestedRuns } from '../run/random-nested.ts';
import { tries } from '../helpers/tries.ts';

const RUN = { folder: '/run', path: 'run/', name: 'm/slip-001', started: undefined };
const PATH = '/run/journal.jsonl';

type Say = (totals: RunTotals | undefined) => RunTotals | undefined;

/** The lines of a journal of these events, in batches of these sizes; `say` is what each of them says of its totals. */
function linesOf(events: readonly RunEvent[], sizes: () => number, say: Say = (totals) => totals): string[] {
  const view = createRunView();
  const lines: string[] = [];
  for (let at = 0; at < events.length;) {
    const batch = events.slice(at, at + sizes());
    for (const event of batch) applyEvent(view, event);
    at += batch.length;
    const [first] = batch;
    for (const event of batch) {
      const more = event !== batch.at(-1);
      const totals = more ? undefined : say(totalsOf(view));
      lines.push(encodeRecord(event, { batch: first?.seq ?? 0, more, totals }));
    }
  }
  return lines;
}

function diskWith(bytes: Uint8Array) {
  const fs = createMemoryFileSystem(['/run']);
  const file = fs.open(PATH, 'create');
  file.write(bytes);
  file.close();
  return asShared(fs);
}

/** What a reader gets, or the code with which it is refused. */
function orCode<T>(read: () => T): T | string {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof JournalError) return thrown.code;
    throw thrown;
  }
}

const journals = fc.record({
  random: nestedRuns(),
  sizes: fc.infiniteStream(fc.integer({ min: 1, max: 6 })),
  cut: fc.nat(100_000),
});

const sizesOf = (stream: Iterator<number>) => (): number => Number(stream.next().value ?? 1);

describe('a summary by the end of a journal', () => {
  test('is that of the whole journal', async () => {
    await fc.assert(
      fc.asyncProperty(journals, async ({ random, sizes }) => {
        const { events } = await played(random);
        const fs = diskWith(Buffer.from(linesOf(events, sizesOf(sizes)).join('')));
        const whole = readRunOnDisk(fs, RUN);
        expect(whole.totalsFault).toBeUndefined();
        expect(readSummary(fs, RUN)).toEqual(summaryOf(whole));
        const end = readJournalEnd(fs, PATH);
        if (end?.totals !== undefined) expect(standingAt(end)).toBeDefined();
      }),
      { numRuns: tries(60, 20) },
    );
  });

  test('is that of what was whole when a crash or another program cut it, or is refused as that is', async () => {
    await fc.assert(
      fc.asyncProperty(journals, async ({ random, sizes, cut }) => {
        const { events } = await played(random);
        const bytes = Buffer.from(linesOf(events, sizesOf(sizes)).join(''));
        const fs = diskWith(bytes.subarray(0, 1 + (cut % bytes.length)));
        expect(orCode(() => readSummary(fs, RUN))).toEqual(orCode(() => summaryOf(readRunOnDisk(fs, RUN))));
      }),
      { numRuns: tries(100, 40) },
    );
  });

  test('of a run of before there were totals is that of the whole journal', async () => {
    await fc.assert(
      fc.asyncProperty(journals, async ({ random, sizes }) => {
        const { events } = await played(random);
        const lines = linesOf(events, sizesOf(sizes), () => undefined);
        const fs = diskWith(Buffer.from(lines.join('')));
        const whole = readRunOnDisk(fs, RUN);
        expect(whole.totalsFault).toBeUndefined();
        expect(readSummary(fs, RUN)).toEqual(summaryOf(whole));
      }),
      { numRuns: 30 },
    );
  });
});

describe('totals at the end of a journal', () => {
  test('that its records do not have are reported where it is read whole', async () => {
    const figures = fc.constantFrom('steps', 'activeMs', 'costUsd', 'tokens', 'refused');
    await fc.assert(
      fc.asyncProperty(journals, figures, async ({ random, sizes }, name) => {
        const { events } = await played(random);
        const forge: Say = (totals) =>
          totals === undefined ? undefined : { ...totals, [name]: (totals[name] ?? 0) + 1 };
        const fs = diskWith(Buffer.from(linesOf(events, sizesOf(sizes), forge).join('')));
        fc.pre(readJournalEnd(fs, PATH)?.totals !== undefined);
        expect(readRunOnDisk(fs, RUN).totalsFault).toBe(
          'The last record of the journal says other figures than its records have, so another program has changed it.',
        );
      }),
      { numRuns: 30 },
    );
  });

  test('that were damaged are never shown', async () => {
    await fc.assert(
      fc.asyncProperty(journals, async ({ random, sizes, cut }) => {
        const { events } = await played(random);
        const bytes = Buffer.from(linesOf(events, sizesOf(sizes)).join(''));
        const last = bytes.lastIndexOf(10, bytes.length - 2) + 1;
        const at = last + (cut % (bytes.length - last));
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        const fs = diskWith(bytes);
        expect(orCode(() => readSummary(fs, RUN))).toEqual(orCode(() => summaryOf(readRunOnDisk(fs, RUN))));
      }),
      { numRuns: tries(60, 20) },
    );
  });

  test('that name a record of another kind are not believed', async () => {
    await fc.assert(
      fc.asyncProperty(journals, async ({ random, sizes }) => {
        const { events } = await played(random);
        const forge: Say = (totals) => (totals === undefined ? undefined : { ...totals, stands: 1 });
        const fs = diskWith(Buffer.from(linesOf(events, sizesOf(sizes), forge).join('')));
        expect(readSummary(fs, RUN)).toEqual(summaryOf(readRunOnDisk(fs, RUN)));
      }),
      { numRuns: 20 },
    );
  });
});
