import { type FindHabit, type Line, placeIn, rewriting } from './line.ts';

const QUOTES = 'double quotes around a text';
const TEXT_WORDS = 'prompt|promptTemplate|command|map|reminder';

/** Texts as other languages, and word processors, write them. */
export const TEXT_HABITS: readonly FindHabit[] = [
  rewriting({
    pattern: /(?<at>[“„«‟][^“”„«»‟]*[“”»])/u,
    write: (found) => JSON.stringify(found.slice(1, -1)),
    expected: QUOTES,
  }),
  rewriting({
    pattern: /(?<=\s)(?<at>[‘‚][^‘’‚]*[’])/u,
    write: (found) => JSON.stringify(found.slice(1, -1)),
    expected: QUOTES,
  }),
  singleQuotes,
  backtickFence,
  pathForText,
  unquoted,
  colonBehindWord,
];

function singleQuotes({ bare, text }: Line): ReturnType<FindHabit> {
  const found = placeIn(
    new RegExp(
      String.raw`(?:^\s*(?:${TEXT_WORDS}|template|output)|:|=|\[|,|\b\w+\s+as\s+\w+)\s*(?<at>'_*')`,
      'u',
    ),
    bare,
  );
  if (!found || /\bwhen\b/.test(bare.slice(0, found.at[0]))) return undefined;
  const newText = JSON.stringify(text.slice(found.at[0] + 1, found.at[1] - 1).replace(/\\'/g, "'"));
  return {
    at: found.at,
    expected: QUOTES,
    title: `Write ${shown(newText)}.`,
    safe: true,
    edits: [[...found.at, newText]],
  };
}

function backtickFence({ source, start, text }: Line): ReturnType<FindHabit> {
  const found = placeIn(/^\s*\w+\s+(?<at>```\w*)\s*$/u, text);
  if (!found) return undefined;
  const close = /\n[ \t]*(```)[ \t]*(?=\r?\n|$)/u.exec(source.text.slice(start));
  if (!close) return undefined;
  const end = close.index + close[0].lastIndexOf('`') + 1;
  return {
    at: found.at,
    expected: '""" before and behind a text of several lines',
    title: 'Write """ before and behind it.',
    safe: true,
    edits: [
      [...found.at, '"""'],
      [end - 3, end, '"""'],
    ],
  };
}

/** promptTemplate prompts/x.md */
function pathForText({ bare }: Line): ReturnType<FindHabit> {
  const found = placeIn(
    /^\s*(?<at>prompt|promptTemplate)\s*:?\s+(?:[\w.@+-]+\/)*[\w.@+-]+(?:\/[\w@+-]+|\.md)\s*$/u,
    bare,
  );
  if (!found) return undefined;
  return {
    at: found.at,
    expected: '"template" before the path of a file',
    title: 'Write template.',
    safe: true,
    edits: [[...found.at, 'template']],
  };
}

function unquoted({ text, bare }: Line): ReturnType<FindHabit> {
  const found = placeIn(
    new RegExp(String.raw`^\s*(?:${TEXT_WORDS})(?:\s*:)?\s+(?<at>[^\s"'“„«{\[\x60:=][^"]*?)\s*$`, 'u'),
    bare,
  );
  if (!found || /->/.test(bare) || (/^\s*map\b/.test(bare) && /^\s+map/.test(bare))) return undefined;
  const newText = JSON.stringify(text.slice(...found.at));
  return {
    at: found.at,
    expected: QUOTES,
    title: `Write ${shown(newText)}.`,
    safe: false,
    edits: [[...found.at, newText]],
  };
}

/** prompt: "text" */
function colonBehindWord({ bare }: Line): ReturnType<FindHabit> {
  const found = placeIn(
    /^\s*(?:prompt|promptTemplate|template|command|output|timeout|model|agent|permissionMode|protocol|onItemFailure|maxTurns|budgetUsd|concurrency|allowedTools|disallowedTools|retry|session|reminder|workspace|map|templates|schemas|start|limits|steps|join|key|after|exclusive|when)(?<at>\s*[:=])(?=\s)/u,
    bare,
  );
  if (!found) return undefined;
  const sign = bare.slice(...found.at).trim();
  const word = found.match[0].replace(/[\s:=]+/g, '');
  return {
    at: [found.at[1] - 1, found.at[1]],
    expected: `no sign behind "${word}"`,
    title: `Leave ${sign} out.`,
    safe: true,
    edits: [[...found.at, '']],
  };
}

const MAX_SHOWN = 50;

function shown(text: string): string {
  return text.length > MAX_SHOWN ? 'it in double quotes' : text;
}
