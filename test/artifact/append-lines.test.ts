import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appendLines, findLinesEnd } from '../../src/artifact/append-lines.ts';
import { createMemoryFileSystem } from '../../src/journal/memory-file-system.ts';

const PATH = '/metrics.jsonl';
const lineOf = (run: string, seq: number) => ({ seq, text: `${JSON.stringify({ run, seq, note: 'ä' })}\n` });

/** A file that holds a text. */
function fileWith(text: string | Uint8Array) {
  const fs = createMemoryFileSystem();
  fs.open(PATH, 'append').write(Buffer.from(text));
  return fs;
}

test('the lines of a run stand once, wherever a write of it was cut off and whoever wrote meanwhile', () => {
  const run = 'one';
  const seqs = [3, 7, 20];
  const all = Buffer.from(seqs.map((seq) => lineOf(run, seq).text).join(''));
  fc.assert(
    fc.property(fc.nat(all.length), fc.boolean(), fc.boolean(), (cut, isOtherBefore, isOtherAfter) => {
      const other = lineOf('two', 99).text;
      const kept = all.subarray(0, cut);
      // Whoever comes after a line that was cut off ends it first.
      const isWhole = cut === 0 || kept.at(-1) === 10;
      const after = isOtherAfter ? `${isWhole ? '' : '\n'}${other}` : '';
      const fs = fileWith(Buffer.concat([Buffer.from(isOtherBefore ? other : ''), kept, Buffer.from(after)]));
      const { seq, rest } = findLinesEnd(fs, PATH, run);
      const missing = seqs.filter((each) => each > seq).map((each) => lineOf(run, each));
      if (missing.length > 0) appendLines(fs, PATH, missing, rest);
      const lines = Buffer.from(fs.read(PATH)).toString('utf8').trimEnd().split('\n');
      const whole = lines.filter((line) => seqs.some((each) => lineOf(run, each).text === `${line}\n`));
      expect(whole).toEqual(seqs.map((each) => lineOf(run, each).text.trimEnd()));
    }),
  );
});

test('a file that is not there has no lines', () => {
  expect(findLinesEnd(createMemoryFileSystem(), PATH, 'one')).toEqual({ seq: 0, rest: '' });
});

test('lines across the chunks of a large file are found', () => {
  const fs = fileWith(`${'x'.repeat(1024 * 1024 - 5)}\n${lineOf('one', 41).text}${'y'.repeat(2_000_000)}\n`);
  expect(findLinesEnd(fs, PATH, 'one')).toEqual({ seq: 41, rest: '' });
});
