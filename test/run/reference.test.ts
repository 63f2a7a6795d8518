import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openJournal } from '../helpers/open-journal.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import type { RunDirectory } from '../../src/journal/run-directory.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { foldAll } from '../../src/run/start/resume-run.ts';
import type { RunState } from '../../src/run/state/run-state.ts';
import { checkedProgram, type CheckedProgram } from '../helpers/checked-program.ts';
import { resume, start, testHost } from '../helpers/run-host.ts';
import { summaryOf } from '../helpers/summary.ts';
import { createCrashingFileSystem, type CrashingFileSystem } from '../journal/crashing-file-system.ts';
import { courseOf } from './course.ts';
import { mapText } from './map-json.ts';
import { randomRuns, type RandomRun } from './random-map.ts';
import { play } from './reference.ts';
import { performersOf } from './scripted-performers.ts';
import { tries } from '../helpers/tries.ts';

const ROOT = '/project';

/** What the checker proves about guards is no business of the reference: such maps are passed over, and counted. */
const PROVED = /can be false at once/;
const tally = { made: 0, passedOver: 0 };

function programOf({ map }: RandomRun): CheckedProgram {
  tally.made += 1;
  try {
    return checkedProgram(mapText(map));
  } catch (thrown) {
    if (!(thrown instanceof Error) || !PROVED.test(thrown.message)) throw thrown;
    tally.passedOver += 1;
    return fc.pre(false) as never;
  }
}

async function run(random: RandomRun) {
  const { program, texts } = programOf(random);
  const fs = createCrashingFileSystem(ROOT);
  const performers = performersOf(random.answers);
  const host = testHost(fs, ROOT, performers.agent, performers);
  const { state, directory } = await start(host, program, { texts, fields: random.fields });
  return { program, fs, state, directory, events: host.events };
}

/** What the root block remembers: names that are bound, and how often each task was entered. */
function memoryOf({ blocks }: RunState) {
  const [root] = blocks.values();
  return { bound: Object.fromEntries(root?.bound ?? []), visits: Object.fromEntries(root?.visits ?? []) };
}

/** What holds however often a run was cut: where it went, why, and what it found. */
function pathOf(events: readonly RunEvent[]): readonly string[] {
  return courseOf(events).filter((line) => /^(start|choose|finish|fail|limit|end)/.test(line));
}

/** Offsets behind each batch of a journal, the last one left out. */
function boundariesOf(journal: string): number[] {
  const offsets: number[] = [];
  let at = 0;
  for (const line of journal.split('\n').slice(0, -1)) {
    at += line.length + 1;
    if (!line.includes(',"more":true')) offsets.push(at);
  }
  return offsets.slice(0, -1);
}

function cutTo(fs: CrashingFileSystem, directory: RunDirectory, size: number): CrashingFileSystem {
  const copy = fs.crash(() => 'kept');
  const file = copy.open(join(directory.folder, 'journal.jsonl'), 'append');
  file.truncate(size);
  file.sync();
  return copy;
}

const MAX_ROUNDS = 20;

describe('any valid map with any answers', () => {
  test('runs as the reference says, and always ends or pauses for a stated reason', async () => {
    const seen = new Set<string>();
    const property = fc.asyncProperty(randomRuns(), async (random) => {
      const { program, state, events } = await run(random);
      const lines = courseOf(events);
      const course = play(program, random.answers, lines, random.fields);
      expect(state.costUsd).toBeCloseTo(course.spent.costUsd);
      expect(lines.at(-1)).toMatch(/^(end|pause (failed 6|limit 5|human 4))/);
      expect(memoryOf(state).bound).toEqual(Object.fromEntries(course.bound));
      for (const line of lines) for (const kind of KINDS) if (kind.test(line)) seen.add(kind.source);
    });
    // Some are rare: runs are made until all were met.
    for (let round = 0; round === 0 || (seen.size < KINDS.length && round < MAX_ROUNDS); round += 1)
      await fc.assert(property, { numRuns: tries(400, 100) });
    // A generator that no longer reaches something would let the rest of this pass for nothing.
    expect([...seen].toSorted()).toEqual(KINDS.map(({ source }) => source).toSorted());
    expect(tally.passedOver).toBeLessThan(tally.made / 2);
  });

  test('leaves a journal that folds to its live state', async () => {
    await fc.assert(
      fc.asyncProperty(randomRuns(), async (random) => {
        const { program, fs, directory, state, events } = await run(random);
        const kept = readJournal(fs, join(directory.folder, 'journal.jsonl')).events;
        expect(kept).toEqual(events);
        const folded = foldAll(kept, program);
        expect(summaryOf(folded)).toEqual(summaryOf(state));
        expect(memoryOf(folded)).toEqual(memoryOf(state));
      }),
      { numRuns: tries(100, 25) },
    );
  });

  test('ends alike when it is taken up again from any whole part of its journal', async () => {
    await fc.assert(
      fc.asyncProperty(randomRuns(true), fc.nat(1000), async (random, place) => {
        const { program, fs, directory, events: whole } = await run(random);
        const course = play(program, random.answers, courseOf(whole), random.fields);
        const path = join(directory.folder, 'journal.jsonl');
        const boundaries = boundariesOf(fs.files()[path] ?? '');
        fc.pre(boundaries.length > 0);
        const disk = cutTo(fs, directory, boundaries[place % boundaries.length]!);
        expect(openJournal(disk, path).events.length).toBeGreaterThan(0);
        const performers = performersOf(random.answers);
        const state = await resume(testHost(disk, ROOT, performers.agent, performers), program, directory);
        const { events } = readJournal(disk, path);
        expect(pathOf(events)).toEqual(pathOf(whole));
        expect(memoryOf(state).bound).toEqual(Object.fromEntries(course.bound));
      }),
      { numRuns: tries(120, 40) },
    );
  });
});

/** What the generator must reach. */
const KINDS = [
  /^end \S.* outcome/,
  /^end$/,
  / failed$/,
  /^pause failed/,
  /^pause limit/,
  /^pause human/,
  /^fail .* transport/,
  /^fail .* permanent/,
  /^fail .* reply/,
  /^fail .* guards/,
  /^fail .* expression/,
  / -> /,
  /^limit steps/,
  /^limit costUsd/,
  /^limit tokens/,
  /^choose .* by agent/,
  /^choose .* by guard/,
  /^choose .* by person/,
  /^agent .* retry/,
  /^agent .* repair/,
  / in session /,
  / forks session /,
  /^finish .* set /,
  /^start .* \{/,
  /^reject/,
];
