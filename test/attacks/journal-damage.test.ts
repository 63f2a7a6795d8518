/**
 * Journals of real runs that are cut off anywhere, or have one bit flipped: what is read is what was once whole, and nothing
 * is left out without a word, nor taken for something else.
 *
 * The journals are those of all runs in `fixtures/runs`, which have every type of task in them; the places are spread evenly.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { JournalError } from '../../src/journal/journal-error.ts';
import { openJournal } from '../helpers/open-journal.ts';
import { createMemoryFileSystem } from '../../src/journal/memory-file-system.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import { start } from '../helpers/run-host.ts';
import { tries } from '../helpers/tries.ts';
import { answersOf } from '../run/answers.ts';
import { readMap, readMaps } from '../run/map-json.ts';
import { hostFor } from '../run/nested-host.ts';
import { nestedProgram } from '../run/nested-program.ts';
import { performersOf } from '../run/scripted-performers.ts';

const RUNS = join(import.meta.dirname, '../fixtures/runs');
const PATH = '/journal.jsonl';
const CUTS = tries(40_000, 800);
const FLIPS = tries(12_000, 400);

/** Shape: `ends` are the bytes behind each whole batch, from 0. */
interface Written {
  readonly file: string;
  readonly bytes: Buffer;
  readonly ends: readonly number[];
}

const journals: Written[] = [];
beforeAll(async () => {
  for (const file of readdirSync(RUNS)) journals.push(await writtenBy(file));
});

async function writtenBy(file: string): Promise<Written> {
  const text = readFileSync(join(RUNS, file), 'utf8');
  const { answers, templates = {}, fields = {}, places } = JSON.parse(text);
  const maps = Array.from(readMaps(text, 'maps'), ([path, each]) => [path, each.text] as const);
  const { program, texts } = nestedProgram(readMap(text, 'map').text, {
    ...templates,
    ...Object.fromEntries(maps),
  });
  const fs = createMemoryFileSystem(['/project']);
  // What is at work ends in the order in which it began.
  const { directory } = await start(hostFor(fs, performersOf(answersOf(answers)), places), program, {
    texts,
    fields,
  });
  const bytes = Buffer.from(fs.read(join(directory.folder, 'journal.jsonl')));
  const ends = [0];
  let end = 0;
  for (const line of bytes.toString('latin1').split('\n').slice(0, -1)) {
    end += line.length + 1;
    if (!line.includes(',"more":true,"crc":')) ends.push(end);
  }
  return { file, bytes, ends };
}

function diskWith(bytes: Uint8Array) {
  const fs = createMemoryFileSystem();
  fs.open(PATH, 'create').write(bytes);
  return fs;
}

/** So many places, spread evenly over all journals; `perByte` of them lie in a byte. */
function* placesIn(
  count: number,
  perByte: number,
): Generator<{ readonly journal: Written; readonly at: number }> {
  const total = journals.reduce((sum, { bytes }) => sum + bytes.length * perByte, 0);
  for (let index = 0; index < count; index += 1) {
    let at = Math.floor(((index + 0.5) * total) / count);
    for (const journal of journals) {
      const size = journal.bytes.length * perByte;
      if (at < size) {
        yield { journal, at };
        break;
      }
      at -= size;
    }
  }
}

/** What only one type of task leads to; a decide task leads to none. */
const EVENTS = [
  'agent.finished',
  'shell.finished',
  'human.answered',
  'branch.cancelled',
  'item.kept',
  'workflow.finished',
  'run.finished',
];

test('the journals are of runs with every type of task, and are whole', () => {
  const all = journals.map(({ bytes }) => bytes.toString()).join('');
  for (const type of EVENTS) expect(all).toContain(`"type":"${type}"`);
  for (const { bytes, ends } of journals) {
    expect(readJournal(diskWith(bytes), PATH)).toMatchObject({ end: bytes.length, size: bytes.length });
    expect(ends.at(-1)).toBe(bytes.length);
  }
});

test(`${CUTS} cuts: each journal reads as its whole batches, and the rest is reported and kept`, () => {
  const wrong: string[] = [];
  let torn = 0;
  for (const { journal, at } of placesIn(CUTS, 1)) {
    const disk = diskWith(journal.bytes.subarray(0, at));
    const end = journal.ends.findLast((each) => each <= at) ?? 0;
    const due = journal.bytes.subarray(0, end).toString().split('\n').length - 1;
    const { events, dropped } = openJournal(disk, PATH);
    const isRight =
      events.length === due &&
      (dropped?.sizeBytes ?? 0) === at - end &&
      Buffer.compare(disk.read(PATH), journal.bytes.subarray(0, end)) === 0 &&
      (dropped === undefined ||
        Buffer.compare(disk.read(dropped.kept ?? ''), journal.bytes.subarray(end, at)) === 0);
    if (!isRight) wrong.push(`${journal.file} at ${at}`);
    if (dropped !== undefined) torn += 1;
  }
  expect(wrong).toEqual([]);
  // Cuts that never fell into a batch would prove nothing.
  expect(torn).toBeGreaterThan(CUTS / 2);
});

test(`${FLIPS} flipped bits: each is refused with its place`, () => {
  const unreported: string[] = [];
  let last = 0;
  for (const { journal, at } of placesIn(FLIPS, 8)) {
    const bytes = Buffer.from(journal.bytes);
    bytes[at >> 3]! ^= 1 << (at & 7);
    if (at >> 3 >= (journal.ends.at(-2) ?? 0)) last += 1;
    try {
      readJournal(diskWith(bytes), PATH);
      unreported.push(`${journal.file}, bit ${at}`);
    } catch (thrown) {
      if (!(thrown instanceof JournalError)) throw thrown;
      if ((thrown.offset ?? Infinity) > at >> 3)
        unreported.push(`${journal.file}, bit ${at}: ${thrown.message}`);
    }
  }
  expect(unreported).toEqual([]);
  expect(last).toBeGreaterThan(FLIPS / 10);
});
