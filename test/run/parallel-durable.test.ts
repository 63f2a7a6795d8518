import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJournal } from '../../src/journal/read-journal.ts';
import type { RunDirectory } from '../../src/journal/run-directory.ts';
import { foldAll } from '../../src/run/start/resume-run.ts';
import type { RunState } from '../../src/run/state/run-state.ts';
import { resume, start } from '../helpers/run-host.ts';
import { summaryOf } from '../helpers/summary.ts';
import { createCrashingFileSystem, type CrashingFileSystem } from '../journal/crashing-file-system.ts';
import { courseOf } from './course.ts';
import { mapText } from './map-json.ts';
import { hostFor } from './nested-host.ts';
import { nestedProgram } from './nested-program.ts';
import { nestedRuns, type NestedRun } from './random-nested.ts';
import { play } from './reference-blocks.ts';
import { performersOf } from './scripted-performers.ts';
import { tries } from '../helpers/tries.ts';

/** Answers arrive in some order that the numbers say. */
const orders = fc.array(fc.nat(3), { minLength: 1, maxLength: 12 });

async function run({ map, answers, places }: NestedRun, order: readonly number[]) {
  const { program, texts } = nestedProgram(mapText(map));
  const fs = createCrashingFileSystem('/project');
  let at = 0;
  const performers = performersOf(answers, ({ length }) => order[(at += 1) % order.length]! % length);
  const host = hostFor(fs, performers, places);
  const { state, directory } = await start(host, program, { texts });
  return { program, fs, state, directory, events: host.events };
}

function journalOf(directory: RunDirectory): string {
  return join(directory.folder, 'journal.jsonl');
}

/** A disk on which the journal ends behind a batch of it that is not the last; undefined where there is only one. */
function cutAt(
  fs: CrashingFileSystem,
  directory: RunDirectory,
  place: number,
): CrashingFileSystem | undefined {
  const lines = (fs.files()[journalOf(directory)] ?? '').split('\n').slice(0, -1);
  const ends = lines.flatMap((line, index) => (line.includes(',"more":true') ? [] : [index + 1]));
  if (ends.length < 2) return undefined;
  const kept = lines.slice(0, ends[place % (ends.length - 1)]).map((line) => `${line}\n`);
  const copy = fs.crash(() => 'kept');
  const file = copy.open(journalOf(directory), 'append');
  file.truncate(Buffer.byteLength(kept.join('')));
  file.sync();
  return copy;
}

/** What a run came to: whatever was started twice, or in another order. */
function endOf({ blocks, finished }: RunState) {
  return { finished, bound: Object.fromEntries([...blocks.values()][0]?.bound ?? []) };
}

describe('a run of blocks in blocks', () => {
  test('leaves a journal that folds to its live state, and always ends or pauses for a stated reason', async () => {
    await fc.assert(
      fc.asyncProperty(nestedRuns(), orders, async (random, order) => {
        const { program, fs, directory, state, events } = await run(random, order);
        play(program, random.answers, courseOf(events));
        expect(courseOf(events).at(-1)).toMatch(/^(end|pause (failed 6|human 4))/);
        const kept = readJournal(fs, journalOf(directory)).events;
        expect(kept).toEqual(events);
        expect(summaryOf(foldAll(kept, program))).toEqual(summaryOf(state));
      }),
      { numRuns: tries(150, 40) },
    );
  });

  test('ends alike when it is taken up again from any whole part of its journal', async () => {
    await fc.assert(
      fc.asyncProperty(
        nestedRuns({ isSure: true, isCheap: true }),
        orders,
        fc.nat(1000),
        async (random, order, place) => {
          const { program, fs, directory, state, events } = await run(random, order);
          const last = courseOf(events).at(-1);
          fc.pre(last?.startsWith('end') === true);
          const disk = cutAt(fs, directory, place);
          if (disk === undefined) return;
          const again = hostFor(disk, performersOf(random.answers), random.places);
          const resumed = await resume(again, program, directory);
          expect(endOf(resumed)).toEqual(endOf(state));
          expect(courseOf(readJournal(disk, journalOf(directory)).events).at(-1)).toBe(last);
        },
      ),
      { numRuns: tries(150, 40) },
    );
  });

  test('ends alike however often it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        nestedRuns({ isSure: true, isCheap: true }),
        fc.array(fc.nat(1000), { minLength: 2, maxLength: 5 }),
        async (random, places) => {
          const { program, fs, directory, state, events } = await run(random, [0]);
          fc.pre(courseOf(events).at(-1)?.startsWith('end') === true);
          let disk = fs;
          let last = state;
          for (const place of places) {
            const cut = cutAt(disk, directory, place);
            if (cut === undefined) return;
            disk = cut;
            last = await resume(
              hostFor(disk, performersOf(random.answers), random.places),
              program,
              directory,
            );
          }
          expect(endOf(last)).toEqual(endOf(state));
        },
      ),
      { numRuns: tries(50, 15) },
    );
  });
});
