import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileSystem } from '../../src/journal/file-system.ts';
import { createMemoryFileSystem } from '../../src/journal/memory-file-system.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { systemCodeOf } from '../../src/util/error.ts';

type Deed = (fs: FileSystem, root: string) => unknown;

const names = fc.constantFrom('a', 'b', 'a/x', 'a/y', 'b/x', 'a/x/z');
const bytes = fc.string({ maxLength: 5 }).map((text) => Buffer.from(text));

const deeds = fc.oneof(
  names.map(
    (name): Deed =>
      (fs, root) =>
        fs.makeFolder(join(root, name)),
  ),
  fc
    .tuple(names, fc.constantFrom('append', 'create'), bytes, fc.nat(4))
    .map(([name, mode, text, size]): Deed => (fs, root) => {
      const file = fs.open(join(root, name), mode);
      file.write(text);
      file.write(text);
      if (size < 3) file.truncate(size);
      file.sync();
      file.close();
    }),
  names.map(
    (name): Deed =>
      (fs, root) =>
        Buffer.from(fs.read(join(root, name))).toString(),
  ),
  names.map(
    (name): Deed =>
      (fs, root) =>
        Buffer.from(fs.readPart(join(root, name), 1, 2)).toString(),
  ),
  names.map(
    (name): Deed =>
      (fs, root) =>
        fs.kindOf(join(root, name)),
  ),
  names.map(
    (name): Deed =>
      (fs, root) =>
        fs.kindOf(join(root, name)) === 'file' ? 0 : fs.list(join(root, name)),
  ),
  names.map(
    (name): Deed =>
      (fs, root) =>
        fs.remove(join(root, name)),
  ),
);

function codeOf(work: () => unknown): unknown {
  try {
    return { gives: work() };
  } catch (thrown) {
    // A folder in place of a file, and a file in place of a folder, have codes of their own on each system.
    const code = systemCodeOf(thrown);
    return { throws: code === 'ENOENT' || code === 'EEXIST' || code === 'ENOTEMPTY' ? code : 'other' };
  }
}

describe('a disk in memory', () => {
  test('has no links', () => {
    const fs = createMemoryFileSystem(['/a']);
    expect(fs.isLink('/a')).toBe(false);
  });

  test('does what the disk of the machine does', () => {
    fc.assert(
      fc.property(fc.array(deeds, { maxLength: 25 }), (list) => {
        const real = mkdtempSync(join(tmpdir(), 'wfmap-memory-'));
        try {
          const memory = createMemoryFileSystem(['/root']);
          for (const deed of list) {
            const wanted = codeOf(() => deed(nodeFileSystem, real));
            const found = codeOf(() => deed(memory, '/root'));
            if (JSON.stringify(wanted).includes('other')) expect(JSON.stringify(found)).toContain('throws');
            else expect(found).toEqual(wanted);
          }
        } finally {
          rmSync(real, { recursive: true });
        }
      }),
      { numRuns: 60 },
    );
  });

  test('makes a file that is cut beyond its end longer, as the disk does', () => {
    const memory = createMemoryFileSystem(['/root']);
    const file = memory.open('/root/a', 'create');
    file.write(Buffer.from('x'));
    file.truncate(3);
    expect([...memory.read('/root/a')]).toEqual([120, 0, 0]);
  });

  test('gives a file a second name, and replaces what stands under a name', () => {
    const fs = createMemoryFileSystem(['/root']);
    const put = (path: string, text: string): void => fs.open(path, 'append').write(Buffer.from(text));
    const read = (path: string): string => Buffer.from(fs.read(path)).toString();
    put('/root/a', 'one');
    put('/root/b', 'two');
    fs.link('/root/a', '/root/c');
    expect(() => fs.link('/root/a', '/root/b')).toThrow('EEXIST');
    fs.rename('/root/a', '/root/b');
    expect([read('/root/b'), read('/root/c'), fs.kindOf('/root/a')]).toEqual(['one', 'one', undefined]);
    expect(fs.list('/root')).toEqual(['b', 'c']);
  });
});
