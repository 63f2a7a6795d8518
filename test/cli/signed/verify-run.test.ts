import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holds, uncoveredBy, verdictLines } from '../../../src/cli/signed/verdict-lines.ts';
import type { Verdict } from '../../../src/cli/signed/verify-run.ts';
import type { RunEventType } from '../../../src/model/run-event.ts';
import { Forgery, type Line } from '../../helpers/forgery.ts';
import { FORGERIES } from '../../helpers/signed-forgeries.ts';
import { answerSigned, makeGenuineRuns, startSigned, steady, type GenuineFolder } from './genuine-runs.ts';

const FIXTURES = `${import.meta.dirname}/../../fixtures/signed`;

const gate = (target: string, more: object = {}) => ({
  type: 'human',
  promptTemplate: 'Well?',
  signed: true,
  actions: { Go: { target } },
  ...more,
});
const command = (target: string) => ({ type: 'shell', command: ['true'], actions: { Next: { target } } });
const block = (task: object) => ({
  startTaskDefinition: 'In',
  taskDefinitions: { In: task, End: { type: 'end' } },
});

/** Signed tasks that come again, in a branch, and beside one that is not awaited; work in every kind of block. */
const BLOCKS = {
  description: 'Asks in many places',
  startTaskDefinition: 'Ask',
  taskDefinitions: {
    Ask: gate('Both', { actions: { Again: { target: 'Work' }, Go: { target: 'Both' } } }),
    Work: command('Ask'),
    Both: {
      type: 'parallel',
      branches: { a: block(gate('End')), b: block(command('End')) },
      actions: { Next: { target: 'Each' } },
    },
    Each: {
      type: 'foreach',
      items: '[1]',
      item: 'n',
      body: block(command('End')),
      actions: { Next: { target: 'Sub' } },
    },
    Sub: { type: 'workflow', map: 'sub.json', actions: { Next: { target: 'First' } } },
    First: {
      type: 'parallel',
      join: { atLeast: 1 },
      branches: { asks: block(gate('End')), works: block(command('End')) },
      actions: { Next: { target: 'Done' } },
    },
    Done: { type: 'end' },
  },
};
const SUB = { description: 'A part', ...block(command('End')) };

let runs: GenuineFolder;
let blocks: string;
const copies: string[] = [];

beforeAll(async () => {
  runs = await makeGenuineRuns();
  let run = await startSigned(runs.root, BLOCKS, { templates: { 'sub.json': JSON.stringify(SUB) } });
  for (const action of ['Again', 'Go', 'Go']) run = await answerSigned(run, action);
  blocks = run.directory.folder;
});

afterAll(() => {
  runs.remove();
  for (const folder of copies) rmSync(folder, { recursive: true });
});

function copyOf(folder: string): Forgery {
  const copy = new Forgery(folder);
  copies.push(dirname(copy.folder));
  return copy;
}

function reported(verdict: Verdict): string {
  const { started, gates, faults, records, end, tornBytes } = verdict;
  const counts = `${gates.length} gates, ${records} records, end ${end}, ${tornBytes} bytes torn`;
  return [
    `${started === undefined ? 'not started' : 'started'}, ${counts}, ${holds(verdict) ? 'holds' : 'does not hold'}`,
    ...faults,
    ...uncoveredBy(verdict).map((each) => `- ${each}`),
  ].join('\n');
}

/** Without the words of the engine that runs the tests. */
const tidy = (text: string): string =>
  steady(text, runs)
    .replaceAll(/"[^"]*forged-\w+\//g, '"<copy>/')
    .replaceAll(/: Cannot [^\n]*\.\n/g, ': <what JavaScript says>.\n');

/** Leaves out the records of a type that hold. */
function leaveOut(forged: Forgery, type: RunEventType, isOut: (line: Line) => boolean = () => true): void {
  forged.lines = forged.lines.filter((line) => line.event.type !== type || !isOut(line));
  forged.renumber();
}

const inBlock =
  (key: string) =>
  ({ event }: Line): boolean =>
    event.address.block.at(-1)?.key === key;

/** Forgeries of the run with blocks. */
const LEAPS: readonly (readonly [string, (forged: Forgery) => void])[] = [
  ['nothing changed', () => undefined],
  ['a branch that was never ended', (f) => leaveOut(f, 'branch.finished')],
  ['an item that was never ended', (f) => leaveOut(f, 'item.finished')],
  ['a map in the map that was never ended', (f) => leaveOut(f, 'workflow.finished')],
  ['a branch that ended before its task', (f) => leaveOut(f, 'task.finished', inBlock('b'))],
  ['an item that ended before its task', (f) => leaveOut(f, 'task.finished', inBlock('0'))],
  ['a map in the map that ended before its task', (f) => leaveOut(f, 'task.finished', inBlock('map'))],
  ['another branch than the one that was entered', (f) => f.change('branch.finished', 0, { key: 'c' })],
  ['another item than the one that was entered', (f) => f.change('item.finished', 0, { key: '7' })],
  ['an answer that was not offered', (f) => f.change('human.answered', 0, { action: 'Stop' })],
  ['an answer by another key', (f) => f.change('human.answered', 0, { proof: { key: '0'.repeat(64) } })],
  ['an answer to what was not asked', (f) => leaveOut(f, 'human.asked', ({ event }) => event.seq < 10)],
  [
    'an answer in the batch of its question',
    (f) => {
      const until = f.at(f.find('human.answered'));
      for (const { place } of f.lines.slice(0, until)) Object.assign(place, { more: true });
      f.renumber();
    },
  ],
  [
    'an execution that takes the place of the one that asks',
    (f) => {
      const [started, asked] = [f.find('task.started'), f.find('human.asked')];
      const again = {
        ...structuredClone(started),
        data: { ...started.data, execution: 2, resumes: started.seq },
      };
      const place = { batch: 1, more: true };
      f.lines.splice(f.at(asked) + 1, 0, { event: again, place }, { event: structuredClone(asked), place });
      f.renumber();
    },
  ],
  ['another agent', (f) => f.change('run.started', 0, { agent: 'other' })],
  [
    'a start that is something else',
    (f) => {
      f.lines.splice(0, 1);
      f.renumber();
    },
  ],
];

describe('a run whose answers were signed', () => {
  test('is told with what it proves and what it does not, done, rejected, waiting and cut off', async () => {
    const torn = copyOf(runs.done);
    appendFileSync(torn.journal, '{"torn"');
    const cut = copyOf(runs.waiting);
    cut.lines = cut.lines.slice(0, cut.at(cut.find('task.finished', 1)) + 1);
    Object.assign(cut.lines.at(-1)?.place ?? {}, { more: false });
    cut.write();
    const verdicts = [
      copyOf(runs.done),
      copyOf(runs.rejected),
      copyOf(runs.waiting),
      copyOf(blocks),
      torn,
      cut,
    ].map((copy) => verdictLines('ship/slip-001', copy.verify(runs.publicPath)).join('\n'));
    await expect(`${tidy(verdicts.join('\n\n----\n\n'))}\n`).toMatchFileSnapshot(`${FIXTURES}/verified.out`);
  });

  test('is told with the reason for each forgery', async () => {
    const all = FORGERIES.map(([name, forge]) => {
      const forged = copyOf(runs.done);
      forge(forged, runs);
      forged.write();
      return `# ${name}\n${reported(forged.verify(runs.publicPath))}\n`;
    });
    await expect(tidy(all.join('\n'))).toMatchFileSnapshot(`${FIXTURES}/forgeries.out`);
  });

  test('is told with what a forgery skips in its blocks', async () => {
    const all = LEAPS.map(([name, forge]) => {
      const forged = copyOf(blocks);
      forge(forged);
      forged.write();
      return `# ${name}\n${reported(forged.verify(runs.publicPath))}\n`;
    });
    await expect(tidy(all.join('\n'))).toMatchFileSnapshot(`${FIXTURES}/leaps.out`);
  });

  test('is not held by what is no journal, and a fault is told in one line of a terminal', async () => {
    const empty = copyOf(runs.done);
    writeFileSync(empty.journal, '');
    const damaged = copyOf(runs.done);
    writeFileSync(damaged.journal, 'no record\n');
    const verdict = { ...empty.verify(runs.publicPath), faults: ['one\u001B[31m\ntwo', 'three'] };
    const lines = [
      ...verdictLines('ship/slip-001', empty.verify(runs.publicPath)),
      ...verdictLines('ship/slip-002', damaged.verify(runs.publicPath)),
      ...verdictLines('ship/slip-003', verdict),
    ];
    await expect(`${tidy(lines.join('\n'))}\n`).toMatchFileSnapshot(`${FIXTURES}/no-journal.out`);
  });
});
