import { printable } from '../../diagnostics/printable.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import type { RunHost } from '../../run/host/host.ts';
import type { RunState } from '../../run/state/run-state.ts';
import { reportChanges } from '../git/report-changes.ts';
import { notify, type Notifier } from '../progress/notify.ts';
import { simulationMark, type Progress } from '../progress/progress.ts';
import { reportEnd } from './report-end.ts';
import { flagsToResume } from '../flags/run-flags.ts';

interface Finished {
  readonly state: RunState;
  readonly directory: RunDirectory | undefined;
  readonly tookMs: number;
}

/** What is left to do with a run that came to rest. */
interface Ending extends Pick<RunHost, 'mask' | 'stop' | 'kill' | 'workRoot'> {
  readonly progress: Progress;
  readonly notifier: Notifier | undefined;
}

/**
 * Tells how a run came to rest, here and to the command of `--notify`. Shape: the exit code.
 *
 * The result goes to standard output; where that carries events, to standard error.
 */
export async function finishRun(
  { progress, notifier, mask, stop, kill, workRoot }: Ending,
  argv: Parameters<typeof flagsToResume>[0],
  { state, directory, tookMs }: Finished,
): Promise<number> {
  if (directory === undefined) return 0;
  const mark = simulationMark(argv.agent === 'claude' ? 'claude' : 'scripted');
  const { lines, exitCode } = reportEnd({ state, directory, tookMs, flags: flagsToResume(argv) });
  for (const line of lines) {
    if (argv.json) progress.say(line);
    else process.stdout.write(`${mark}${printable(line)}\n`);
  }
  // Who pressed Ctrl-C twice does not wait for git.
  if (!kill.aborted && state.started !== undefined)
    await reportChanges(workRoot, state.started, progress.say);
  if (notifier !== undefined) {
    const event = state.finished === undefined ? 'paused' : 'finished';
    const message = mask.text(mark + (lines[0] ?? ''));
    // A Ctrl-C that stopped the run is not meant for the command; the next one is.
    const until = { say: progress.say, stop: stop.aborted ? kill : stop };
    await notify(notifier, { event, runName: directory.name, message, exitCode }, until);
  }
  return exitCode;
}
