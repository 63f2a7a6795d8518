/** That a journal is on the disk and not only in its cache: no test can cut the power, but Node tells what it asks of the disk. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Appends three batches to a journal on the disk. */
const APPEND = `
  import { createJournal } from '${ROOT}/src/journal/journal.ts';
  import { nodeFileSystem } from '${ROOT}/src/journal/node-file-system.ts';
  import { batchOf } from '${ROOT}/test/journal/events.ts';
  const journal = createJournal(nodeFileSystem, 'journal.jsonl');
  for (let count = 0; count < 3; count += 1) journal.append(batchOf(journal.nextSeq, 2));
  journal.close();
`;

test('every batch of a journal is synced before the next one is written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wfmap-synced-'));
  const settings = ['--trace-event-categories=node.fs.sync', '--trace-event-file-pattern=trace.json'];
  execFileSync(process.execPath, [...settings, '--input-type=module', '--eval', APPEND], { cwd: folder });
  const trace = JSON.parse(readFileSync(join(folder, 'trace.json'), 'utf8')) as {
    readonly traceEvents: readonly { readonly ph: string; readonly name: string; readonly ts: number }[];
  };
  const calls = trace.traceEvents
    .filter(({ ph, name }) => ph === 'B' && /^fs\.sync\.(?:write|fdatasync)$/.test(name))
    .toSorted((a, b) => a.ts - b.ts)
    .map(({ name }) => name.slice('fs.sync.'.length));
  rmSync(folder, { recursive: true });
  expect(calls.slice(-6)).toEqual(['write', 'fdatasync', 'write', 'fdatasync', 'write', 'fdatasync']);
});
