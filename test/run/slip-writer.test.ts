import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { systemClock } from '../../src/run/clock.ts';
import { REST_MS } from '../../src/run/paced-files.ts';
import { createSlipWriter } from '../../src/run/slip-writer.ts';
import { script, testHost } from '../helpers/run-host.ts';

let root = '';
beforeEach(() => {
  vi.useFakeTimers();
  root = mkdtempSync(join(tmpdir(), 'wfmap-slip-writer-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true });
});

test('what an agent says stands in its log soon, whenever it says it, and though nothing else happens', () => {
  for (let ms = 0; ms <= 4 * REST_MS; ms += 5) {
    const folder = join(root, String(ms));
    mkdirSync(folder);
    const host = testHost(nodeFileSystem, root, script({}), { clock: systemClock });
    const slip = { folder, path: `${ms}/`, name: `test/${ms}` };
    const writer = createSlipWriter(host, { slip, mapPath: 'test.json', past: [] });
    // The files of a quick step before it put those of this one off.
    writer.writePrompt(1, 'Work', 'Do it.');
    vi.advanceTimersByTime(10);
    writer.writePrompt(2, 'Work', 'Do it again.');
    writer.apply([]);
    vi.advanceTimersByTime(ms);
    writer.appendLog(2, 'Work', Buffer.from('Working.\n'));
    vi.advanceTimersByTime(REST_MS);
    expect(readFileSync(join(folder, 'task-002-work.log'), 'utf8'), `after ${ms} ms`).toBe('Working.\n');
    writer.close();
  }
});
