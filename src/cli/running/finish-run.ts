import { printable } from '../../diagnostics/printable.ts';
import type { Finding } from '../../findings/finding.ts';
import { readFindings } from '../../findings/read-findings.ts';
import { toGithub } from '../../findings/to-github.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import type { RunHost } from '../../run/host/host.ts';
import type { SettingsGuard } from '../../run/host/settings-guard.ts';
import type { RunState } from '../../run/state/run-state.ts';
import type { GitRecord } from '../../model/event-records.ts';
import { runsAround } from '../../process/runs-around.ts';
import { confirmHere } from '../ask/person-here.ts';
import { toOneLine } from '../io/format.ts';
import { branchToRequest, openPullRequest } from '../git/open-pull-request.ts';
import { reportChanges } from '../git/report-changes.ts';
import { notify, type Notifier } from '../progress/notify.ts';
import { simulationMark, type Progress } from '../progress/progress.ts';
import { reportEnd } from './report-end.ts';
import { flagsToResume, type RunFlags } from '../flags/run-flags.ts';
import { EXIT } from '../io/exit-code.ts';

interface Finished {
  readonly state: RunState;
  readonly directory: RunDirectory | undefined;
}

/** What is left to do with a run that came to rest. */
interface Ending extends Pick<RunHost, 'mask' | 'stop' | 'kill' | 'workRoot'> {
  readonly settingsGuard?: SettingsGuard | undefined;
  readonly progress: Progress;
  readonly notifier: Notifier | undefined;
}

/**
 * Tells how a run came to rest, here and to the command of `--notify`. Shape: the exit code.
 *
 * The result goes to standard output; where that carries events, to standard error.
 */
export async function finishRun(
  { progress, notifier, mask, stop, kill, workRoot, settingsGuard }: Ending,
  argv: Parameters<typeof flagsToResume>[0],
  { state, directory }: Finished,
): Promise<number> {
  if (directory === undefined) return 0;
  const mark = simulationMark(argv.agent === 'claude' ? 'claude' : 'scripted');
  const { lines, exitCode } = reportEnd({ state, directory, flags: flagsToResume(argv) });
  for (const line of lines) {
    if (argv.json) progress.say(line);
    else process.stdout.write(`${mark}${printable(line)}\n`);
  }
  // Either stream is read for them; with --json only events go to standard output.
  writeTo(argv.json, mask.text(annotationsOf(state, process.env)));
  // Who pressed Ctrl-C twice does not wait for git.
  if (!kill.aborted && state.started !== undefined)
    await reportChanges(
      workRoot,
      { ...state.started, runName: directory.name, isOver: state.finished !== undefined },
      progress.say,
    );
  const isRequested = await requestFor(argv, state, { workRoot, kill, progress, settingsGuard });
  if (notifier !== undefined) {
    const event = state.finished === undefined ? 'paused' : 'finished';
    const message = mask.text(mark + (lines[0] ?? ''));
    // A Ctrl-C that stopped the run is not meant for the command; the next one is.
    const until = { say: progress.say, stop: stop.aborted ? kill : stop };
    await notify(notifier, { event, runName: directory.name, message, exitCode }, until);
  }
  return isRequested ? exitCode : EXIT.fault;
}

function writeTo(isJson: boolean | undefined, text: string): void {
  (isJson === true ? process.stderr : process.stdout).write(text);
}

/** What GitHub shows beside the lines of the change, and why a run failed or is paused; nothing anywhere else. */
export function annotationsOf(
  { finished, paused }: Pick<RunState, 'finished' | 'paused'>,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (environment['GITHUB_ACTIONS'] !== 'true') return '';
  const findings = finished === undefined ? [] : readFindings(finished.result);
  return toGithub([...reasonsOf(finished, paused), ...findings]);
}

/** The reason that the closing line tells, too. */
function reasonsOf(finished: RunState['finished'], paused: RunState['paused']): readonly Finding[] {
  const failed =
    finished?.failed === true ? (finished.reason ?? `It ended as "${finished.outcome ?? ''}".`) : undefined;
  const what = failed ?? (finished === undefined ? paused?.message : undefined);
  if (what === undefined) return [];
  const rule = failed === undefined ? 'paused' : 'failed';
  return [{ severity: 'error', rule, place: undefined, what, why: '', mend: '', foundBy: 'wfmap' }];
}

/**
 * Opens the pull request where one is wanted, by the flag or by a person at this terminal; a simulation changes nothing
 * outside. Shape: false where it could not.
 */
async function requestFor(
  flags: Pick<RunFlags, 'agent' | 'pr' | 'input' | 'json'>,
  { started, finished, violated }: RunState,
  { workRoot, kill, progress, settingsGuard }: Omit<Ending, 'mask' | 'stop' | 'notifier'>,
): Promise<boolean> {
  const { agent, pr } = flags;
  if (kill.aborted || finished === undefined || finished.failed) return true;
  const git = started?.git ?? null;
  const isWanted =
    pr ||
    (violated === undefined && agent === 'claude' && (await isAskedFor(flags, { workRoot, git, progress })));
  if (!isWanted) return true;
  if (violated !== undefined) {
    progress.say('No pull request is opened: a property is violated.');
    return true;
  }
  if (agent === 'claude') return await openPullRequest(workRoot, { git, settingsGuard }, progress.say);
  progress.say('A simulation opens no pull request.');
  return true;
}

/** Asks a person who can be asked, where there is a branch for it and `gh`; inside of another run nobody is asked. */
async function isAskedFor(
  flags: Pick<RunFlags, 'input' | 'json'>,
  { workRoot, git, progress }: Pick<Ending, 'workRoot' | 'progress'> & { readonly git: GitRecord | null },
): Promise<boolean> {
  const confirm = confirmHere(flags, progress);
  if (confirm === undefined || runsAround().length > 0) return false;
  const branch = await branchToRequest(workRoot, git);
  if (branch === undefined) return false;
  return await confirm(`Push "${toOneLine(branch, 100)}" to "origin" and open a pull request? (y/N) `);
}
