import { runsAround } from '../../process/runs-around.ts';
import { asksToBeSeen } from '../../run/people/gate-question.ts';
import type { Program } from '../../run/program/program.ts';
import { UsageError } from '../io/usage-error.ts';
import { isPersonHere, type AskingFlags } from './person-here.ts';

/**
 * Refuses an answer that nobody would see a person give, before anything is recorded.
 *
 * Errors: throws UsageError without a terminal, with `--no-input` or `--json`, in CI, inside of a run, and where the answer
 * would be kept for a process that comes later.
 */
export function requireSeen(
  argv: AskingFlags & { readonly continue: boolean },
  task: string,
  isDriven: boolean,
): void {
  if (!isSeenHere(argv)) {
    throw new UsageError(`"${task}" takes only an answer that is seen, and nobody is seen here.`, {
      help: HOW,
    });
  }
  if (!argv.continue && !isDriven) {
    throw new UsageError(`An answer to "${task}" cannot be kept for later: it must be seen.`, {
      help: 'Leave out --no-continue.',
    });
  }
}

/** Refuses what could pass by a question whose answer must be seen, when a run of a real agent is resumed. Errors: throws UsageError. */
export function refusePassing(
  argv: AskingFlags & { readonly pr: boolean; readonly from?: string | undefined },
  program: Program,
): void {
  refuseUnaskedPush(argv, program);
  if (argv.from === undefined || isSeenHere(argv) || !asksToBeSeen(program)) return;
  throw new UsageError(
    `"${program.source.path}" has a task whose answer must be seen: --from could pass it by, and nobody is seen here.`,
    { help: HOW },
  );
}

/** Refuses `--pr`, which pushes at the end, whatever a person said to such a question. Errors: throws UsageError. */
export function refuseUnaskedPush({ pr }: { readonly pr: boolean }, program: Program): void {
  if (!pr || !asksToBeSeen(program)) return;
  throw new UsageError(
    `"${program.source.path}" has a task whose answer must be seen, and --pr would push without it.`,
    { help: 'Leave out --pr.' },
  );
}

function isSeenHere(argv: AskingFlags): boolean {
  return isPersonHere(argv) && runsAround().length === 0;
}

const HOW =
  'Do it at a terminal, outside of all runs, without --no-input and --json, and where the variable CI is not set.';
