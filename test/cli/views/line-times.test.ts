import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { followFile } from '../../../src/cli/views/follow-file.ts';
import { createLineTimes } from '../../../src/cli/views/line-times.ts';
import { nodeFileSystem } from '../../../src/journal/node-file-system.ts';
import { createTaskLogs } from '../../../src/run/files/task-logs.ts';
import { createMask } from '../../../src/run/host/mask.ts';
import { claude } from '../../helpers/block.ts';
import { script, testHost } from '../../helpers/run-host.ts';

const BEGIN = Date.UTC(2026, 0, 1);

interface Chunk {
  readonly text: string;
  /** Since the chunk before. Units: ms. */
  readonly after: number;
  readonly reopened: boolean;
}

const CHUNK: fc.Arbitrary<Chunk> = fc.record({
  text: fc.string({ unit: fc.constantFrom('a', 'ü', '\n', '\u2028', '\r'), maxLength: 12 }),
  // Time goes back where somebody sets the clock.
  after: fc.constantFrom(0, 1, 99, 100, 5000, -5000),
  reopened: fc.boolean(),
});

/** Writes chunks into a log, and gives each line of it with its time. */
async function linesOf(chunks: readonly Chunk[]) {
  const folder = mkdtempSync(join(tmpdir(), 'wfmap-times-'));
  try {
    const paths = { log: join(folder, 'a.log'), times: join(folder, 'a.log-times') };
    let now = BEGIN;
    const clock = { now: () => new Date(now) };
    const host = { ...testHost(nodeFileSystem, folder, script({})), mask: createMask([]) };
    const attempt = (_: string, work: () => void): boolean => {
      work();
      return true;
    };
    const logs = createTaskLogs(
      { ...host, clock: { ...host.clock, ...clock } },
      attempt,
      (_, file) => paths[file],
    );
    const owner = { execution: 1, task: claude('A'), address: { block: [], task: 'A', visit: 1 } };
    for (const { text, after, reopened } of chunks) {
      now += after;
      if (reopened) logs.close(1);
      logs.append(owner, Buffer.from(text));
    }
    logs.closeAll();
    const timeOf = createLineTimes(paths.times);
    const lines: { line: string; at: number | undefined }[] = [];
    await followFile(
      paths.log,
      () => true,
      (line, from) => lines.push({ line, at: timeOf(from)?.getTime() }),
    );
    return lines;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** When the first byte of each line came, as it is known here. */
function expected(chunks: readonly Chunk[]) {
  const lines: { line: string; at: number }[] = [];
  let now = BEGIN;
  let isNew = true;
  for (const { text, after } of chunks) {
    now += after;
    for (const sign of text) {
      if (isNew) lines.push({ line: '', at: now });
      isNew = sign === '\n';
      const last = lines.at(-1);
      if (last !== undefined && !isNew) last.line += sign;
    }
  }
  return lines;
}

test('each line of a log has the time at which its first byte came, but for less than a tenth of a second', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(CHUNK, { maxLength: 8 }), async (chunks) => {
      const [found, wanted] = [await linesOf(chunks), expected(chunks)];
      expect(found.map(({ line }) => line)).toEqual(wanted.map(({ line }) => line));
      found.forEach(({ at }, index) => {
        expect(Math.abs((at ?? 0) - (wanted[index]?.at ?? 0))).toBeLessThan(100);
      });
    }),
  );
});

test('a log of which no times were kept has none', () => {
  const timeOf = createLineTimes(join(tmpdir(), 'nothing-is-here'));
  expect([timeOf(0), timeOf(100)]).toEqual([undefined, undefined]);
});
