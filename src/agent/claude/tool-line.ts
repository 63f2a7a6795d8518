import { toText, type JsonObject } from './json.ts';

const MAX_LENGTH = 200;
/** What names a call best, in this order. */
const TELLING = ['command', 'file_path', 'notebook_path', 'path', 'pattern', 'url', 'query', 'description'];

/** The input of a tool call on one short line. */
export function toolLine(input: JsonObject | undefined): string {
  if (input === undefined) return '';
  for (const name of TELLING) {
    const text = toText(input[name]);
    if (text !== undefined && text !== '') return shorten(text);
  }
  return shorten(JSON.stringify(input));
}

function shorten(text: string): string {
  const start = text
    .slice(0, MAX_LENGTH * 2)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return start.length > MAX_LENGTH ? `${start.slice(0, MAX_LENGTH - 1)}…` : start;
}
