import type { RunEventData } from '../model/run-event.ts';
import { toOneLine } from '../util/to-one-line.ts';

/** Which file in `answers/` was refused, why, and where it is now: a sentence. */
export function refusalText({ task, file, reason, kept }: RunEventData['human.refused']): string {
  const what =
    task === null ? `The file ${toOneLine(file, 80)} in answers/` : `An answer to "${toOneLine(task)}"`;
  const where = kept === null ? '' : `; it is kept in ${toOneLine(kept)}`;
  return `${what} was refused: ${toOneLine(reason)}${where}.`;
}

/** The same of a file in `messages/`. */
export function refusedMessageText({ task, file, reason, kept }: RunEventData['message.refused']): string {
  const what =
    task === null ? `The file ${toOneLine(file, 80)} in messages/` : `A message to "${toOneLine(task)}"`;
  const where = kept === null ? '' : `; it is kept in ${toOneLine(kept)}`;
  return `${what} was refused: ${toOneLine(reason)}${where}.`;
}

/** Who gave an answer or sent a message. */
type Given = Pick<RunEventData['human.answered'], 'origin' | 'sender' | 'proof' | 'client'>;

/**
 * Who gave an answer, as far as it is known: "by process 12 on pts/3", with the client of a server that it came from; undefined
 * where that is not recorded.
 */
export function senderText(answered: Given): string | undefined {
  const by = processText(answered);
  if (by === undefined || answered.client === undefined) return by;
  return `${by} for "${toOneLine(answered.client)}"`;
}

function processText({ origin, sender, proof }: Given): string | undefined {
  if (proof !== undefined) return `signed by the key ${proof.key.slice(0, 16)}…`;
  if (origin === undefined || sender === undefined) return undefined;
  if (sender === null) return origin === 'claimed' ? 'by an unknown process (claimed)' : undefined;
  const { pid, isGone, terminal } = sender;
  const where = isGone
    ? ', which had exited'
    : terminal === null
      ? ' without a terminal'
      : ` on ${toOneLine(terminal)}`;
  return `by process ${pid}${where}${origin === 'claimed' ? ' (claimed)' : ''}`;
}
