import { toOneLine } from './format.ts';

/**
 * One line of an agent's stream, as a person reads it: what it said, which tools it used, how it ended.
 *
 * Shape: whole lines; empty for messages that say nothing to a person. A line that is no JSON is given as it is.
 */
export function toReadableLog(line: string): string {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    // A program may print what it likes; a person wants to see that too.
    return line.trim() === '' ? '' : `  ${toOneLine(line, 500)}\n`;
  }
  if (!isObject(message)) return '';
  if (message['type'] === 'assistant') return blocksOf(message).map(assistantBlock).join('');
  if (message['type'] === 'user') return blocksOf(message).map(toolResult).join('');
  if (message['type'] === 'result') return `= ${toOneLine(endOf(message), 500)}\n`;
  if (message['simulation'] === true)
    return `= ${toOneLine(`[simulation] ${text(message['action'])}`, 500)}\n`;
  if (message['subtype'] === 'api_retry') return `! API retry: ${toOneLine(text(message['error']), 200)}\n`;
  return '';
}

function blocksOf(message: Record<string, unknown>): Record<string, unknown>[] {
  const inner = message['message'];
  const content = isObject(inner) ? inner['content'] : undefined;
  return Array.isArray(content) ? content.filter(isObject) : [];
}

function assistantBlock(block: Record<string, unknown>): string {
  if (block['type'] === 'tool_use') {
    return `> ${toOneLine(`${text(block['name'])} ${JSON.stringify(block['input'] ?? {})}`, 200)}\n`;
  }
  const said = text(block['text']).trim();
  return said === ''
    ? ''
    : `${said
        .split('\n')
        .map((each) => toOneLine(each, 2000))
        .join('\n')}\n`;
}

function toolResult(block: Record<string, unknown>): string {
  if (block['type'] !== 'tool_result') return '';
  const { content } = block;
  const body = Array.isArray(content)
    ? content.map((each) => (isObject(each) ? text(each['text']) : '')).join(' ')
    : text(content);
  return body.trim() === '' ? '' : `${block['is_error'] === true ? '  ! ' : '  '}${toOneLine(body, 200)}\n`;
}

function endOf(message: Record<string, unknown>): string {
  const answer = message['structured_output'];
  if (isObject(answer)) return JSON.stringify(answer);
  return text(message['result']) || text(message['subtype']);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
