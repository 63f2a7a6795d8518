import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { printable } from '../../diagnostics/printable.ts';
import { JOURNAL_FILE, type RunEntry } from '../../journal/find-runs.ts';
import { JournalError } from '../../journal/journal-error.ts';
import { JournalTail } from '../../journal/journal-tail.ts';
import { findHolder } from '../../journal/lock.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import type { RunEvent } from '../../model/run-event.ts';
import { createProcessTable } from '../../process/process-table.ts';
import { applyEvent } from '../../view/apply-event.ts';
import { createRunView, type RunView } from '../../view/run-view.ts';
import { EXIT } from '../io/exit-code.ts';
import { jsonProgress, simulationMark, watchingProgress, type Progress } from '../progress/progress.ts';
import { reportRest } from '../running/report-end.ts';
import { openQuestionsOf } from '../../report/open-questions.ts';
import { pauseText, withSettled } from '../../report/settled-questions.ts';
import { followAgents } from './follow-agents.ts';

/** How often a run is looked at. Units: ms. */
const POLL_MS = 200;

/**
 * Shows a run that another process drives, as that process does at a terminal, until the run has ended or nobody drives it.
 *
 * Shape: the exit code of the process that drove it; that of a fault where it is gone without a word.
 * Nothing in the run's folder is written. Errors: throws JournalError.
 */
export async function watchRun(run: RunEntry, json: boolean): Promise<number> {
  const tail = new JournalTail(nodeFileSystem, join(run.folder, JOURNAL_FILE));
  const view = createRunView();
  const processes = createProcessTable();
  const pidNow = (): number | undefined => {
    const holder = findHolder(nodeFileSystem, run.folder, processes);
    return holder?.state === 'living' ? holder.record.pid : undefined;
  };
  let pid = pidNow();
  const past = tail.read().events;
  for (const event of past) applyEvent(view, event);
  process.stderr.write(`${printable(headOf(run, view, pid))}\n`);
  const progress = progressOf(view, past, json);
  const agents = followAgents(run, json ? { onProgress: () => undefined } : progress);
  try {
    while (pid !== undefined && view.status !== 'finished') {
      agents.look(view);
      await sleep(POLL_MS);
      // Before the last read, so that nothing is missed that was written until then.
      pid = pidNow();
      for (const event of grownOf(tail, run)) {
        applyEvent(view, event);
        progress.onEvent(event);
      }
    }
    await agents.end();
  } finally {
    progress.close();
  }
  return printEnd(run, { view, pid, json });
}

function progressOf(view: RunView, past: readonly RunEvent[], json: boolean): Progress {
  const agent = view.started?.data.agent ?? 'claude';
  if (!json) return watchingProgress(agent, past);
  const progress = jsonProgress(agent);
  for (const event of past) progress.onEvent(event);
  return progress;
}

/** What was shown cannot be taken back. */
function grownOf(tail: JournalTail, { path }: RunEntry): readonly RunEvent[] {
  const { events, isAnew } = tail.read();
  if (!isAnew) return events;
  throw new JournalError('journal-changed', `The journal in ${path} is no longer the one that was watched.`, {
    path,
    help: 'Watch it once more to see what it is now.',
  });
}

function headOf({ name }: RunEntry, { started }: RunView, pid: number | undefined): string {
  const driven = pid === undefined ? 'no process drives it' : `driven by process ${pid}`;
  return `Watching ${name}: ${started?.data.map.path ?? ''}, ${driven}`;
}

interface AtEnd {
  readonly view: RunView;
  readonly pid: number | undefined;
  readonly json: boolean;
}

function printEnd(run: RunEntry, { view, pid, json }: AtEnd): number {
  const { steps, activeMs, costUsd } = view;
  const questions = withSettled(nodeFileSystem, { folder: run.folder, pid }, openQuestionsOf(view));
  const paused = view.status === 'running' ? GONE : view.paused;
  const { lines, exitCode } = reportRest({
    name: run.name,
    steps,
    activeMs,
    costUsd,
    finished: view.finished?.data,
    paused: paused && { ...paused, message: pauseText(paused, questions) },
    violated: view.violated,
    reached: view.reached,
    questions,
    flags: [],
  });
  const mark = simulationMark(view.started?.data.agent ?? 'claude');
  const stream = json ? process.stderr : process.stdout;
  for (const line of lines) stream.write(`${mark}${printable(line)}\n`);
  // What a journal says may be no exit code at all.
  return Number.isInteger(exitCode) && exitCode >= 0 && exitCode <= MAX_EXIT_CODE ? exitCode : EXIT.fault;
}

const MAX_EXIT_CODE = 255;

/** How a run stands whose process is gone without a record of it. */
const GONE = {
  reason: 'interrupted',
  message: 'The process that drove it is gone.',
  exitCode: EXIT.fault,
} as const;
