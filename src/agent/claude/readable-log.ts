import { formatDuration } from '../../util/format-duration.ts';
import { toOneLine } from '../../util/to-one-line.ts';
import { parseObject, toAmount, toList, toObject, toText, type JsonObject } from './json.ts';
import { toolLine } from './tool-line.ts';

/** Of what a tool gave back, as much as tells how it went. Units: lines; UTF-16. */
const MAX_RESULT_LINES = 8;
const MAX_RESULT_WIDTH = 160;
const MAX_SAID = 2000;

/**
 * One line of an agent's stream, as a person reads it.
 *
 * Shape: whole lines; empty for messages that say nothing to a person. `--` begins a turn, what the agent says stands
 * as it is, `>` is a tool it uses with the result below, `!` what went wrong, `=` the end of the turn. A line that is
 * no JSON is given as it is.
 */
export function toReadableLog(line: string): string {
  const message = parseObject(line);
  // A program may print what it likes; a person wants to see that too.
  if (message === undefined) return line.trim() === '' ? '' : `  ${toOneLine(line, 500)}\n`;
  if (message['type'] === 'assistant') return assistantLines(message);
  if (message['type'] === 'user') return blocksOf(message).map(toolResult).join('');
  if (message['type'] === 'system') return systemLine(message);
  if (message['type'] === 'result') return `= ${endOf(message)}\n`;
  if (message['simulation'] === true)
    return `= ${toOneLine(`[simulation] ${textOf(message['action'])}`, 500)}\n`;
  return '';
}

function assistantLines(message: JsonObject): string {
  // An API error comes as words of the agent.
  const mark = message['error'] === undefined ? '' : '! ';
  return blocksOf(message)
    .map((block) => (block['type'] === 'tool_use' ? toolUse(block) : saidIn(block, mark)))
    .join('');
}

function toolUse(block: JsonObject): string {
  return `> ${toOneLine(`${textOf(block['name'])} ${toolLine(toObject(block['input']))}`, 300)}\n`;
}

function saidIn(block: JsonObject, mark: string): string {
  const said = textOf(block['text']).trim();
  if (said === '') return '';
  return said
    .split('\n')
    .map((each) => `${mark}${toOneLine(each, MAX_SAID)}\n`)
    .join('');
}

/** What the program says of an answer that it took: the end of the turn holds it. */
const TAKEN = 'Structured output provided successfully';

function toolResult(block: JsonObject): string {
  if (block['type'] !== 'tool_result') return '';
  const { content } = block;
  const body = (
    toText(content) ??
    toList(content)
      .map((each) => textOf(toObject(each)?.['text']))
      .join('\n')
  ).trim();
  if (body === '' || body === TAKEN) return '';
  const lines = body.split('\n').filter((each) => each.trim() !== '');
  const rest = lines.length - MAX_RESULT_LINES;
  const shown = lines.slice(0, MAX_RESULT_LINES).map((each) => `  ${toOneLine(each, MAX_RESULT_WIDTH)}\n`);
  const more = rest > 0 ? `  … ${rest} more lines\n` : '';
  const text = `${shown.join('')}${more}`;
  return block['is_error'] === true ? `  ! ${text.slice(2)}` : text;
}

function systemLine(message: JsonObject): string {
  if (message['subtype'] === 'init') {
    const version = textOf(message['claude_code_version']);
    const parts = [`claude ${version}`.trim(), textOf(message['model']), textOf(message['permissionMode'])];
    return `-- ${toOneLine(parts.filter((part) => part !== '').join(', '), 200)}\n`;
  }
  if (message['subtype'] !== 'api_retry') return '';
  const status = toAmount(message['error_status']);
  const seconds = ((toAmount(message['retry_delay_ms']) ?? 0) / 1000).toFixed(1);
  const error = `${status ?? ''} ${textOf(message['error'])}`.trim();
  return `! ${toOneLine(`API error ${error}, trying again in ${seconds} s`, 200)}\n`;
}

/** How a turn ended. What it said last is already there, unless it is an answer in a schema or a fault. */
function endOf(message: JsonObject): string {
  const after = `after ${formatDuration(toAmount(message['duration_ms']) ?? 0)}`;
  const answer = toObject(message['structured_output']);
  if (message['is_error'] === true || message['subtype'] !== 'success') {
    const errors = toList(message['errors']).map(textOf).join('; ');
    const why = errors || textOf(message['result']) || textOf(message['subtype']);
    return toOneLine(`failed ${after}: ${why}`, 500);
  }
  return toOneLine(
    answer === undefined ? `ended ${after}` : `answered ${JSON.stringify(answer)} ${after}`,
    500,
  );
}

function blocksOf(message: JsonObject): readonly JsonObject[] {
  return toList(toObject(message['message'])?.['content'])
    .map(toObject)
    .filter((block) => block !== undefined);
}

function textOf(value: unknown): string {
  return toText(value) ?? '';
}
