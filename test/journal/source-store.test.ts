import { describe, expect, test } from 'vitest';
import { digestOf, readSource, storeSources } from '../../src/journal/source-store.ts';
import { createCrashingFileSystem } from './crashing-file-system.ts';

describe('a stored source', () => {
  test('is read back to the byte, a byte order mark and broken lines included', () => {
    const fs = createCrashingFileSystem();
    const texts = ['\uFEFFmap\r\n', '', 'ü\u{1F600}\u0000'];
    const digests = storeSources(fs, '/project', texts);
    expect(digests).toEqual(texts.map(digestOf));
    expect(digests.map((digest) => readSource(fs, '/project', digest))).toEqual(texts);
  });

  test('is on disk when storing returns', () => {
    const fs = createCrashingFileSystem();
    const [digest] = storeSources(fs, '/project', ['map']);
    expect(
      readSource(
        fs.crash(() => 'lost'),
        '/project',
        digest!,
      ),
    ).toBe('map');
  });

  test('is stored once, and again when it was changed', () => {
    const fs = createCrashingFileSystem();
    const [digest] = storeSources(fs, '/project', ['map']);
    const path = `/project/sources/${digest!}`;
    const before = fs.operations();
    storeSources(fs, '/project', ['map']);
    expect(fs.operations() - before).toBe(1);
    fs.open(path, 'append').write(Buffer.from('changed'));
    storeSources(fs, '/project', ['map']);
    expect(fs.files()[path]).toBe('map');
  });

  test('that is gone, changed or named by no digest is refused', () => {
    const fs = createCrashingFileSystem();
    const [digest] = storeSources(fs, '/project', ['map']);
    fs.open(`/project/sources/${digest!}`, 'append').write(Buffer.from('x'));
    for (const name of [digest!, '0'.repeat(64), '../journal.jsonl', '']) {
      expect(() => readSource(fs, '/project', name)).toThrow(
        expect.objectContaining({ code: 'source-damaged' }),
      );
    }
  });
});
