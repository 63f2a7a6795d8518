import { expect, test } from 'vitest';
import type { ProcessEntry } from '../../src/process/platform/process-entry.ts';
import { processTree } from '../../src/process/process-tree.ts';

function entry(pid: number, parent: number, marked = false): ProcessEntry {
  return { pid, parent, group: pid, session: pid, started: `at ${pid}`, marked };
}

function pids(entries: readonly ProcessEntry[], roots: readonly number[] = []): number[] {
  return processTree(entries, new Set(roots)).map((found) => found.pid);
}

test('a tree is what is marked, the roots, and all below them', () => {
  const entries = [
    entry(1, 0),
    entry(5, 4),
    entry(2, 1),
    entry(3, 2, true),
    entry(4, 3),
    entry(6, 1),
    entry(7, 6),
  ];
  expect(pids(entries)).toEqual([5, 3, 4]);
  expect(pids(entries, [6])).toEqual([5, 3, 4, 6, 7]);
});

test('processes that are each other’s parents are found once', () => {
  expect(pids([entry(2, 3, true), entry(3, 2)])).toEqual([2, 3]);
});

test('a root that is not there counts for nothing', () => {
  expect(pids([entry(1, 0)], [99])).toEqual([]);
});
