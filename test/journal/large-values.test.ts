import { describe, expect, test } from 'vitest';
import { createJournal, openJournal } from '../../src/journal/journal.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import type { Value } from '../../src/model/value.ts';
import {
  crashesOf,
  createCrashingFileSystem,
  PowerCut,
  type CrashingFileSystem,
} from './crashing-file-system.ts';
import { eventOf } from './events.ts';

const PATH = '/project/journal.jsonl';
const LONG = 'ü\u{1F600}"'.repeat(20_000);

function withResult(seq: number, result: Value): RunEvent {
  const event = eventOf(seq);
  return { ...event, data: { ...event.data, result } } as RunEvent;
}

function written(...events: readonly RunEvent[]): CrashingFileSystem {
  const fs = createCrashingFileSystem();
  const journal = createJournal(fs, PATH);
  journal.append(events);
  journal.close();
  return fs;
}

const valuesOf = (fs: CrashingFileSystem): string[] =>
  Object.keys(fs.files()).filter((path) => path.startsWith('/project/values/'));

describe('a large value of a record', () => {
  const events = [eventOf(1), withResult(2, { text: LONG }), withResult(3, [LONG, 'short'])];

  test('is a file of its own under its digest, and is read back to the letter', () => {
    const fs = written(...events);
    expect(valuesOf(fs)).toHaveLength(2);
    expect(fs.files()[PATH]!.length).toBeLessThan(3000);
    expect(readJournal(fs, PATH).events).toEqual(events);
  });

  test('is stored once where it comes twice', () => {
    expect(valuesOf(written(withResult(1, LONG), withResult(2, LONG)))).toHaveLength(1);
  });

  test('that looks like a digest is a text like any other', () => {
    const digest = '0'.repeat(64);
    expect(readJournal(written(withResult(1, digest)), PATH).events).toEqual([withResult(1, digest)]);
  });

  test('that is gone or was changed is damage, and names the file', () => {
    for (const change of ['gone', 'changed'] as const) {
      const fs = written(...events);
      const [path] = valuesOf(fs);
      fs.remove(path!);
      if (change === 'changed') fs.open(path!, 'create').write(Buffer.from('{"text":"x"}'));
      expect(() => readJournal(fs, PATH)).toThrow(
        expect.objectContaining({
          code: 'journal-damaged',
          message: expect.stringContaining(path!) as string,
        }),
      );
    }
  });

  test('is on disk before the record that names it, wherever the power is cut', () => {
    const count = written(...events).operations();
    let whole = 0;
    for (let at = 0; at <= count; at += 1) {
      const fs = createCrashingFileSystem();
      fs.cutAt(at);
      try {
        createJournal(fs, PATH).append(events);
        expect(at).toBe(count);
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(PowerCut);
      }
      for (const after of crashesOf(fs, 40)) {
        if (after.kindOf(PATH) !== 'file') continue;
        const { events: left } = openJournal(after, PATH);
        expect([0, events.length]).toContain(left.length);
        whole += left.length;
      }
    }
    expect(whole).toBeGreaterThan(0);
  });
});
