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

  test('begins with the topmost folder alone, and with those that are asked for', () => {
    const fs = createMemoryFileSystem();
    expect([fs.kindOf('/'), fs.list('/')]).toEqual(['folder', []]);
    fs.makeFolder('/a');
    fs.open('/b', 'create');
    expect([fs.kindOf('/a'), fs.kindOf('/b'), fs.list('/')]).toEqual(['folder', 'file', ['a', 'b']]);
    const deep = createMemoryFileSystem(['/a/b/c']);
    expect(['/', '/a', '/a/b'].map((path) => deep.list(path))).toEqual([['a'], ['b'], ['c']]);
  });

  test('refuses with the codes of a disk, and the path', () => {
    const fs = createMemoryFileSystem(['/a/b']);
    fs.open('/a/f', 'create');
    const refused: readonly (readonly [string, () => unknown])[] = [
      ['EEXIST: /a', () => fs.makeFolder('/a')],
      ['EEXIST: /a/f', () => fs.makeFolder('/a/f')],
      ['ENOENT: /x/y', () => fs.makeFolder('/x/y')],
      ['EEXIST: /a/f', () => fs.open('/a/f', 'create')],
      ['EISDIR: /a', () => fs.open('/a', 'append')],
      ['ENOENT: /x/f', () => fs.open('/x/f', 'append')],
      ['EISDIR: /a', () => fs.read('/a')],
      ['ENOENT: /x', () => fs.readPart('/x', 0, 1)],
      ['ENOENT: /x', () => fs.rename('/x', '/y')],
      ['ENOENT: /x', () => fs.link('/x', '/y')],
      ['EEXIST: /a/b', () => fs.link('/a/f', '/a/b')],
      ['ENOTEMPTY: /a', () => fs.remove('/a')],
      ['ENOENT: /x', () => fs.remove('/x')],
    ];
    for (const [message, work] of refused) {
      const [code] = message.split(':');
      expect(work).toThrow(expect.objectContaining({ code, message }));
    }
    fs.open('/a/f', 'append').write(Buffer.from('x'));
    expect(Buffer.from(fs.read('/a/f')).toString()).toBe('x');
    fs.remove('/a/f');
    fs.remove('/a/b');
    fs.remove('/a');
    expect(fs.list('/')).toEqual([]);
  });

  test('keeps what was written though the buffer is used again', () => {
    const fs = createMemoryFileSystem();
    const file = fs.open('/a', 'create');
    const bytes = Uint8Array.from(Buffer.from('one'));
    file.write(bytes);
    bytes.set(Buffer.from('two'));
    file.write(bytes);
    expect(Buffer.from(fs.read('/a')).toString()).toBe('onetwo');
    expect(fs.read('/a')).toHaveLength(6);
  });

  test('lists as many names as are asked for, sorted, each once', () => {
    const fs = createMemoryFileSystem(['/a/x', '/a/x/y', '/ab']);
    for (const name of ['c', 'b']) fs.open(`/a/${name}`, 'create');
    expect([fs.list('/a'), fs.list('/a', 2), fs.list('/none')]).toEqual([['b', 'c', 'x'], ['b', 'c'], []]);
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
