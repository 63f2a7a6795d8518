/**
 * Measures wfmap beside what it is compared with, and says which bars of bars.ts are missed.
 *
 *   node bench/bench.ts [--json] [--long] [--peers] [measure …]
 *
 * `--long` takes the largest sizes too, some ten minutes more. `--peers` installs bench/peers and compares with them.
 * Exit code: 1 when a bar is missed, else 0.
 */
import { cpus, totalmem } from 'node:os';
import { agentEffects } from './agent-effects.ts';
import { agentOverhead } from './agent-overhead.ts';
import { BARS, ROWS } from './bars.ts';
import { children } from './children.ts';
import { decideLoop } from './decide-loop.ts';
import { durableStep } from './durable-step.ts';
import { gaps } from './gaps.ts';
import { idle } from './idle.ts';
import { amountOf, conclude, judge, type Judged } from './judge.ts';
import { languageServer } from './language-server.ts';
import { manyAtOnce } from './many-at-once.ts';
import { manyRuns } from './many-runs.ts';
import { mask } from './mask.ts';
import type { Measure } from './measure.ts';
import { memoryStep } from './memory-step.ts';
import { parseCorners } from './parse-corners.ts';
import { parse } from './parse.ts';
import { installPeers } from './peers.ts';
import { scopes } from './scopes.ts';
import { serve } from './serve.ts';
import { shellTasks } from './shell-tasks.ts';
import { startUp } from './start-up.ts';
import { taskChanges } from './task-changes.ts';
import { validate } from './validate.ts';

const MEASURES: readonly Measure[] = [
  memoryStep,
  scopes,
  durableStep,
  manyAtOnce,
  children,
  gaps,
  idle,
  validate,
  parse,
  parseCorners,
  manyRuns,
  startUp,
  languageServer,
  decideLoop,
  shellTasks,
  agentOverhead,
  taskChanges,
  agentEffects,
  serve,
  mask,
];
/** For information, and takes minutes: only by its name. */
const BY_NAME: readonly Measure[] = [agentEffects];
const FLAGS = ['--json', '--long', '--peers'];

const words = process.argv.slice(2);
const [isJson, long, peers] = FLAGS.map((flag) => words.includes(flag)) as [boolean, boolean, boolean];
const names = words.filter((word) => !FLAGS.includes(word));
const unknown = names.find((name) => !MEASURES.some((measure) => measure.name === name));
if (unknown !== undefined) {
  console.error(`No measure "${unknown}". There are: ${MEASURES.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
if (peers) installPeers();

const cores = cpus();
const machine = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: `${cores.length} x ${cores[0]?.model.trim() ?? 'unknown'}`,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
};
say(`node ${machine.node}, ${machine.platform}, ${machine.cpu}, ${machine.memoryGiB} GiB\n`);
say(line('figure', 'value', 'min', 'max', 'bar', 'verdict'));

const wanted = MEASURES.filter((each) =>
  names.length === 0 ? !BY_NAME.includes(each) : names.includes(each.name),
);
const all: Judged[] = [];
for (const measure of wanted) {
  for (const figure of await measure.run({ long, peers })) {
    const judged = judge(figure, BARS);
    all.push(judged);
    print(judged);
  }
}
const { missed, exitCode } = conclude(
  all,
  ROWS,
  wanted.map(({ name }) => name),
);
if (isJson) console.log(JSON.stringify({ version: 2, machine, figures: all, missed }));
say(
  missed.length === 0
    ? '\nNo bar is missed.'
    : `\nMissed bars:\n${missed.map((each) => `  ${each}`).join('\n')}`,
);
process.exitCode = exitCode;

function say(text: string): void {
  if (!isJson) console.log(text);
}

function print({ name, value, unit, min, max, bar, detail, verdict }: Judged): void {
  const amounts = [value, min, max, bar?.most].map((each) => amountOf(each, unit));
  say(line(name, ...amounts, verdict));
  say(
    `    ${detail}${bar === undefined || bar.against.startsWith('none') ? '' : `; beside: ${bar.against}`}`,
  );
}

function line(name: string, ...columns: readonly string[]): string {
  return `${name.padEnd(50)}${columns.map((column) => column.padStart(11)).join(' ')}`;
}
