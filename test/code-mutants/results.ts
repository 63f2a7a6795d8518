import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Verdict } from './judge-mutant.ts';

/** What was found out of one mutant. Shape: `number` counts from 1 in the order of the draw. */
export interface Result {
  readonly number: number;
  readonly path: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  readonly end: Verdict['end'] | 'equivalent';
  readonly by: string;
  readonly seconds: number;
}

/** Results of a seed that outlive a run that is killed: one JSON line each, the last of a number counts. */
export class ResultFile {
  readonly #file: string;
  readonly #known: ReadonlyMap<number, Result>;

  constructor(file: string) {
    this.#file = file;
    this.#known = new Map(read(file).map((each) => [each.number, each]));
  }

  /** The result of a mutant; undefined where another change had its number when the operators were others. */
  find(
    number: number,
    { path, before, after }: Pick<Result, 'path' | 'before' | 'after'>,
  ): Result | undefined {
    const known = this.#known.get(number);
    return known?.path === path && known.before === before && known.after === after ? known : undefined;
  }

  add(result: Result): void {
    mkdirSync(dirname(this.#file), { recursive: true });
    appendFileSync(this.#file, `${JSON.stringify(result)}\n`);
  }
}

/** A last line that a killed run has left unfinished is dropped. */
function read(file: string): readonly Result[] {
  const lines = textOf(file).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Result);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The first run of a seed.
    return '';
  }
}

/** A result on a line. */
export function lineOf(
  seed: number,
  { number, path, line, before, after, end, by, seconds }: Result,
): string {
  const how = by === '' ? end : `${end} (${by})`;
  return `${seed}:${number} ${path}:${line}  ${before}  =>  ${after}  ${how}, ${seconds} s`;
}

/** How many of a hundred must die of those that are not equivalent. */
const WANTED = 90;

/** The sum of results, and whether enough died. */
export function summaryOf(results: readonly Result[]): { readonly text: string; readonly isEnough: boolean } {
  const count = (end: Result['end']): number => results.filter((each) => each.end === end).length;
  const [killed, hung, equivalent] = [count('killed'), count('timed-out'), count('equivalent')];
  const judged = results.length - equivalent;
  const share = judged === 0 ? 100 : ((killed + hung) / judged) * 100;
  return {
    text:
      `${results.length} mutants: ${killed} killed, ${hung} timed out, ${count('survived')} survived, ` +
      `${equivalent} equivalent; ${share.toFixed(1)} % of the others died (${WANTED} wanted).`,
    isEnough: share >= WANTED,
  };
}
