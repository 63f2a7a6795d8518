import { readHandOver, type SignalAsked } from '../signal/answer-signal.ts';
import type { Answer } from './read-answer.ts';

/** Reads an answer from the SIGNAL BLOCK of a final message: the action is the role that is next, the output all that it says. */
export function readSignalAnswer(text: string, asked: SignalAsked): Answer {
  const read = readHandOver(text, asked);
  if ('fault' in read) return read;
  const { handOver } = read;
  return { action: handOver.next, output: { ...handOver } };
}
