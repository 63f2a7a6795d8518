import { cleanText } from '../../util/clean-text.ts';
import { parseObject, toList, toObject, toText, type JsonObject } from './json.ts';
import { toolLine } from './tool-line.ts';

/** Units: UTF-16 of what one tool gave back, or of a line that is no message. */
const MAX_PART = 600;

/**
 * What a log of `claude --output-format stream-json` says, in lines to read: the agent's words, what it did, what came of that,
 * and how it ended. What is no such message, as of a program that crashed, stays as it is.
 */
export function readableLog(log: string): string {
  const lines = log.split('\n').flatMap((line) => {
    const message = line.startsWith('{') ? parseObject(line) : undefined;
    return message === undefined ? [cut(line)] : linesOf(message);
  });
  return cleanText(lines.filter((line) => line.trim() !== '').join('\n'));
}

function linesOf(message: JsonObject): readonly string[] {
  const type = toText(message['type']);
  if (type === 'result') {
    const text = cut(toText(message['result']) ?? toList(message['errors']).map(toText).join(' '));
    return [`[ended: ${toText(message['subtype']) ?? 'unknown'}] ${text}`];
  }
  if (type !== 'assistant' && type !== 'user') return [];
  const content = toObject(message['message'])?.['content'];
  return toList(content).flatMap((each) => {
    const block = toObject(each) ?? {};
    if (block['type'] === 'text' && type === 'assistant') return [cut(toText(block['text']) ?? '')];
    if (block['type'] === 'tool_use')
      return [`> ${toText(block['name']) ?? 'a tool'} ${toolLine(toObject(block['input']))}`];
    return block['type'] === 'tool_result' ? [cut(resultText(block['content']))] : [];
  });
}

/** What a tool gives back is a text, or a list of blocks with texts. */
function resultText(content: unknown): string {
  const blocks = toList(content).map((each) => toText(toObject(each)?.['text']) ?? '');
  return toText(content) ?? blocks.join('\n');
}

/** A long text keeps its end, where a failure says what it is. */
function cut(text: string): string {
  return (text.length <= MAX_PART ? text : `…${text.slice(-MAX_PART)}`).toWellFormed();
}
