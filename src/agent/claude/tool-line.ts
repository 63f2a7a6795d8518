import { toText, type JsonObject } from './json.ts';

const MAX_LENGTH = 200;
const MAX_TEXT = 8_000;
/** What names a call best, in this order. */
const TELLING = ['command', 'file_path', 'notebook_path', 'path', 'pattern', 'url', 'query', 'description'];

/** The input of a tool call on one short line. */
export function toolLine(input: JsonObject | undefined): string {
  return cutToolLine(toolText(input));
}

/** The input of a tool call on one line, long enough that secrets in its beginning are whole. */
export function toolText(input: JsonObject | undefined): string {
  if (input === undefined) return '';
  const named = TELLING.map((name) => toText(input[name])).find((text) => text !== undefined && text !== '');
  return (named ?? JSON.stringify(input))
    .slice(0, MAX_TEXT)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

export function cutToolLine(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
