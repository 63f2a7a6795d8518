/**
 * Changes one line of the code at a time and asks whether a test notices: npm run test:code-mutants -- --seed 1 --count 40
 *
 * --seed (1) and --count (20) say which mutants; --only src/lsp draws from one folder; --workers (2) is how many test files
 * run at a time; --again judges the survivors of an earlier run once more. Results are kept in a temporary folder, so a run that was
 * killed continues where it was. Exit codes: 1 where less than 90 % died of those that are not known as equivalent.
 */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { codeFilesIn } from './code-files.ts';
import { createCompiler } from './compiler.ts';
import { drawMutants, type CodeFile, type Mutant } from './draw-mutants.ts';
import { equivalentOf } from './equivalents.ts';
import { Judge } from './judge-mutant.ts';
import { lineOf, ResultFile, summaryOf, type Result } from './results.ts';
import { checkoutFilesIn, createScratchCopy, makeRepository } from './scratch-copy.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(tmpdir(), 'wfmap-code-mutants');
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    workers: { type: 'string', default: '2' },
    only: { type: 'string', default: 'src' },
    again: { type: 'boolean', default: false },
  },
});
const seed = numberIn('seed', values.seed);
const all = codeFilesIn(ROOT);
const files = all.filter(({ path }) => path.startsWith(`${values.only.replace(/\/$/, '')}/`));
const compiler = createCompiler(
  ROOT,
  all.map(({ path }) => path),
);
const mutants = compilableOf(files).take(numberIn('count', values.count)).toArray();
if (mutants.length === 0) throw new Error(`No line below ${values.only} can be changed.`);
const found = await judgeAll(mutants);
const { text, isEnough } = summaryOf(found);
console.log(text);
process.exitCode = isEnough ? 0 : 1;

/** Those drawn that would compile. */
function* compilableOf(drawn: readonly CodeFile[]): Generator<Mutant> {
  for (const mutant of drawMutants(drawn, seed))
    if (compiler.compiles(mutant.path, mutant.text)) yield mutant;
}

async function judgeAll(drawn: readonly Mutant[]): Promise<readonly Result[]> {
  const results = new ResultFile(join(FOLDER, `${digestOf(files)}-seed-${seed}.jsonl`));
  const copy = createScratchCopy(ROOT, checkoutFilesIn(ROOT), FOLDER);
  makeRepository(copy.root);
  const judge = new Judge(copy, numberIn('workers', values.workers), compiler);
  const done: Result[] = [];
  process.once('exit', () => copy.remove());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  for (const [at, mutant] of drawn.entries()) {
    const known = results.find(at + 1, mutant);
    const isKnown = known && !(values.again && known.end === 'survived');
    const result = isKnown && !equivalentOf(mutant) ? known : await resultOf(at + 1, mutant, judge);
    if (result !== known) results.add(result);
    done.push(result);
    console.log(lineOf(seed, result));
  }
  for (const by of judge.unsound.values())
    console.log(`Left out, because it fails without a change too: ${by}`);
  return done;
}

async function resultOf(number: number, mutant: Mutant, judge: Judge): Promise<Result> {
  const { path, line, before, after } = mutant;
  const start = performance.now();
  const equivalent = equivalentOf(mutant);
  const { end, by } = equivalent
    ? { end: 'equivalent' as const, by: equivalent.reason }
    : await judge.judge(mutant);
  return {
    number,
    path,
    line,
    before,
    after,
    end,
    by,
    seconds: Math.round((performance.now() - start) / 1000),
  };
}

/** Mutants of other texts are others. */
function digestOf(drawn: readonly CodeFile[]): string {
  return createHash('sha256').update(JSON.stringify(drawn)).digest('hex').slice(0, 12);
}

function numberIn(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} is no whole number.`);
  return value;
}
