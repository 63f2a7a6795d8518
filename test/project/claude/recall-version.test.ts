import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recallVersion } from '../../../src/project/claude/recall-version.ts';
import { textHash } from '../../../src/util/text-hash.ts';

const MEBIBYTE = 1_048_576;

/** A program of a size, and an account that keeps what it printed. */
function programOf(sizeBytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'wfmap-recall-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'claude');
  writeFileSync(program, Buffer.alloc(sizeBytes));
  const kept = join(folder, 'cache/wfmap-programs');
  return {
    program,
    kept,
    recall: () => recallVersion(program, { XDG_CACHE_HOME: join(folder, 'cache') }),
    entry: () => join(kept, readdirSync(kept)[0] ?? ''),
  };
}

test('a version is recalled for as long as the file of its program is the same', () => {
  const { program, recall } = programOf(MEBIBYTE);
  expect(recall().version).toBe(undefined);
  recall().keep('2.1.329');
  expect(recall().version).toBe('2.1.329');
  appendFileSync(program, 'x');
  expect(recall().version).toBe(undefined);
});

test('a version that was asked for before the program was replaced is not taken for that of the new one', () => {
  const { program, recall } = programOf(MEBIBYTE);
  const { keep } = recall();
  writeFileSync(program, Buffer.alloc(2 * MEBIBYTE));
  keep('2.1.329');
  expect(recall().version).toBe(undefined);
});

test('a program that may be a script which starts another is asked each time', () => {
  const { recall } = programOf(MEBIBYTE - 1);
  recall().keep('2.1.329');
  expect(recall().version).toBe(undefined);
});

test('nothing is recalled of a program that is not there, or where nothing is kept', () => {
  expect(recallVersion('/nowhere/claude', process.env).version).toBe(undefined);
  const { program } = programOf(MEBIBYTE);
  const recalled = recallVersion(program, {});
  recalled.keep('2.1.329');
  expect(recalled.version).toBe(undefined);
});

test('what somebody else may have written is not recalled', () => {
  const { kept, recall, entry } = programOf(MEBIBYTE);
  recall().keep('2.1.329');
  const [, version = '', program = ''] = readFileSync(entry(), 'utf8').split('\n');
  const write = (text: string): void => writeFileSync(entry(), `${textHash(text)}\n${text}`);
  write(`${version}\n${program}`);
  expect(recall().version).toBe('2.1.329');
  for (const text of [
    '',
    '\n',
    `2.1\n${program}`,
    `2.1.329 $(id)\n${program}`,
    `2.1.329\n["/bin/true"]`,
    '\0'.repeat(9000),
  ]) {
    write(text);
    expect(recall().version).toBe(undefined);
  }
  writeFileSync(entry(), `${version}\n${program}`);
  expect(recall().version).toBe(undefined);
  write(`${version}\n${program}`);
  chmodSync(kept, 0o777);
  expect(recall().version).toBe(undefined);
});
