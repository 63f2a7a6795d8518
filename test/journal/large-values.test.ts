import { describe, expect, test } from 'vitest';
import { createJournal } from '../../src/journal/journal.ts';
import { openJournal } from '../helpers/open-journal.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import type { Value } from '../../src/model/value.ts';
import {
  crashesOf,
  createCrashingFileSystem,
  PowerCut,
  type CrashingFileSystem,
} from './crashing-file-system.ts';
import { recordText } from '../../src/journal/record.ts';
import { eventOf } from './events.ts';
import { lineWith } from './line-with.ts';

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

  test('is one of 32 KiB in a line of 64 KiB; anything shorter stays where it is', () => {
    const bare = recordText(eventOf(1), { batch: 1, more: false }).length;
    const lineOf = (length: number) => eventOf(1, 'x'.repeat(length - bare));
    expect(valuesOf(written(lineOf(65_536)))).toHaveLength(1);
    expect(valuesOf(written(lineOf(65_535)))).toEqual([]);
    const both = (length: number): RunEvent => {
      const event = withResult(1, 'x'.repeat(length - 2));
      return { ...event, data: { ...event.data, outcome: 'y'.repeat(60_000) } } as RunEvent;
    };
    expect(valuesOf(written(both(32_768)))).toHaveLength(2);
    expect(valuesOf(written(both(32_767)))).toHaveLength(1);
    for (const event of [both(32_768), both(32_767)])
      expect(readJournal(written(event), PATH).events).toEqual([event]);
  });

  test('that begins with a mark of the order of bytes keeps it', () => {
    const event = withResult(1, `\ufeff${LONG}`);
    expect(readJournal(written(event), PATH).events).toEqual([event]);
  });

  test('that a record names by something else than a digest is damage', () => {
    const fs = written(withResult(1, LONG));
    const [path = ''] = valuesOf(fs);
    const digest = path.slice(path.lastIndexOf('/') + 1);
    for (const name of [`${digest}x`, `x${digest}`, `../values/${digest}`, 5]) {
      const disk = createCrashingFileSystem();
      const data = { ...eventOf(1).data, result: name };
      disk
        .open(PATH, 'create')
        .write(Buffer.from(lineWith({ seq: 1, causedBy: null, data, apart: ['result'] })));
      expect(() => readJournal(disk, PATH)).toThrow('names a value that is not there');
    }
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
