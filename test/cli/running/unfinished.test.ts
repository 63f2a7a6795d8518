import { appendFileSync, cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findUnfinished } from '../../../src/cli/running/unfinished.ts';
import { findRuns } from '../../../src/journal/find-runs.ts';
import { nodeFileSystem } from '../../../src/journal/node-file-system.ts';
import type { Value } from '../../../src/model/value.ts';
import { startOnDisk, type DiskRun } from '../../helpers/disk-run.ts';
import { testHost } from '../../helpers/run-host.ts';
import { puppetAgent } from '../../helpers/puppet-agent.ts';

const field = (type: string) => ({ type, description: 'Any', required: false });
const MAP = {
  description: 'Asks',
  workslipFields: { a: field('string'), b: field('number') },
  startTaskDefinition: 'Ask',
  taskDefinitions: {
    Ask: { type: 'human', promptTemplate: 'Well?', actions: { Yes: { target: 'Done' } } },
    Done: { type: 'end' },
  },
};

let root = '';
let hours = 0;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-unfinished-')));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Starts a run an hour after the last one. */
function startOne(fields: Readonly<Record<string, Value>>, more: { path?: string; kind?: 'scripted' } = {}) {
  const at = new Date(Date.UTC(2026, 0, 1, (hours += 1)));
  const { clock } = testHost(nodeFileSystem, root, puppetAgent());
  return startOnDisk(root, {
    map: MAP,
    path: 'ask.json',
    fields,
    host: { clock: { ...clock, now: () => at } },
    ...more,
  });
}

const found = (values: Readonly<Record<string, Value>>, mapPath = 'ask.json'): string | undefined =>
  findUnfinished(findRuns(nodeFileSystem, root), { mapPath, values, agent: 'claude' })?.name;
const YES = { action: 'Yes', fields: {} };
const journalOf = ({ directory }: DiskRun): string => join(directory.folder, 'journal.jsonl');

test('the newest run of the map with the same inputs in any order, by the same kind of agent, that has not ended is found', async () => {
  expect(found({ a: 'x', b: 1 })).toBeUndefined();
  const first = await startOne({ a: 'x', b: 1 });
  const second = await startOne({ b: 1, a: 'x' });
  await startOne({ a: 'y', b: 1 });
  await startOne({ a: 'x', b: 1 }, { path: 'other.json' });
  await startOne({ a: 'x', b: 1 }, { kind: 'scripted' });
  expect(found({ b: 1, a: 'x' })).toBe('ask/slip-002');
  expect(found({ a: 'y', b: 1 })).toBe('ask/slip-003');
  expect(found({ a: 'x', b: 1 }, 'other.json')).toBe('other/slip-001');
  expect([found({ a: 'x' }), found({ a: 'z', b: 1 })]).toEqual([undefined, undefined]);
  await second.answer(YES);
  expect(found({ a: 'x', b: 1 })).toBe('ask/slip-001');
  await first.answer(YES);
  expect(found({ a: 'x', b: 1 })).toBeUndefined();
});

test('a run whose journal is damaged behind its start is none to go on with', async () => {
  const run = await startOne({ a: 'x' });
  expect(found({ a: 'x' })).toBe('ask/slip-001');
  appendFileSync(journalOf(run), 'no record\n{"more": 1}\n');
  expect(found({ a: 'x' })).toBeUndefined();
});

test('of very many runs with the same inputs only the newest 20 are opened', async () => {
  await startOne({ a: 'x' });
  const { folder } = (await (await startOne({ a: 'x' })).answer(YES)).directory;
  const copyOf = (number: number): string => join(dirname(folder), `slip-${String(number).padStart(3, '0')}`);
  for (let number = 3; number <= 21; number += 1) cpSync(folder, copyOf(number), { recursive: true });
  expect(found({ a: 'x' })).toBeUndefined();
  rmSync(copyOf(21), { recursive: true });
  expect(found({ a: 'x' })).toBe('ask/slip-001');
});
