/**
 * Measures wfmap against the limits of the machine, and says which bar holds.
 *
 *   node bench/bench.ts [--json] [measure …]
 *
 * Exit code: 1 when a figure passes its limit by more than {@link NOISE}; else 0.
 */
import { cpus, totalmem } from 'node:os';
import { agentEffects } from './agent-effects.ts';
import { agentOverhead } from './agent-overhead.ts';
import { decideLoop } from './decide-loop.ts';
import { durableStep } from './durable-step.ts';
import { guardedMap } from './guarded-map.ts';
import { languageServer } from './language-server.ts';
import { largeMap } from './large-map.ts';
import { manyAtOnce } from './many-at-once.ts';
import { manyRuns } from './many-runs.ts';
import { mask } from './mask.ts';
import type { Figure, Measure } from './measure.ts';
import { memoryStep } from './memory-step.ts';
import { parse } from './parse.ts';
import { peakMemory } from './peak-memory.ts';
import { scopes } from './scopes.ts';
import { serve } from './serve.ts';
import { shellTasks } from './shell-tasks.ts';
import { startUp } from './start-up.ts';
import { taskChanges } from './task-changes.ts';
import { validate } from './validate.ts';
import { wall } from './wall.ts';

const MEASURES: readonly Measure[] = [
  validate,
  startUp,
  parse,
  largeMap,
  guardedMap,
  languageServer,
  memoryStep,
  decideLoop,
  scopes,
  manyAtOnce,
  manyRuns,
  durableStep,
  serve,
  shellTasks,
  taskChanges,
  wall,
  agentEffects,
  mask,
  agentOverhead,
  peakMemory,
];

/** What shared machines differ by from run to run. Units: a share of the limit. */
const NOISE = 0.15;

const words = process.argv.slice(2);
const isJson = words.includes('--json');
const names = words.filter((word) => word !== '--json');
const unknown = names.filter((name) => !MEASURES.some((measure) => measure.name === name));
if (unknown.length > 0) {
  console.error(`No measure "${unknown[0]}". There are: ${MEASURES.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const cores = cpus();
const machine = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: `${cores.length} x ${cores[0]?.model.trim() ?? 'unknown'}`,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
};
if (!isJson) {
  console.log(`node ${machine.node}, ${machine.platform}, ${machine.cpu}, ${machine.memoryGiB} GiB\n`);
  console.log(line('measure', 'value', 'min', 'max', 'limit', 'verdict'));
}

const all: (Figure & { readonly verdict: string })[] = [];
for (const measure of MEASURES) {
  if (names.length > 0 && !names.includes(measure.name)) continue;
  for (const figure of await measure.run()) {
    const reported = { ...figure, verdict: verdictOf(figure) };
    all.push(reported);
    if (!isJson) print(reported);
  }
}
if (isJson) console.log(JSON.stringify({ version: 1, machine, noise: NOISE, figures: all }));
process.exitCode = all.some(({ verdict }) => verdict === 'over') ? 1 : 0;

function verdictOf({ value, limit }: Figure): 'ok' | 'within noise' | 'over' | '' {
  if (limit === undefined) return '';
  if (value <= limit) return 'ok';
  return value <= limit * (1 + NOISE) ? 'within noise' : 'over';
}

function print({ name, value, unit, min, max, limit, detail, verdict }: Figure & { verdict: string }): void {
  const shown = (each: number | undefined): string =>
    each === undefined ? '' : `${each.toFixed(unit === 'MiB' ? 0 : 2)}${unit === 'x' ? '' : ` ${unit}`}`;
  console.log(line(name, shown(value), shown(min), shown(max), shown(limit), verdict));
  console.log(`    ${detail}`);
}

function line(name: string, ...columns: readonly string[]): string {
  return `${name.padEnd(38)}${columns.map((column) => column.padStart(11)).join(' ')}`;
}
