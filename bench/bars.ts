/**
 * What wfmap may cost at most, beside what each figure is compared with in the same run.
 *
 * Every limit stands here and nowhere else; the table in CONTRIBUTING.md is written from it (`node bench/bars-page.ts`).
 */
import type { Unit } from './measure.ts';

/** Units: those of its figure. Shape: `needs` is a flag of the benchmark without which the figure is not taken. */
export interface Bar {
  readonly figure: string;
  readonly most: number;
  readonly unit: Unit;
  /** What 1 x is, or what an amount is counted from. */
  readonly against: string;
  readonly needs?: '--long' | '--peers';
}

/** Shape: `measure` is absent for work that the benchmark does not measure; `elsewhere` says what does. */
export interface Row {
  readonly work: string;
  readonly measure?: string;
  readonly elsewhere?: string;
  readonly bars: readonly Bar[];
}

const x = (figure: string, most: number, against: string, needs?: Bar['needs']): Bar => ({
  figure,
  most,
  unit: 'x',
  against,
  ...(needs === undefined ? {} : { needs }),
});
const growth = (figure: string, most: number, needs?: Bar['needs']): Bar => ({
  ...x(figure, most, 'a smaller size: the exponent', needs),
  unit: '',
});
const amount = (figure: string, most: number, unit: Unit, against: string): Bar => ({
  figure,
  most,
  unit,
  against,
});

const NODE = '`node -e 0`';
const START = 'the start of its process: peak of resident memory';
const BOUND_SCRIPT = 'a bare Node script with the same stand-in';

export const ROWS: readonly Row[] = [
  {
    work: 'a step in memory',
    measure: 'memory-step',
    bars: [
      x('a step in memory, journal encoded', 3, 'an XState actor that invokes a promise'),
      growth('growth from 250 to 5,000 steps in memory', 1.05),
    ],
  },
  {
    work: 'growth of a step',
    measure: 'scopes',
    bars: [
      growth('tasks that each bind a name, to 1,000', 1.05),
      growth('items, to 10,000', 1.05),
      growth('items, to 100,000', 1.05, '--long'),
      growth('items in tens that read "upstream", to 10,000', 1.05),
      growth('steps of a loop, to 100,000', 1.05),
      growth('steps of a loop, to 1,000,000', 1.05, '--long'),
    ],
  },
  {
    work: 'a durable step',
    measure: 'durable-step',
    bars: [
      x('a durable step', 1.2, 'an XState actor that appends and syncs the same bytes'),
      x('a durable step with all files', 2, 'append + fdatasync of the same bytes'),
      growth('growth from 100 to 5,000 durable steps', 1.1),
    ],
  },
  {
    work: 'foreach',
    measure: 'many-at-once',
    bars: [
      x('foreach of 10,000, an item', 1.5, "Mastra's foreach of 10,000", '--peers'),
      x('foreach of 100,000, an item', 1.5, "Mastra's foreach of 100,000", '--peers'),
      amount('memory of a foreach of 10,000', 100, 'MiB', START),
      amount('memory of a foreach of 100,000', 400, 'MiB', START),
      growth('growth from 2,500 to 10,000 items', 1.1),
    ],
  },
  {
    work: 'a child process',
    measure: 'children',
    bars: [80, 800].flatMap((processes) =>
      [60, 300].map((mib) =>
        amount(
          `a child among ${processes} processes, from ${mib} MiB`,
          1,
          'ms',
          'CPU of a bare spawn from a process of that size',
        ),
      ),
    ),
  },
  {
    work: 'start, gap and end of a run',
    measure: 'gaps',
    bars: [
      x('start to first agent', 3, BOUND_SCRIPT),
      x('result to next agent', 3, BOUND_SCRIPT),
      x('last result to end', 3, BOUND_SCRIPT),
    ],
  },
  {
    work: 'a run that waits',
    measure: 'idle',
    bars: ['an agent', 'a person'].flatMap((whom) => [
      amount(`wake-ups while ${whom} is waited for`, 12, '/min', 'none: all threads, and the watchdog'),
      amount(`memory while ${whom} is waited for`, 80, 'MiB', 'none: resident, with the watchdog'),
    ]),
  },
  {
    work: '`wfmap validate`',
    measure: 'validate',
    bars: [
      x('validate do-subtask.json, cold', 2.3, NODE),
      x('validate do-subtask.wfmap, cold', 3, NODE),
      x('validate efficient.json, cold', 10, NODE),
      x('validate do-subtask.json, code kept', 3, NODE),
      x('validate do-subtask.wfmap, code kept', 5, NODE),
      x('validate efficient.json, code kept', 9, NODE),
      x('validate do-subtask.json, unchanged', 1.3, NODE),
      x('validate do-subtask.wfmap, unchanged', 1.3, NODE),
      x('validate efficient.json, unchanged', 1.3, NODE),
      x('validate efficient.json, edited', 4.5, NODE),
      x('validate 1,000 tasks of JSON, edited', 3.5, NODE),
    ],
  },
  {
    work: 'text to checked map',
    measure: 'parse',
    bars: [
      x('1,000 tasks of JSON to a checked map', 35, 'JSON.parse + ajv'),
      x('1,000 tasks of the language to a checked map', 45, 'JSON.parse + ajv'),
      growth('growth from 1,000 to 10,000 tasks of JSON', 1.05),
      growth('growth from 1,000 to 10,000 tasks of the language', 1.05),
    ],
  },
  {
    work: 'texts of one kind',
    measure: 'parse-corners',
    bars: [growth('the steepest corner of the language', 1.25)],
  },
  {
    work: 'many runs, long journals',
    measure: 'many-runs',
    bars: [
      x('runs, 10,000 runs', 3, 'reading the ends of their journals'),
      x('runs --limit=10000, 10,000 runs', 3, 'reading the ends of their journals'),
      x('show, 1,000,000 records', 3, '`JSON.parse` of the lines'),
      x('resume, 1,000,000 records', 4, '`JSON.parse` of the lines'),
      amount('memory of show, 1,000,000 records', 200, 'MiB', 'none: peak of resident memory'),
      amount('memory of resume, 1,000,000 records', 200, 'MiB', 'none: peak of resident memory'),
    ],
  },
  {
    work: 'start of other commands',
    measure: 'start-up',
    bars: [
      x('start-up of --version', 1.6, NODE),
      x('start-up of --help', 2.5, NODE),
      x('start-up of runs', 2.5, NODE),
      x('start-up of explain unknown-target', 2.5, NODE),
    ],
  },
  {
    work: 'an edit in an editor: 1,000 tasks, and any map that is shipped',
    measure: 'language-server',
    bars: ['json', 'wfmap'].flatMap((form) => [
      amount(`slowest shipped map, .${form}: edit to diagnostics`, 100, 'ms', 'none'),
      amount(`1,000 tasks, .${form}: edit to diagnostics`, 100, 'ms', 'none'),
      amount(`1,000 tasks, .${form}: the same, over the wire`, 100, 'ms', 'none'),
    ]),
  },
  {
    work: 'decisions of the engine',
    measure: 'decide-loop',
    bars: [
      amount('a decision with a guard and a name', 100, 'µs', 'none'),
      growth('growth from 99 to 990 decisions', 1.1),
    ],
  },
  {
    work: 'shell tasks and agents',
    measure: 'shell-tasks',
    bars: [x('a task of 1,000 shell tasks', 2, 'the same program spawned bare')],
  },
  {
    work: 'an agent of 300 ms',
    measure: 'agent-overhead',
    bars: [x('a task of an agent', 1.05, 'the same program spawned bare')],
  },
  {
    work: 'changes of a task',
    measure: 'task-changes',
    bars: [
      x('changes of a task, 100 files', 30, '`git status`'),
      x('changes of a task, 50,000 files', 6, '`git status`'),
    ],
  },
  {
    work: 'events to subscribers',
    measure: 'serve',
    bars: [x('events to 10 subscribers', 0.2, 'a `ws` broadcast of a frame an event')],
  },
  {
    work: 'secrets hidden',
    measure: 'mask',
    bars: [x('a stream with 200 secrets hidden', 1, 'one regular expression of the bare values')],
  },
  {
    work: '`npm run check`, `npm test`, `.ci/run`',
    elsewhere: 'not measured by `npm run bench`: 20 s of CPU warm; two and five minutes on two idle cores',
    bars: [],
  },
];

export const BARS: readonly Bar[] = ROWS.flatMap(({ bars }) => bars);
