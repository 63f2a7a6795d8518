import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeFileSystem } from '../../../src/journal/node-file-system.ts';
import { createRunFiles } from '../../../src/run/files/run-files.ts';
import type { RunEvent } from '../../../src/model/run-event.ts';
import { applyEvent } from '../../../src/view/apply-event.ts';
import { createRunView } from '../../../src/view/run-view.ts';
import { createMask } from '../../../src/run/host/mask.ts';
import { eventLine } from '../../artifact/short-events.ts';
import { claude } from '../../helpers/block.ts';
import { script, testHost } from '../../helpers/run-host.ts';

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wfmap-run-files-'));
  folder = join(root, 'slip-001');
  mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true }));

const open = (execution: number, task = 'Work', visit = 1) => ({
  execution,
  task: claude(task),
  address: { block: [], task, visit },
});

const writer = (more: Parameters<typeof testHost>[3] = {}) => {
  const directory = { folder, path: 'slip-001/', name: 'test/slip-001' };
  const view = createRunView();
  const files = createRunFiles(testHost(nodeFileSystem, root, script({}), more), {
    directory,
    mapPath: 'test.json',
    view,
    isNew: true,
  });
  const apply = (events: readonly RunEvent[]): void => {
    for (const event of events) files.take(event, applyEvent(view, event), false);
    files.update();
  };
  return { ...files, apply };
};

test('what an agent says stands in its log at once', () => {
  const files = writer();
  files.appendLog(open(2), Buffer.from('Working.\n'));
  expect(readFileSync(join(folder, 'task-002-work.log'), 'utf8')).toBe('Working.\n');
  files.close();
});

test('a prompt that is written again stands alone, and is there at once', () => {
  const files = writer();
  files.writePrompt(open(1), 'Do it, and do it well.');
  files.writePrompt(open(1), 'Do it.');
  expect(readFileSync(join(folder, 'task-001-work-prompt.md'), 'utf8')).toBe('Do it.');
  files.close();
});

test('the end of one task leaves the log of another as it is, with what it has begun to mask', () => {
  const files = writer({ mask: createMask(['swordfish-4711']) });
  files.apply(
    eventLine([
      { type: 'task.started', task: 'Work', data: { execution: 1 } },
      { type: 'task.started', task: 'Rest', data: { execution: 2 } },
    ]),
  );
  files.appendLog(open(1), Buffer.from('It is swordf'));
  files.appendLog(open(2, 'Rest'), Buffer.from('Resting.\n'));
  files.apply(eventLine([{ type: 'task.finished', task: 'Rest', data: { action: null } }]));
  files.appendLog(open(1), Buffer.from('ish-4711.\n'));
  files.close();
  expect(readFileSync(join(folder, 'task-001-work.log'), 'utf8')).not.toMatch(/swordf|4711/);
});

test('a log is bounded: its head is kept, and how much was left out is told', () => {
  const files = writer({ mask: createMask(['swordfish-4711']) });
  const chunk = Buffer.from(`${'x'.repeat(1024 * 1024 - 1)}\n`);
  for (let n = 0; n < 65; n += 1) files.appendLog(open(2), n === 63 ? halfSecret(chunk) : chunk);
  files.appendLog(open(2), Buffer.from('more'));
  files.close();
  const log = readFileSync(join(folder, 'task-002-work.log'));
  expect(
    log
      .subarray(0, 64 * 1024 * 1024)
      .toString('latin1')
      .endsWith('xswordf'),
  ).toBe(true);
  expect(log.subarray(64 * 1024 * 1024).toString()).toBe(
    '\n[wfmap] The log ends here: 64 MiB per task are kept.\n[wfmap] 1048580 bytes were left out.\n',
  );
});

/** What ends in the beginning of a secret, which is held until more comes. */
function halfSecret(chunk: Buffer): Buffer {
  return Buffer.concat([chunk.subarray(0, -6), Buffer.from('swordf')]);
}
