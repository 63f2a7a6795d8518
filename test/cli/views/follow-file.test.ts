import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { followFile } from '../../../src/cli/views/follow-file.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wfmap-follow-'));
  path = join(folder, 'task.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The lines of a file that grows by a text each time somebody asks whether it is over. */
async function followed(...growth: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = [];
  const left = [...growth];
  const isOver = (): boolean => {
    const next = left.shift();
    if (next !== undefined) appendFileSync(path, next);
    return left.length === 0;
  };
  await followFile(path, isOver, (line) => lines.push(line));
  return lines;
}

describe('the lines of a file that is followed', () => {
  test('are all that it has once it is over, also what was written last', async () => {
    writeFileSync(path, 'one\n\ntwo\nth');
    expect(await followed()).toEqual(['one', '', 'two', 'th']);
    expect(await followed('ree\n', 'four\n')).toEqual(['one', '', 'two', 'three', 'four']);
  });

  test('are whole where a line or a sign is written in parts', async () => {
    const sign = Buffer.from('ü');
    writeFileSync(path, sign.subarray(0, 1));
    const lines: string[] = [];
    let asked = 0;
    const isOver = (): boolean => {
      asked += 1;
      if (asked === 2) appendFileSync(path, Buffer.concat([sign.subarray(1), Buffer.from('x\ny')]));
      return asked === 2;
    };
    await followFile(path, isOver, (line) => lines.push(line));
    expect(lines).toEqual(['üx', 'y']);
  });

  test('are those of many reads', async () => {
    const all = Array.from({ length: 20_000 }, (_, index) => `line ${index}`);
    writeFileSync(path, all.join('\n'));
    expect(await followed()).toEqual(all);
  });

  test('are in parts where one is too long to be held', async () => {
    const max = 16 * 1024 * 1024;
    writeFileSync(path, `${'x'.repeat(max + 100_000)}\nend\n`);
    const lines = await followed();
    expect(lines.map((line) => line.length > 3)).toEqual([true, true, false]);
    expect(lines[0]?.length).toBeGreaterThan(max);
    expect(lines[0]?.length).toBeLessThanOrEqual(max + 65_536);
    expect(lines.join('')).toBe(`${'x'.repeat(max + 100_000)}end`);
  });

  test('are none of a file that is not there, of a folder, or of a device', async () => {
    expect(await followed()).toEqual([]);
    mkdirSync(join(folder, 'a'));
    symlinkSync('/dev/zero', join(folder, 'b'));
    for (const name of ['a', 'b']) {
      path = join(folder, name);
      expect(await followed()).toEqual([]);
    }
  });

  test('cannot be read where links lead in a circle', async () => {
    symlinkSync('task.log', path);
    await expect(followed()).rejects.toMatchObject({ code: 'ELOOP' });
  });
});
