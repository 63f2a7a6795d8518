import { setTimeout as sleep } from 'node:timers/promises';
import type { RunEntry } from '../../journal/find-runs.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { RunView } from '../../view/run-view.ts';
import { readRunOnDisk } from '../views/open-run.ts';

/** Units: ms. */
const POLL_MS = 100;
const QUIET_MS = 5000;

/** An answer that was given, by its name in `answers/`. */
export interface GivenAnswer {
  readonly start: number;
  readonly file: string;
  /** Whether it is still where it was put. */
  readonly isThere: () => boolean;
}

/**
 * What became of an answer.
 *
 * Shape: `abandoned` where nobody drives the run, and it is still to be taken; `taken` has what was recorded, undefined
 * where the question was closed without an answer; `lost` where another program removed the answer; `pid` is the process
 * that did it, where it was seen.
 */
export type Receipt =
  | { readonly kind: 'abandoned' }
  | { readonly kind: 'lost'; readonly pid: number | undefined }
  | {
      readonly kind: 'taken';
      readonly pid: number | undefined;
      readonly answered: RunEventData['human.answered'] | undefined;
    }
  | {
      readonly kind: 'refused';
      readonly pid: number | undefined;
      readonly reason: string;
      readonly kept: string | null;
    };

/**
 * Waits until the process that drives a run has taken an answer, or has refused it.
 *
 * That process checks the process that gave the answer, so this one waits as long as that one lives. `say` receives a
 * line where that takes long.
 */
export async function awaitTaken(
  run: RunEntry,
  given: GivenAnswer,
  say: (line: string) => void,
): Promise<Receipt> {
  const began = performance.now();
  let isReported = false;
  let goneAt: number | undefined;
  let last: number | undefined;
  for (;;) {
    const isThere = given.isThere();
    // Who holds it is read before the journal is: nobody who has left it can take an answer after that.
    const { pid, view } = readRunOnDisk(run);
    last = pid ?? last;
    const receipt = receiptIn(view, { ...given, isThere: () => isThere }, last);
    if (receipt !== undefined) return receipt;
    if (pid === undefined) return { kind: 'abandoned' };
    goneAt = isThere ? undefined : (goneAt ?? performance.now());
    // The process that refuses it moves it first, and records that afterwards.
    if (goneAt !== undefined && performance.now() - goneAt > QUIET_MS) return { kind: 'lost', pid };
    if (!isReported && performance.now() - began > QUIET_MS) {
      isReported = true;
      say(`Process ${pid} has not taken the answer yet; waiting for it.`);
    }
    await sleep(POLL_MS);
  }
}

/** What the journal says of an answer; undefined for nothing yet. */
function receiptIn(
  { refusals, questions, executions }: RunView,
  { start, file, isThere }: GivenAnswer,
  pid: number | undefined,
): Receipt | undefined {
  // A file that was there before may have been refused, too.
  const refused = isThere() ? undefined : refusals.findLast((each) => each.file === file);
  if (refused !== undefined) {
    const { reason, kept } = refused;
    return { kind: 'refused', pid, reason, kept };
  }
  const asked = executions.findLast(({ seq }) => seq === start);
  if (asked !== undefined && questions.has(asked)) return undefined;
  return { kind: 'taken', pid, answered: asked?.answer ?? undefined };
}
