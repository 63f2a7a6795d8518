import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test as base } from 'vitest';
import { readWithin } from '../../src/project/read-within.ts';

const MAX = 256 * 1024;

const test = base.extend<{ home: string }>({
  // The first parameter of a fixture must be written as a pattern.
  // oxlint-disable-next-line eslint/no-empty-pattern
  home: async ({}, use) => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-within-')));
    mkdirSync(join(home, 'in/deep'), { recursive: true });
    writeFileSync(join(home, 'in/file'), 'fine\n');
    writeFileSync(join(home, 'secret'), 'secret\n');
    await use(home);
    rmSync(home, { recursive: true });
  },
});

const OUT = { layer: 'path', reason: 'it leads out of its folder' };

describe('a file is read where its real path lies in the folder', () => {
  test('however it is written', ({ home, expect }) => {
    symlinkSync('../file', join(home, 'in/deep/link'));
    symlinkSync(join(home, 'in/file'), join(home, 'link'));
    for (const path of [
      'file',
      'deep/../file',
      'deep/link',
      '../in/file',
      '../link',
      join(home, 'in/file'),
    ]) {
      expect(readWithin(join(home, 'in'), path, MAX), path).toEqual({ text: 'fine\n' });
    }
  });

  test('and nothing is read that does not', ({ home, expect }) => {
    symlinkSync('../secret', join(home, 'in/out'));
    symlinkSync('..', join(home, 'in/up'));
    mkdirSync(join(home, 'inside'));
    writeFileSync(join(home, 'inside/file'), 'beside\n');
    const paths = [
      '../secret',
      'deep/../../secret',
      'out',
      'up/secret',
      '../inside/file',
      '/etc/passwd',
      join(home, 'secret'),
    ];
    for (const path of paths) expect(readWithin(join(home, 'in'), path, MAX), path).toEqual(OUT);
  });

  test('and the folder is no link', ({ home, expect }) => {
    symlinkSync('in', join(home, 'as'));
    expect(readWithin(join(home, 'as'), 'file', MAX)).toMatchObject({
      layer: 'path',
      reason: expect.stringContaining('is a link'),
    });
  });

  test('links that lead nowhere, or in a circle, are told from no file', ({ home, expect }) => {
    symlinkSync('nothing', join(home, 'in/nowhere'));
    symlinkSync('round', join(home, 'in/round'));
    expect(readWithin(join(home, 'in'), 'nowhere', MAX)).toMatchObject({ reason: 'its link leads nowhere' });
    expect(readWithin(join(home, 'in'), 'round', MAX)).toMatchObject({ layer: 'path' });
    expect(readWithin(join(home, 'in'), 'nothing', MAX)).toBeUndefined();
    expect(readWithin(join(home, 'no folder'), 'file', MAX)).toBeUndefined();
    expect(readWithin(join(home, 'in'), 'x'.repeat(5000), MAX)).toMatchObject({
      reason: 'its path is too long',
    });
    expect(readWithin(join(home, 'in'), 'file/below', MAX)).toMatchObject({
      reason: 'a part of its path is no folder',
    });
  });

  test('and what is no file is not opened', ({ home, expect }) => {
    expect(spawnSync('mkfifo', [join(home, 'in/pipe')]).status).toBe(0);
    for (const path of ['pipe', 'deep', '.']) {
      expect(readWithin(join(home, 'in'), path, MAX), path).toEqual({
        layer: 'path',
        reason: 'it is not a regular file',
      });
    }
  });
});

test('a file of 256 KiB is read, and one byte more is too much', ({ home, expect }) => {
  const path = join(home, 'in/large');
  writeFileSync(path, 'x'.repeat(MAX));
  expect(readWithin(join(home, 'in'), 'large', MAX)).toEqual({ text: 'x'.repeat(MAX) });
  writeFileSync(path, 'x'.repeat(MAX + 1));
  expect(readWithin(join(home, 'in'), 'large', MAX)).toEqual({
    layer: 'size',
    reason: 'it is larger than 256 KiB',
  });
});

test.for([[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82]])(
  'the bytes %o are no UTF-8',
  (bytes, { home, expect }) => {
    writeFileSync(join(home, 'in/bad'), Buffer.from([0x61, ...bytes]));
    expect(readWithin(join(home, 'in'), 'bad', MAX)).toEqual({
      layer: 'encoding',
      reason: 'it is not valid UTF-8',
    });
  },
);

test('a second name of a file is the file', ({ home, expect }) => {
  linkSync(join(home, 'in/file'), join(home, 'in/second'));
  expect(readWithin(join(home, 'in'), 'second', MAX)).toEqual({ text: 'fine\n' });
});
