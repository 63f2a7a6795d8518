import type { Sender } from '../../journal/drop-box.ts';
import type { SenderRecord, WithinRecord } from '../../model/event-records.ts';
import type { ProcessLook } from '../../model/processes.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { LiveRun } from '../live/live-run.ts';

/** How it is known who gave an answer or sent a message. */
export type Judged = Required<Pick<RunEventData['human.answered'], 'origin' | 'sender'>>;

/** When the box is looked into: as the run is opened, or while this process drives it. */
export type ProgramPoint = 'opening' | 'live';

/**
 * What was found in a box, and when it was looked for.
 *
 * Shape: `sender` is null where the file names none; `by` is the command that brings such things, and `word` what it was started
 * with: the action of an answer, the text of a message.
 */
export interface Given {
  readonly sender: Sender | null;
  readonly by: keyof typeof WORDS;
  readonly word: string;
  readonly isOwn: boolean;
  readonly file: string;
  readonly point: ProgramPoint;
}

type Asking = Pick<LiveRun, 'state' | 'lookAt' | 'processes'>;

/** What is said of a process that did not bring what it is said to have brought. */
const WORDS = {
  answer: {
    self: 'asked the question, and did not give this answer',
    other: 'was started to give another answer',
    closed: 'does not have this file open, so it gave another answer or none',
  },
  steer: {
    self: 'drives the run, and did not send this message',
    other: 'was started to send another message',
    closed: 'does not have this file open, so it sent another message or none',
  },
};

/**
 * Judges who gave an answer, or sent a message, that was found.
 *
 * `wfmap answer` waits until its answer is taken, so its sender can be checked during the run. The answer is seen when
 * the sender is a `wfmap answer` at a terminal, outside of all runs; without a terminal it is claimed. An answer of any
 * other process, or of one that has exited, is refused. If the sender has exited when a run is opened, it may have left
 * the answer for that: it is claimed. The same holds for messages and `wfmap steer`.
 */
export function judgeSender(live: Asking, given: Given): Judged | { readonly reason: string } {
  const { sender } = given;
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
export function senderOf(live: Asking, sender: Sender | null, file: string): SenderRecord | null {
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
  { by, word: wanted, sender, view, file }: Given & { readonly sender: Sender; readonly view: ProcessLook },
): string | undefined {
  const words = WORDS[by];
  if (sender.pid === live.processes.pid) return words.self;
  const self = live.lookAt(live.processes.pid, file);
  if (view.program === null || view.program !== self?.program || !view.words.includes(by)) {
    return `is not a "wfmap ${by}" of the wfmap that drives the run`;
  }
  if (!view.words.some((word) => isSameWord(word, wanted))) return words.other;
  if (view.holds === false) return words.closed;
  return undefined;
}

/** As a person may write the name of a choice. */
function isSameWord(word: string, action: string): boolean {
  return word.trim().toLowerCase() === action.trim().toLowerCase();
}

function isBegunWithin({ state }: Asking, mark: WithinRecord): boolean {
  return (state.started?.within ?? []).some(({ run, agent }) => run === mark.run && agent === mark.agent);
}
