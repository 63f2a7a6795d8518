import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeFileSystem } from '../../../src/journal/node-file-system.ts';
import { findRuns } from '../../../src/journal/find-runs.ts';
import { readJournal } from '../../../src/journal/read-journal.ts';
import type { RunEvent } from '../../../src/model/run-event.ts';
import { action, block, claude, end } from '../../helpers/block.ts';
import { mapOf, programOf, script, start, testHost } from '../../helpers/run-host.ts';

const program = programOf(
  mapOf(block(claude('Work', action('Go', 'More')), claude('More', action('Go', 'Done')), end('Done'))),
);

let root = '';
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'wfmap-drive-held-'));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

/** Starts a run beside which somebody does something to its journal, once, when it has told of an event. */
async function spoilt(when: (event: RunEvent) => boolean, spoil: (path: string) => void) {
  const reported: string[] = [];
  let isSpoilt = false;
  const host = testHost(nodeFileSystem, root, script({ Work: ['Go'], More: ['Go'] }), {
    say: (line) => reported.push(line),
    onEvent: (event) => {
      if (isSpoilt || !when(event)) return;
      isSpoilt = true;
      spoil(join(root, '.wfmap/runs/test/slip-001/journal.jsonl'));
    },
  });
  const outcome = await start(host, program).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const [run] = findRuns(nodeFileSystem, root);
  return { outcome, reported, events: readJournal(nodeFileSystem, `${run?.folder}/journal.jsonl`).events };
}

const isStartOf =
  (task: string) =>
  ({ type, data }: RunEvent): boolean =>
    type === 'agent.started' && data.task === task;

/** The same length, in place. */
function overwrite(path: string): void {
  const file = fs.openSync(path, 'r+');
  fs.writeSync(file, 'XX', 20);
  fs.closeSync(file);
}

describe('a journal that is changed while a run goes on', () => {
  test('stops it: the reply that comes then is recorded, nothing more is started, and why is in the record', async () => {
    const { outcome, reported, events } = await spoilt(isStartOf('Work'), (path) => fs.rmSync(path));
    expect(outcome).toMatchObject({ code: 'journal-changed' });
    expect(reported).toEqual([expect.stringMatching(/it was removed\. The run stops\.$/)]);
    expect(events.map(({ type }) => type).slice(-4)).toEqual([
      'agent.finished',
      'action.chosen',
      'task.finished',
      'run.paused',
    ]);
    expect(events.at(-1)?.data).toMatchObject({ reason: 'interrupted', exitCode: 3 });
  });

  test('behind its last record is found at its end, to the byte, and the run has ended all the same', async () => {
    const { outcome, events } = await spoilt(({ type }) => type === 'run.finished', overwrite);
    expect(outcome).toMatchObject({
      code: 'journal-changed',
      message: expect.stringContaining('something in it was overwritten'),
    });
    expect(events.at(-1)).toMatchObject({ type: 'run.finished' });
  });
});
