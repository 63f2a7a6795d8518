import { describe, expect, test } from 'vitest';
import { besidePath } from '../../src/journal/beside-path.ts';
import { createMemoryFileSystem } from '../../src/journal/memory-file-system.ts';
import { readLines } from '../../src/journal/read-lines.ts';
import { writeWhole } from '../../src/journal/write-whole.ts';
import { systemError } from './crashing-disk.ts';

const PATH = '/a/b.jsonl';
const PART = 1024 * 1024;

/** The lines of a text, with their texts: a line that is too long has none. */
function linesOf(text: string, maxBytes = 10): readonly (readonly unknown[])[] {
  const fs = createMemoryFileSystem(['/a']);
  fs.open(PATH, 'create').write(Buffer.from(text));
  return Array.from(readLines(fs, PATH, maxBytes), ({ bytes, offset, end, ended }) => [
    bytes === undefined ? undefined : Buffer.from(bytes).toString(),
    offset,
    end,
    ended,
  ]);
}

describe('the lines of a file', () => {
  test('say where each begins and ends, and whether it has an end', () => {
    expect(linesOf('one\n\nthree\nfo')).toEqual([
      ['one', 0, 4, true],
      ['', 4, 5, true],
      ['three', 5, 11, true],
      ['fo', 11, 13, false],
    ]);
    expect([linesOf(''), linesOf('\n')]).toEqual([[], [['', 0, 1, true]]]);
  });

  test('are measured and not held where they are too long', () => {
    expect(linesOf(`${'x'.repeat(10)}\n${'y'.repeat(11)}\nz`)).toEqual([
      ['x'.repeat(10), 0, 11, true],
      [undefined, 11, 23, true],
      ['z', 23, 24, false],
    ]);
    expect(linesOf('y'.repeat(11))).toEqual([[undefined, 0, 11, false]]);
  });

  test('are whole across the parts in which the file is read', () => {
    const long = 'x'.repeat(PART - 2);
    expect(linesOf(`${long}\nab\nc`, 2 * PART)).toEqual([
      [long, 0, PART - 1, true],
      ['ab', PART - 1, PART + 2, true],
      ['c', PART + 2, PART + 3, false],
    ]);
    const longer = 'x'.repeat(2 * PART + 5);
    expect(linesOf(`${longer}\n`, 3 * PART)).toEqual([[longer, 0, 2 * PART + 6, true]]);
    expect(linesOf('x'.repeat(PART), PART)).toEqual([['x'.repeat(PART), 0, PART, false]]);
  });
});

test('a name beside a journal is the first that is free of its kind', () => {
  const fs = createMemoryFileSystem(['/a']);
  for (const name of ['b.torn-1.jsonl', 'b.torn-2.jsonl', 'b.torn-4.jsonl', 'b.rest-1.jsonl'])
    fs.open(`/a/${name}`, 'create');
  expect([besidePath(fs, PATH, 'torn'), besidePath(fs, PATH, 'rest'), besidePath(fs, PATH, 'whole')]).toEqual(
    ['/a/b.torn-3.jsonl', '/a/b.rest-2.jsonl', '/a/b.whole-1.jsonl'],
  );
});

describe('a text that is written whole', () => {
  test('takes the place of the one before, and of a draft that a crash left', () => {
    const fs = createMemoryFileSystem(['/a']);
    fs.open(`${PATH}.tmp`, 'create').write(Buffer.from('left over'));
    for (const text of ['one', 'two']) {
      writeWhole(fs, PATH, text, false);
      expect([Buffer.from(fs.read(PATH)).toString(), fs.list('/a')]).toEqual([text, ['b.jsonl']]);
    }
  });

  test('takes no room where it could not be written, and leaves the one before', () => {
    const fs = createMemoryFileSystem(['/a']);
    writeWhole(fs, PATH, 'one', true);
    const full = (): never => {
      throw systemError('ENOSPC');
    };
    for (const name of ['write', 'sync']) {
      const disk = { ...fs, open: (path: string) => ({ ...fs.open(path, 'create'), [name]: full }) };
      expect(() => writeWhole(disk, PATH, 'two', true), name).toThrow('ENOSPC');
      expect([Buffer.from(fs.read(PATH)).toString(), fs.list('/a')]).toEqual(['one', ['b.jsonl']]);
    }
  });

  test('is synced before its name, and its folder after it, where it is to last', () => {
    const done = (durable: boolean): readonly string[] => {
      const fs = createMemoryFileSystem(['/a']);
      const steps: string[] = [];
      const open = (path: string, mode: 'append' | 'create') => ({
        ...fs.open(path, mode),
        sync: () => void steps.push('sync'),
      });
      const rename = (from: string, to: string): void => {
        steps.push('rename');
        fs.rename(from, to);
      };
      writeWhole({ ...fs, open, rename, syncFolder: (path) => void steps.push(path) }, PATH, 'x', durable);
      return steps;
    };
    expect([done(true), done(false)]).toEqual([['sync', 'rename', '/a'], ['rename']]);
  });
});
