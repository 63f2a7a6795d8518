import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { createPacedFiles, REST_MS, type PacedFiles } from '../../src/run/paced-files.ts';

let folder = '';
let now = 0;
let files: PacedFiles = createPacedFiles(nodeFileSystem, () => now);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wfmap-paced-'));
  now = 0;
  files = createPacedFiles(nodeFileSystem, () => now);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(name: string, text: string, mode: 'empty' | 'append' = 'empty'): void {
  const file = files.open(join(folder, name), mode);
  file.write(Buffer.from(text));
  file.close();
}

const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

test('a file after a rest is there at once, the next ones after theirs', () => {
  write('a', '1');
  expect(textOf('a')).toBe('1');
  write('b', '2');
  now = REST_MS - 1;
  files.tick();
  expect(readdirSync(folder)).toEqual(['a']);
  now = REST_MS;
  write('c', '3');
  expect(['b', 'c'].map(textOf)).toEqual(['2', '3']);
});

test('what is written while a file is held stands in it in order, before what comes after', () => {
  write('a', '1');
  const log = files.open(join(folder, 'log'), 'append');
  log.write(Buffer.from('1'));
  log.write(Buffer.from('2'));
  files.flush();
  log.write(Buffer.from('3'));
  log.close();
  expect(textOf('log')).toBe('123');
});

test('an emptied file loses what was in it, another is gone on with', () => {
  for (const name of ['a', 'b']) writeFileSync(join(folder, name), 'old ');
  write('a', 'new');
  write('b', 'new', 'append');
  files.flush();
  expect(['a', 'b'].map(textOf)).toEqual(['new', 'old new']);
});

test('no more than a bounded amount is held', () => {
  write('a', '');
  const log = files.open(join(folder, 'log'), 'append');
  for (let n = 0; n < 5; n += 1) log.write(new Uint8Array(64 * 1024));
  expect(textOf('log')).toHaveLength(5 * 64 * 1024);
  log.close();
});

test('a file that cannot be made is told once, and costs no other', () => {
  write('a', '');
  write('none/b', '');
  write('c', '3');
  expect(() => files.flush()).toThrow('ENOENT');
  expect(textOf('c')).toBe('3');
  files.flush();
});
