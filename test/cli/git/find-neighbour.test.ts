import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findNeighbour } from '../../../src/cli/git/find-neighbour.ts';
import type { RunEntry } from '../../../src/journal/find-runs.ts';
import { createProcessTable } from '../../../src/process/process-table.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'wfmap-neighbour-'))));
afterEach(() => rmSync(root, { recursive: true }));

/** A run whose lock is held by the process above this one, which lives as long as the test; or holds another text. */
function runWith(name: string, text = lockOf(process.ppid)): RunEntry {
  const folder = join(root, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'lock.json'), text);
  return { name, folder, path: `${name}/`, started: undefined };
}

function lockOf(pid: number): string {
  const { start } = createProcessTable().find(pid) ?? {};
  const id = '00000000-0000-4000-8000-000000000000';
  return JSON.stringify({ id, pid, start, host: hostname(), run: id, at: '2026-01-01T00:00:00.000Z' });
}

test('a run whose wfmap lives works beside this one; its own folder is none', () => {
  const run = runWith('slip-001');
  expect(findNeighbour([run], { workRoot: root, workFolder: root })).toEqual({
    name: 'slip-001',
    pid: process.ppid,
  });
  expect(findNeighbour([run], { workRoot: root, workFolder: root, self: run.folder })).toBeUndefined();
  expect(findNeighbour([run], { workRoot: root, workFolder: join(root, 'other') })).toBeUndefined();
});

test('a run whose lock cannot be read is passed by', () => {
  const runs = [runWith('damaged', '{'), runWith('fast')];
  expect(findNeighbour(runs.slice(0, 1), { workRoot: root, workFolder: root })).toBeUndefined();
  expect(findNeighbour(runs, { workRoot: root, workFolder: root })?.name).toBe('fast');
});
