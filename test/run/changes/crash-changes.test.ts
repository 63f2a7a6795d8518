import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Agent } from '../../../src/agent/agent.ts';
import { findRuns, JOURNAL_FILE } from '../../../src/journal/find-runs.ts';
import { readJournal } from '../../../src/journal/read-journal.ts';
import type { RunDirectory } from '../../../src/journal/run-directory.ts';
import { foldAll } from '../../../src/run/start/resume-run.ts';
import type { RunState } from '../../../src/run/state/run-state.ts';
import { puppetAgent } from '../../helpers/puppet-agent.ts';
import { resume } from '../../helpers/run-host.ts';
import {
  crashesOf,
  createCrashingFileSystem,
  PowerCut,
  type CrashingFileSystem,
} from '../../journal/crashing-file-system.ts';
import { Folder, ROOT, READING, done, edit, hostOf, mapOf, play, worker } from './changed-folder.ts';

describe('a run that was cut off', () => {
  const program = mapOf({ Edit: edit(READING), ...done });

  test('continues with the first snapshot: what both executions changed is there', async () => {
    const folder = new Folder();
    const stop = new AbortController();
    const held = puppetAgent('hold');
    const host = hostOf(folder, held, { stop: stop.signal });
    const playing = play(program, host);
    await held.asked(1);
    folder.files.set('first.txt', '1');
    stop.abort({ message: 'Stopped.', exitCode: 130 });
    held.turns[0]?.calls.push('stop');
    const { directory } = await playing;
    const again = hostOf(
      folder,
      worker(() => folder.files.set('second.txt', '1')),
      { fs: host.fs },
    );
    const state = await resume(again, program.program, directory);
    expect(state.finished?.result).toMatchObject({ added: ['first.txt', 'second.txt'] });
    expect(folder.asked.filter((each) => each.startsWith('snapshot'))).toHaveLength(2);
  });

  test('knows all changes since the first snapshot, wherever the power went, and its journal alone says them', async () => {
    const cuts = await countOperations();
    expect(cuts).toBeGreaterThan(20);
    for (let cut = 0; cut < cuts; cut += 1) await expectAllAfter(cut);
  });

  async function countOperations(): Promise<number> {
    const fs = createCrashingFileSystem(ROOT);
    const folder = new Folder();
    await play(program, hostOf(folder, writing(folder), { fs }));
    return fs.operations();
  }

  /** Each turn leaves a file of its own. */
  function writing(folder: Folder): Agent {
    return worker(() => folder.files.set(`${folder.files.size}.txt`, '1'));
  }

  async function expectAllAfter(cut: number): Promise<void> {
    const folder = new Folder();
    const first = createCrashingFileSystem(ROOT);
    first.cutAt(cut);
    try {
      await play(program, hostOf(folder, writing(folder), { fs: first }));
    } catch (thrown) {
      if (!(thrown instanceof PowerCut)) throw thrown;
    }
    const written = [...folder.files.keys()];
    for (const fs of crashesOf(first, 6)) {
      folder.files.clear();
      for (const each of written) folder.files.set(each, '1');
      const state = await carryOn(fs, folder);
      const { events } = readJournal(fs, join(runIn(fs)?.folder ?? '', JOURNAL_FILE));
      const taken = events.filter(({ type }) => type === 'snapshot.taken');
      expect([1, 2]).toContain(taken.length);
      const tree = taken[0]?.type === 'snapshot.taken' ? taken[0].data.tree : '';
      const before = folder.stored[Number(tree)];
      const since = [...folder.files.keys()].filter((path) => before?.has(path) === false).toSorted();
      expect([cut, state.finished?.result]).toMatchObject([cut, { added: since }]);
      expect(since.length).toBeGreaterThan(0);
      expect(foldAll(events, program.program).finished).toEqual(state.finished);
    }
  }

  function runIn(fs: CrashingFileSystem): RunDirectory | undefined {
    return findRuns(fs, ROOT).find(({ started }) => started !== undefined);
  }

  async function carryOn(fs: CrashingFileSystem, folder: Folder): Promise<RunState> {
    const host = hostOf(folder, writing(folder), { fs });
    const directory = runIn(fs);
    if (directory === undefined) return (await play(program, host)).state;
    const { events } = readJournal(fs, join(directory.folder, JOURNAL_FILE));
    const past = foldAll(events, program.program);
    return past.finished === undefined ? resume(host, program.program, directory) : past;
  }
});
