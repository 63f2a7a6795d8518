import { type FindMistake, type Line, placeIn } from './line.ts';

/** How far the end of a text is looked for. Units: UTF-16 units. */
const MAX_TEXT = 50_000;
const FENCE = '"""';

/** Texts in quotes that do not end as they have to. */
export const FENCE_MISTAKES: readonly FindMistake[] = [
  besideFence,
  closedBehindText,
  openFence,
  overLines,
  openText,
];

/** What may not be read as a fence on this line, by the line that opens one. */
function fenceOn({ text }: Line) {
  const found = placeIn(/^[^"]*?(?<at>"{3,})[ \t]*$/u, text);
  return found && { at: found.at, quotes: text.slice(...found.at) };
}

/** """Text on the same line, and more below. */
function besideFence({ source, start, text }: Line): ReturnType<FindMistake> {
  const found = placeIn(/^[^"]*?(?<at>"{3,})(?<beside>[^"\s][^"]*)$/u, text);
  if (!found) return undefined;
  const below = source.text.slice(start + text.length, start + MAX_TEXT).split(/\r?\n/)[1] ?? '';
  const indent = /^[ \t]+(?=\S)/.exec(below)?.[0] ?? `${/^[ \t]*/.exec(text)?.[0] ?? ''}  `;
  const [, end] = found.at;
  return {
    at: [end, text.length],
    fault: `begins beside its ${FENCE} and not on the line below`,
    title: 'Begin the text on the next line.',
    safe: true,
    edits: [[end, end, `\n${indent}`]],
  };
}

/** A fence whose closing quotes stand behind the last line of the text. */
function closedBehindText(line: Line): ReturnType<FindMistake> {
  const fence = fenceOn(line);
  if (!fence) return undefined;
  const [, from] = fence.at;
  const close = /\n([ \t]*)[^\s"][^\n]*?("{3,})[ \t]*(?=\r?\n|$)/u.exec(
    line.source.text.slice(line.start + from, line.start + MAX_TEXT),
  );
  if (!close || close[2] !== fence.quotes) return undefined;
  const at = from + close.index + close[0].lastIndexOf(fence.quotes);
  return {
    at: [at, at + fence.quotes.length],
    fault: `has its last ${FENCE} behind a line and not on a line of its own`,
    title: 'Put it on the next line.',
    safe: true,
    edits: [[at, at, `\n${close[1] ?? ''}`]],
  };
}

/** A fence that nothing closes: its text ends before the first line that is less indented. */
function openFence(line: Line): ReturnType<FindMistake> {
  const fence = fenceOn(line);
  if (!fence) return undefined;
  const rest = line.source.text
    .slice(line.start + line.text.length, line.start + MAX_TEXT)
    .split('\n')
    .slice(1);
  const indent = /^[ \t]*/.exec(rest[0] ?? '')?.[0] ?? '';
  const end = rest.findIndex((each) => each.trim() !== '' && !each.startsWith(indent));
  if (indent === '' || end < 1) return undefined;
  const at = line.text.length + 1 + rest.slice(0, end).join('\n').length;
  return {
    at: fence.at,
    fault: `is not closed by ${FENCE} on a line of its own`,
    title: 'Put it where the indentation ends.',
    safe: false,
    edits: [[at, at, `\n${indent}${fence.quotes}`]],
  };
}

const MAX_LINES = 200;

/** A text in simple quotes over several lines. */
function overLines({ source, start, text }: Line): ReturnType<FindMistake> {
  const found = placeIn(/^[ \t]*\w+[ \t]+(?<at>")[^"]*$/u, text);
  if (!found) return undefined;
  const rest = source.text
    .slice(start + text.length, start + MAX_TEXT)
    .split('\n')
    .slice(1, MAX_LINES);
  const end = rest.findIndex((line) => line.includes('"'));
  const last = /^([^"]*)"\s*$/u.exec(rest[end] ?? '');
  if (!last || rest.slice(0, end + 1).some((line) => line.includes('->'))) return undefined;
  const indent = `${/^[ \t]*/.exec(text)?.[0] ?? ''}  `;
  const [from, to] = found.at;
  const written = [text.slice(to), ...rest.slice(0, end), last[1] ?? ''].map((line) => line.trim());
  const newText = [FENCE, ...written, FENCE].map((line, index) =>
    index === 0 || line === '' ? line : indent + line,
  );
  return {
    at: found.at,
    fault: `goes over several lines, which needs ${FENCE} before and behind it`,
    title: `Write ${FENCE} before and behind it.`,
    safe: true,
    edits: [[from, text.length + 1 + rest.slice(0, end + 1).join('\n').length, newText.join('\n')]],
  };
}

/** A text whose closing quote is missing. */
function openText({ text }: Line): ReturnType<FindMistake> {
  const found = placeIn(/^(?:[^"]|"[^"]*")*(?<at>"[^"]*)$/u, text);
  if (!found || /->|\/\//.test(text.slice(...found.at))) return undefined;
  return {
    at: found.at,
    fault: 'is not closed on its line',
    title: 'Put one at the end of the line.',
    safe: false,
    edits: [[found.at[1], found.at[1], '"']],
  };
}
