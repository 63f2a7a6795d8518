import type { KeptAnswer, Sender } from '../../journal/answer-box.ts';
import type { SenderRecord, WithinRecord } from '../../model/event-records.ts';
import type { ProcessLook } from '../../model/processes.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { LiveRun } from '../live/live-run.ts';

/** How it is known who gave an answer. */
export type Judged = Required<Pick<RunEventData['human.answered'], 'origin' | 'sender'>>;

/** When the box is looked into: as the run is opened, or while this process drives it. */
export type ProgramPoint = 'opening' | 'live';

/** An answer from the box, its file, and when it was looked for. */
export interface Given {
  readonly answer: KeptAnswer;
  readonly isOwn: boolean;
  readonly file: string;
  readonly point: ProgramPoint;
}

type Asking = Pick<LiveRun, 'state' | 'lookAt' | 'processes'>;

/**
 * Judges who gave an answer that was found.
 *
 * `wfmap answer` waits until its answer is taken, so its sender can be checked during the run. The answer is seen when
 * the sender is a `wfmap answer` at a terminal, outside of all runs; without a terminal it is claimed. An answer of any
 * other process, or of one that has exited, is refused. If the sender has exited when a run is opened, it may have left
 * the answer for that: it is claimed.
 */
export function judgeSender(live: Asking, given: Given): Judged | { readonly reason: string } {
  const { sender } = given.answer;
  // Only a question of an older journal has answers like that.
  if (sender === null) return { origin: 'claimed', sender: null };
  const view = findSender(live, sender, given.file);
  if (view === undefined) {
    if (given.point === 'opening') return { origin: 'claimed', sender: recordOf(sender, view) };
    return { reason: `process ${sender.pid}, which is named as its sender, has exited` };
  }
  const fault = given.isOwn ? undefined : faultOf(live, { ...given, sender, view });
  const outside = view.within.find((each) => !isBegunWithin(live, each));
  if (fault !== undefined) return { reason: `process ${sender.pid} ${fault}` };
  if (outside !== undefined) return { reason: `process ${sender.pid} is inside of the run ${outside.run}` };
  const isSeen = view.terminal !== null && view.isReadable && view.within.length === 0;
  return { origin: isSeen ? 'seen' : 'claimed', sender: recordOf(sender, view) };
}

/** The process that brought an answer, as it is found, whatever that says of who gave it. */
export function senderOf(live: Asking, { sender }: KeptAnswer, file: string): SenderRecord | null {
  return sender && recordOf(sender, findSender(live, sender, file));
}

/** Undefined for one that is gone, also where another process has its id now. */
function findSender(live: Asking, { pid, start }: Sender, file: string): ProcessLook | undefined {
  const view = live.lookAt(pid, file);
  return view?.start === start ? view : undefined;
}

function recordOf({ pid }: Sender, view: ProcessLook | undefined): SenderRecord {
  if (view === undefined) return { pid, isGone: true, start: null, user: null, terminal: null };
  const { start, user, terminal } = view;
  return { pid, isGone: false, start, user, terminal };
}

/** What is wrong with a process that is said to have given an answer. */
function faultOf(
  live: Asking,
  { answer, sender, view, file }: Given & { readonly sender: Sender; readonly view: ProcessLook },
): string | undefined {
  if (sender.pid === live.processes.pid) return 'asked the question, and did not give this answer';
  const self = live.lookAt(live.processes.pid, file);
  if (view.program === null || view.program !== self?.program || !view.words.includes('answer')) {
    return 'is not a "wfmap answer" of the wfmap that drives the run';
  }
  if (!view.words.some((word) => isSameWord(word, answer.action)))
    return 'was started to give another answer';
  if (view.holds === false) return 'does not have this file open, so it gave another answer or none';
  return undefined;
}

/** As a person may write the name of a choice. */
function isSameWord(word: string, action: string): boolean {
  return word.trim().toLowerCase() === action.trim().toLowerCase();
}

function isBegunWithin({ state }: Asking, mark: WithinRecord): boolean {
  return (state.started?.within ?? []).some(({ run, agent }) => run === mark.run && agent === mark.agent);
}
