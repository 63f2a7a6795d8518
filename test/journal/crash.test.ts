import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findRuns, JOURNAL_FILE } from '../../src/journal/find-runs.ts';
import { createJournal } from '../../src/journal/journal.ts';
import { openJournal } from '../helpers/open-journal.ts';
import { acquireLock } from '../../src/journal/lock.ts';
import type { ProcessTable } from '../../src/model/processes.ts';
import { claimRunDirectory } from '../../src/journal/run-directory.ts';
import { readSource, storeSources } from '../../src/journal/source-store.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import {
  crashesOf,
  createCrashingFileSystem,
  PowerCut,
  type CrashingFileSystem,
} from './crashing-file-system.ts';
import { batchOf, startOf } from './events.ts';

const PATH = '/project/journal.jsonl';
const BATCHES = [1, 3, 2];

/** Runs a program until the power is cut. */
function untilCut(work: () => void): void {
  try {
    work();
  } catch (thrown) {
    if (!(thrown instanceof PowerCut)) throw thrown;
  }
}

/** Appends the batches that are missing, and tells after each how many records are acknowledged. */
function write(fs: CrashingFileSystem, acknowledge: (count: number) => void): void {
  const isThere = fs.kindOf(PATH) === 'file';
  const journal = isThere ? openJournal(fs, PATH).journal : createJournal(fs, PATH);
  acknowledge(journal.nextSeq - 1);
  let first = 1;
  for (const size of BATCHES) {
    if (journal.nextSeq === first) {
      journal.append(batchOf(first, size));
      acknowledge(first + size - 1);
    }
    first += size;
  }
  journal.close();
}

function recordsIn(fs: CrashingFileSystem): number {
  if (fs.kindOf(PATH) === undefined) return 0;
  const { events } = openJournal(fs, PATH);
  expect(events).toEqual(batchOf(1, events.length));
  return events.length;
}

const WHOLE = [0, 1, 4, 6];
const everyByte = (size: number): readonly number[] => Array.from({ length: size }, (_, byte) => byte);

describe('after a power cut anywhere', () => {
  test('opening gives whole batches, all that were acknowledged among them', () => {
    let cuts = 0;
    for (let cut = 0; ; cut += 1) {
      const fs = createCrashingFileSystem();
      fs.cutAt(cut);
      let acknowledged = 0;
      untilCut(() => {
        write(fs, (count) => (acknowledged = count));
      });
      for (const survivor of crashesOf(fs, 10_000, everyByte)) {
        const found = recordsIn(survivor);
        expect(WHOLE).toContain(found);
        expect(found).toBeGreaterThanOrEqual(acknowledged);
        cuts += 1;
      }
      if (acknowledged === 6 && cut >= fs.operations()) break;
    }
    expect(cuts).toBeGreaterThan(1000);
  });

  test('a second power cut during the repair loses nothing either', () => {
    for (const survivor of everyTornJournal()) {
      const before = recordsInPlain(survivor);
      for (let cut = 0; cut < 12; cut += 1) {
        const fs = survivor.crash(() => 'kept');
        fs.cutAt(cut);
        let acknowledged = before;
        untilCut(() => {
          write(fs, (count) => (acknowledged = Math.max(acknowledged, count)));
        });
        for (const again of crashesOf(fs, 200)) expect(recordsIn(again)).toBeGreaterThanOrEqual(acknowledged);
      }
    }
  });

  test('what an opener was told after its predecessor was killed is on disk', () => {
    for (let cut = 0; cut < 12; cut += 1) {
      const fs = createCrashingFileSystem();
      fs.cutAt(cut);
      untilCut(() => {
        write(fs, () => undefined);
      });
      const next = fs.revive();
      const reported = recordsIn(next);
      for (const survivor of crashesOf(next, 1000))
        expect(recordsIn(survivor)).toBeGreaterThanOrEqual(reported);
    }
  });

  test('what an opener appended after its predecessor was killed is on disk', () => {
    for (let cut = 0; cut < 12; cut += 1) {
      const fs = createCrashingFileSystem();
      fs.cutAt(cut);
      untilCut(() => {
        write(fs, () => undefined);
      });
      const next = fs.revive();
      write(next, () => undefined);
      for (const survivor of crashesOf(next, 1000)) expect(recordsIn(survivor)).toBe(6);
    }
  });

  test('a short batch in place of a long torn one leaves nothing of that one behind it', () => {
    const fs = createCrashingFileSystem();
    const journal = createJournal(fs, PATH);
    journal.append(batchOf(1, 4));
    journal.append(batchOf(5, 3));
    const whole = fs.files()[PATH]!;
    const torn = createCrashingFileSystem();
    const file = torn.open(PATH, 'create');
    file.write(Buffer.from(whole.slice(0, -1), 'latin1'));
    file.sync();
    torn.syncFolder('/project');
    for (let cut = 0; cut < 8; cut += 1) {
      const again = torn.crash(() => 'kept');
      again.cutAt(cut);
      untilCut(() => {
        openJournal(again, PATH).journal.append(batchOf(5, 1));
      });
      for (const survivor of crashesOf(again, 10_000, everyByte)) {
        expect([4, 5]).toContain(recordsIn(survivor));
      }
    }
  });

  test('any batches and any cuts keep the law', () => {
    const life = fc.record({
      sizes: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 }),
      cuts: fc.array(fc.nat(14), { minLength: 1, maxLength: 4 }),
      survivals: fc.infiniteStream(fc.oneof(fc.constantFrom('lost', 'kept', 'zeros'), fc.nat(900))),
    });
    fc.assert(
      fc.property(life, ({ sizes, cuts, survivals }) => {
        let fs = createCrashingFileSystem();
        let acknowledged = 0;
        const ends = sizes.map((_, index) => sizes.slice(0, index + 1).reduce((a, b) => a + b, 0));
        for (const cut of cuts) {
          fs.cutAt(cut);
          untilCut(() => {
            const journal =
              fs.kindOf(PATH) === 'file' ? openJournal(fs, PATH).journal : createJournal(fs, PATH);
            expect(journal.nextSeq - 1).toBeGreaterThanOrEqual(acknowledged);
            expect([0, ...ends]).toContain(journal.nextSeq - 1);
            for (const end of ends) {
              if (end < journal.nextSeq) continue;
              journal.append(batchOf(journal.nextSeq, end - journal.nextSeq + 1));
              acknowledged = end;
            }
          });
          fs = fs.crash(({ size }) => {
            const next = survivals.next().value;
            return typeof next === 'number' ? { prefix: Math.min(next, size) } : next;
          });
        }
        expect(recordsIn(fs)).toBeGreaterThanOrEqual(acknowledged);
      }),
      { numRuns: 300 },
    );
  });

  /** Disks with every way in which the last batch may have been torn, in steps. */
  function* everyTornJournal(): Generator<CrashingFileSystem, void> {
    for (let cut = 0; cut < 9; cut += 1) {
      const fs = createCrashingFileSystem();
      fs.cutAt(cut);
      untilCut(() => {
        write(fs, () => undefined);
      });
      yield* crashesOf(fs, 50);
    }
  }

  /** What a look at a copy says, so that the disk itself stays torn. */
  function recordsInPlain(fs: CrashingFileSystem): number {
    return recordsIn(fs.crash(() => 'kept'));
  }
});

describe('a run that begins, cut anywhere', () => {
  const TEXTS = ['the map', 'a template'];
  const table: ProcessTable = { host: 'here', pid: 7, find: () => ({ start: 'then', isWfmap: () => true }) };
  const nobody: ProcessTable = {
    host: 'here',
    pid: 8,
    find: (pid) => (pid === 8 ? { start: 'now', isWfmap: () => true } : undefined),
  };

  function begin(fs: CrashingFileSystem, at: string, report: (state: Begun) => void): void {
    const directory = claimRunDirectory(fs, '/project', '/project/do-map.json');
    const lock = acquireLock(fs, directory.folder, { run: at, at }, table);
    const [digest] = storeSources(fs, directory.folder, TEXTS);
    const journal = createJournal(fs, join(directory.folder, JOURNAL_FILE));
    const [, ...rest] = batchOf(1, 3);
    const events: readonly RunEvent[] = [startOf(at, digest), ...rest];
    journal.append(events);
    report({ folder: directory.folder, events });
    lock.release();
  }
  interface Begun {
    readonly folder: string;
    readonly events: readonly RunEvent[];
  }

  test('is whole or is no run, names only sources that are there, and leaves no lock but a dead one', () => {
    let cut = 0;
    for (; ; cut += 1) {
      const fs = createCrashingFileSystem();
      fs.cutAt(cut);
      let reported: Begun | undefined;
      untilCut(() => {
        begin(fs, '2026-01-01T00:00:00.000Z', (state) => (reported = state));
      });
      for (const survivor of crashesOf(fs, 300)) checkAfter(survivor, reported);
      if (fs.operations() < cut) break;
    }
    expect(cut).toBeGreaterThan(30);
  });

  test('does not disturb the run that began before it, nor take its number', () => {
    const first = createCrashingFileSystem();
    let old: Begun | undefined;
    begin(first, '2026-01-01T00:00:00.000Z', (state) => (old = state));
    for (let cut = 0; cut < 40; cut += 1) {
      const fs = first.crash(() => 'lost');
      fs.cutAt(cut);
      untilCut(() => {
        begin(fs, '2026-01-02T00:00:00.000Z', () => undefined);
      });
      for (const survivor of crashesOf(fs, 50)) {
        checkAfter(survivor, old);
        const directory = claimRunDirectory(survivor, '/project', '/project/do-map.json');
        expect(survivor.list(directory.folder)).toEqual([]);
      }
    }
  });

  test('has an ignore file on disk before anything else is in .wfmap', () => {
    for (let cut = 0; cut < 40; cut += 1) {
      const fs = createCrashingFileSystem();
      fs.cutAt(cut);
      untilCut(() => {
        begin(fs, '2026-01-01T00:00:00.000Z', () => undefined);
      });
      for (const survivor of crashesOf(fs, 300)) {
        const others = survivor.list('/project/.wfmap').filter((name) => name !== '.gitignore');
        const ignored = survivor.files()['/project/.wfmap/.gitignore']?.trim();
        expect(others.length === 0 || ignored === '*').toBe(true);
        claimRunDirectory(survivor, '/project', '/project/do-map.json');
        expect(survivor.files()['/project/.wfmap/.gitignore']?.trim()).toBe('*');
      }
    }
  });

  function checkAfter(fs: CrashingFileSystem, reported: Begun | undefined): void {
    const runs = findRuns(fs, '/project');
    expect(runs.map((run) => run.folder)).toEqual(expect.arrayContaining(reported ? [reported.folder] : []));
    for (const run of runs) {
      const { events } = openJournal(fs, join(run.folder, JOURNAL_FILE));
      const due = reported?.folder === run.folder ? reported.events : events;
      expect(events).toEqual(due);
      const named = events.flatMap((event) => (event.type === 'run.started' ? [event.data.map.digest] : []));
      for (const digest of named) expect(readSource(fs, run.folder, digest)).toBe('the map');
      acquireLock(fs, run.folder, { run: 'next', at: 'later' }, nobody).release();
    }
  }
});
