import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createAnswerBox } from '../../src/journal/answer-box.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { watchBox } from '../../src/journal/watch-runs.ts';

const ANSWER = { action: 'Yes', fields: {}, sender: null };

/** A box of a new run directory, watched. */
function watchedBox() {
  const folder = mkdtempSync(join(tmpdir(), 'wfmap-watched-box-'));
  const box = createAnswerBox(nodeFileSystem, folder, { watch: watchBox });
  let wakes = 0;
  const unwatch = box.watch?.(() => (wakes += 1));
  onTestFinished(() => {
    unwatch?.();
    rmSync(folder, { recursive: true, force: true });
  });
  let start = 0;
  return {
    folder,
    unwatch,
    wakes: () => wakes,
    give: () => {
      // Another process gives it.
      createAnswerBox(nodeFileSystem, folder).claim({ start: (start += 1) }, ANSWER);
    },
    woken: async (before: number) => {
      const isWoken = (): boolean => wakes !== before;
      while (!isWoken()) await sleep(5);
    },
  };
}

test('an answer wakes who watches its folder, the first one too, which makes the folder', async () => {
  const box = watchedBox();
  for (let turn = 0; turn < 3; turn += 1) {
    const before = box.wakes();
    box.give();
    await box.woken(before);
    expect(box.wakes()).toBeGreaterThan(before);
  }
});

test('an answer wakes also after the folder was removed, moved away, and made again', async () => {
  const box = watchedBox();
  const answers = join(box.folder, 'answers');
  const away = [
    () => rmSync(answers, { recursive: true }),
    () => renameSync(answers, join(box.folder, 'answers-refused')),
  ];
  for (const remove of away) {
    const before = box.wakes();
    box.give();
    await box.woken(before);
    const given = box.wakes();
    remove();
    await box.woken(given);
  }
  const last = box.wakes();
  box.give();
  await box.woken(last);
  expect(box.wakes()).toBeGreaterThan(last);
});

test('what a run writes beside it, and what is not yet an answer, wakes nobody', async () => {
  const box = watchedBox();
  box.give();
  await box.woken(0);
  await told(box.folder);
  const before = box.wakes();
  writeFileSync(join(box.folder, 'answers', 'answer-00000000-0000-4000-8000-000000000000.tmp'), '');
  writeFileSync(join(box.folder, 'journal.jsonl'), '{}');
  await told(box.folder);
  expect(box.wakes()).toBe(before);
});

/** Waits until the system has told of all that was written; it does so in its order. */
async function told(folder: string): Promise<void> {
  const watcher = watch(folder);
  writeFileSync(join(folder, 'last'), String(performance.now()));
  for (;;) {
    const [, name] = await once(watcher, 'change');
    if (name === 'last') break;
  }
  watcher.close();
}

test('a box whose folder cannot be watched is looked into all the same', () => {
  const box = createAnswerBox(nodeFileSystem, '/nowhere/at/all', { watch: watchBox });
  expect(box.watch?.(() => expect.unreachable())()).toBeUndefined();
  expect(createAnswerBox(nodeFileSystem, '/project').watch).toBeUndefined();
});
