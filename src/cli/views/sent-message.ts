import type { SentMessage } from '../../view/run-view.ts';
import { toOneLine } from '../io/format.ts';
import { senderText } from '../../report/answer-words.ts';

/** What a person told an agent at work, who did, and whether the agent read it. */
export function sentMessage(sent: SentMessage): string {
  const sender = senderText(sent);
  const by = sender === undefined ? [] : [sender];
  const unread = sent.isRead === false ? ['the agent had ended before it read it'] : [];
  const notes = [...by, ...unread];
  return `${toOneLine(sent.text, 160)}${notes.length === 0 ? '' : `  (${notes.join('; ')})`}`;
}
