import { clauseWords, saysText } from '../../language/fields.ts';
import { headAbove } from './head-above.ts';
import { type FindMistake, type Line, placeIn } from './line.ts';
import { row } from './row.ts';

const QUOTES = 'double quotes around a text';
/** The words that a text stands behind. */
const CLAUSES_OF_TEXT = clauseWords(saysText).join('|');
const TEXT_WORDS = `${CLAUSES_OF_TEXT}|map`;

/** The words that a value stands behind at once. Names may be called as those that an expression stands behind. */
const VALUE_WORDS = [
  ...clauseWords(({ clause, kind }) => clause !== 'special' && kind !== 'flag' && kind !== 'expression'),
  ...'templates schemas start limits wall steps when defaults'.split(' '),
].join('|');
const EXPRESSION_WORDS = clauseWords(
  ({ clause, kind }) => clause !== 'special' && kind === 'expression',
).join('|');

/** Texts as other languages, and word processors, write them. */
export const TEXT_MISTAKES: readonly FindMistake[] = [
  row({
    pattern: /(?<at>[“„«‟][^“”„«»‟]*[“”»])/u,
    edit: (found) => JSON.stringify(found.slice(1, -1)),
    expected: QUOTES,
  }),
  row({
    pattern: /(?<=\s)(?<at>[‘‚][^‘’‚]*[’])/u,
    edit: (found) => JSON.stringify(found.slice(1, -1)),
    expected: QUOTES,
  }),
  singleQuotes,
  quotesMissed,
  backtickFence,
  // `text`
  row({
    pattern: new RegExp(
      String.raw`^\s*(?:${TEXT_WORDS}|command)\s*[:=]?\s*(?<at>\x60[^\x60"\\]+\x60)\s*$`,
      'u',
    ),
    expected: QUOTES,
    edit: (found) => `"${found.slice(1, -1)}"`,
    title: 'Write double quotes.',
  }),
  // f"text {x}"
  row({
    pattern: new RegExp(String.raw`^\s*(?<word>${TEXT_WORDS}|command)\s*[:=]?\s*(?<at>f"_*")\s*$`, 'u'),
    expected: 'a text with ${ … } around what is filled in',
    edit: (found) => found.slice(1).replaceAll(/(?<![{$])\{(?!\{)/gu, '${'),
    found: 'f before the quotes',
    title: 'Leave f out, and write ${ … } around what is filled in.',
    safe: false,
  }),
  yamlBlock,
  yamlScript,
  // promptTemplate prompts/x.md
  row({
    pattern: /^\s*(?<at>prompt|promptTemplate)\s*:?\s+(?:[\w.@+-]+\/)*[\w.@+-]+(?:\/[\w@+-]+|\.md)\s*$/u,
    expected: '"template" before the path of a file',
    edit: 'template',
  }),
  unquoted,
  // prompt: "text"
  ...[
    `(?<word>${VALUE_WORDS})(?<all>\\s*(?<at>[:=]))`,
    `(?<word>${EXPRESSION_WORDS})(?<all>\\s*(?<at>:))`,
  ].map((pattern) =>
    row({
      where: ({ isInside }) => !isInside,
      pattern: new RegExp(`^\\s*${pattern}(?=\\s)`, 'u'),
      expected: 'no sign behind "$word"',
      edit: { all: '' },
      title: 'Leave $at out.',
    }),
  ),
];

function singleQuotes({ bare, text }: Line): ReturnType<FindMistake> {
  const found = placeIn(
    new RegExp(
      String.raw`(?:^\s*(?:${TEXT_WORDS}|template|output)|:|(?<![=!<>])=|\[|,|\b\w+\s+as\s+\w+)\s*(?<at>'_*')`,
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
    // Where a type is missed, something else was meant.
    safe: !/^\s*(?:input|param|field)\s+\w+\??\s*:\s*$/u.test(bare.slice(0, found.at[0])),
    edits: [[...found.at, newText]],
  };
}

/** Single quotes where a text is missed. */
function quotesMissed({ bare, text, missed }: Line): ReturnType<FindMistake> {
  for (const { index, 0: image } of bare.matchAll(/(?<=[\s(,:=])'_*'/gu)) {
    if (!missed.some(({ at }) => at === index)) continue;
    const end = index + image.length;
    const newText = JSON.stringify(text.slice(index + 1, end - 1).replace(/\\'/g, "'"));
    const title = `Write ${shown(newText)}.`;
    return { at: [index, end], expected: QUOTES, title, safe: true, edits: [[index, end, newText]] };
  }
  return undefined;
}

const MAX_BELOW = 20_000;

/** prompt: |, with the text below it */
function yamlBlock(line: Line): ReturnType<FindMistake> {
  const found = placeIn(
    new RegExp(String.raw`^\s*(?:${CLAUSES_OF_TEXT})(?<before>(?:\s*:)?\s+)(?<at>[|>][-+]?)\s*$`, 'u'),
    line.bare,
  );
  if (!found) return undefined;
  const block = blockBelow(line);
  const mistake = { at: found.at, expected: `${FENCE} before and behind a text of several lines` };
  if (block === '' || block.includes(FENCE)) {
    const help = `Write ${FENCE} here, and on a line of its own behind the text.`;
    return { ...mistake, help, edits: [] };
  }
  const indent = /^[ \t]*(?=\S)/mu.exec(block)?.[0] ?? '';
  const start = found.at[0] - found.part('before').length;
  const end = line.text.length + 1 + block.length;
  return {
    ...mistake,
    title: `Write ${FENCE} before and behind it.`,
    // Another sign than this puts the lines together.
    safe: found.part('at').startsWith('|'),
    edits: [[start, end, ` ${FENCE}\n${block}\n${indent}${FENCE}`]],
  };
}

/** run: |, with a script below it */
function yamlScript(line: Line): ReturnType<FindMistake> {
  const found = placeIn(/^\s*(?<at>(?:run|script|cmd|bash|sh)\b\s*:?)\s+[|>][-+]?\s*$/u, line.bare);
  const block = found && headAbove(line)?.word === 'shell' ? blockBelow(line) : '';
  if (!found || block === '' || block.includes(FENCE)) return undefined;
  const indent = /^[ \t]*(?=\S)/mu.exec(block)?.[0] ?? '';
  return {
    at: found.at,
    expected: `"command" and ${FENCE} before and behind a text of several lines`,
    title: `Write command, and ${FENCE} before and behind it.`,
    safe: false,
    edits: [
      [found.at[0], line.text.length + 1 + block.length, `command ${FENCE}\n${block}\n${indent}${FENCE}`],
    ],
  };
}

/** The lines below that are further in than a line. */
function blockBelow({ source, start, text }: Line): string {
  const from = start + text.length;
  const lines = source.text
    .slice(from, from + MAX_BELOW)
    .split('\n')
    .slice(1);
  const outer = text.search(/\S/u);
  const end = lines.findIndex((line) => line.trim() !== '' && line.search(/\S/u) <= outer);
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .join('\n')
    .trimEnd();
}

const FENCE = '"""';

function backtickFence({ source, start, text }: Line): ReturnType<FindMistake> {
  const found = placeIn(/^\s*\w+\s+(?<at>```\w*)\s*$/u, text);
  if (!found) return undefined;
  const close = /\n[ \t]*(```)[ \t]*(?=\r?\n|$)/u.exec(source.text.slice(start));
  if (!close) return undefined;
  const end = close.index + close[0].lastIndexOf('`') + 1;
  const inside = source.text.slice(start + found.at[1], start + end - 3);
  return {
    at: found.at,
    expected: '""" before and behind a text of several lines',
    title: 'Write """ before and behind it.',
    safe: true,
    // In one piece, so that nothing is looked for in the text.
    edits: [[found.at[0], end, `"""${inside}"""`]],
  };
}

function unquoted({ text, bare }: Line): ReturnType<FindMistake> {
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

const MAX_SHOWN = 50;

function shown(text: string): string {
  return text.length > MAX_SHOWN ? 'it in double quotes' : text;
}
