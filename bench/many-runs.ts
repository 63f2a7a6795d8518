import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { loopMap } from './chain-map.ts';
import { interleave, median, ratioOf, text, type Figure, type Measure } from './measure.ts';
import { withScratch } from './scratch.ts';
import { PROGRAM, peakOf, runNode } from './whole-process.ts';

const ROUNDS = 3;
const RUNS = 10_000;
const RECORDS = 1_000_000;
/** The exit code of a run that is at its limit of steps. */
const PAUSED = 5;
const SCRIPTED = ['--agent', 'scripted:answers.json'];
const RUNS_FOLDER = '.wfmap/runs/loop';

/** Lists of many runs, and one run of a long journal. */
export const manyRuns: Measure = {
  name: 'many-runs',
  run: async () => [...(await withScratch(listed)), ...(await withScratch(long))],
};

async function listed(folder: string): Promise<readonly Figure[]> {
  const first = makeRun(folder);
  for (let number = 2; number <= RUNS; number += 1) {
    const copy = join(folder, RUNS_FOLDER, `slip-${String(number).padStart(3, '0')}`);
    mkdirSync(copy);
    copyFileSync(join(first, 'journal.jsonl'), join(copy, 'journal.jsonl'));
  }
  const list = `const fs = require('node:fs'); const folder = ${JSON.stringify(join(folder, RUNS_FOLDER))};`;
  // A journal of this run is smaller than the end that is read of one.
  const tails = `${list} for (const name of fs.readdirSync(folder)) fs.readFileSync(folder + '/' + name + '/journal.jsonl')`;
  const figures: Figure[] = [];
  for (const words of [['runs'], ['runs', `--limit=${RUNS}`]]) {
    const pair = await interleave(
      ROUNDS,
      () => runNode([PROGRAM, ...words], { folder }),
      () => runNode(['-e', tails]),
    );
    const detail = `${text(median(pair.ours))} ms; reading the ends of all journals ${text(median(pair.limit))} ms`;
    figures.push({
      name: `${words.join(' ')}, ${RUNS.toLocaleString('en')} runs`,
      ...ratioOf(pair),
      detail,
    });
  }
  return figures;
}

async function long(folder: string): Promise<readonly Figure[]> {
  const journal = join(makeRun(folder), 'journal.jsonl');
  lengthen(journal);
  const parse =
    `const fs = require('node:fs'); const lines = require('node:readline').createInterface({ input: fs.createReadStream(${JSON.stringify(journal)}) });` +
    `lines.on('line', (line) => JSON.parse(line))`;
  const records = RECORDS.toLocaleString('en');
  const figures: Figure[] = [];
  for (const words of [['show'], ['resume', ...SCRIPTED, '--max-steps=+1']]) {
    const name = `${words[0] ?? ''}, ${records} records`;
    const run = () => runNode([PROGRAM, ...words], { folder, codes: [0, PAUSED] });
    const pair = await interleave(ROUNDS, run, () => runNode(['-e', parse]));
    const detail = `${text(median(pair.ours))} ms; JSON.parse of its lines ${text(median(pair.limit))} ms`;
    const value = peakOf([PROGRAM, ...words], folder, [0, PAUSED]);
    figures.push(
      { name, ...ratioOf(pair), detail },
      { name: `memory of ${name}`, value, unit: 'MiB', detail: 'the most that the process held' },
    );
  }
  return figures;
}

/** A run of a loop that paused after some steps; its folder. */
function makeRun(folder: string): string {
  writeFileSync(join(folder, 'loop.json'), loopMap());
  writeFileSync(
    join(folder, 'answers.json'),
    JSON.stringify({ answers: { Work: [{ output: { more: true, score: 1 } }] } }),
  );
  runNode([PROGRAM, 'run', 'loop.json', ...SCRIPTED, '--max-steps=4'], { folder, codes: [PAUSED] });
  return join(folder, RUNS_FOLDER, 'slip-001');
}

interface Line {
  seq: number;
  id: string;
  causedBy: number | null;
  address: { visit?: number };
  data: { execution?: number; used?: number; max?: number };
  totals?: Totals;
  batch?: number;
}

interface Totals {
  steps: number;
  latest?: number;
  stands?: number;
}

/** Makes a journal long: the records of its second step are repeated, with their numbers. */
function lengthen(path: string): void {
  const all = readFileSync(path, 'utf8').trimEnd().split('\n');
  const lines = all.map((line): Line => JSON.parse(line.replace(/,"crc":"[0-9a-f]{8}"\}$/, '}')));
  const starts = lines.filter((line) => line.data.execution !== undefined).map(({ seq }) => seq);
  const [, second = 0, third = 0] = starts;
  const perStep = third - second;
  // From the end of a step to the start of the next but one, so that whole batches are repeated.
  const from = lines.findIndex((line) => line.seq > second && line.batch === undefined);
  const step = lines.slice(from, from + perStep);
  const repeats = Math.ceil((RECORDS - lines.length) / perStep);
  const parts = [lines.slice(0, from).map(encode).join('')];
  for (let n = 0; n <= repeats; n += 1)
    parts.push(step.map((line) => encode(moved(line, n, perStep))).join(''));
  parts.push(
    lines
      .slice(from + perStep)
      .map((line) => encode(moved(line, repeats, perStep)))
      .join(''),
  );
  writeFileSync(path, parts.join(''));
}

function moved(line: Line, steps: number, perStep: number): Line {
  const by = steps * perStep;
  const { address, data, totals } = line;
  return {
    ...line,
    seq: line.seq + by,
    id: line.id.replace(/\d+$/, (number) => String(Number(number) + by)),
    causedBy: line.causedBy === null ? null : line.causedBy + by,
    address: address.visit === undefined ? address : { ...address, visit: address.visit + steps },
    data: { ...data, ...(data.execution === undefined ? {} : { execution: data.execution + steps }) },
    ...(totals === undefined ? {} : { totals: movedTotals(totals, steps, by) }),
    ...(line.batch === undefined ? {} : { batch: line.batch + by }),
  };
}

function movedTotals(totals: Totals, steps: number, by: number): Totals {
  const { latest, stands } = totals;
  return {
    ...totals,
    steps: totals.steps + steps,
    ...(latest === undefined ? {} : { latest: latest + by }),
    ...(stands === undefined ? {} : { stands: stands + by }),
  };
}

function encode(line: Line): string {
  const body = JSON.stringify(line);
  return `${body.slice(0, -1)},"crc":"${crc32(body).toString(16).padStart(8, '0')}"}\n`;
}
