/** A task of a Markdown file: a check box at the margin, with what is indented below it. Units: `line` is from 0. */
export interface CheckItem {
  readonly line: number;
  readonly task: {
    readonly id: string;
    readonly title: string;
    readonly body: string;
    readonly parent: string;
    readonly after: readonly string[];
    readonly done: boolean;
  };
}

const ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]+\[(?<box>[ xX])\][ \t]+(?<text>.*)$/;
/** `T-12: title`, `#12 title`, `**T-12** title`. */
const OWN_ID =
  /^(?:\*\*(?<bold>[\p{L}\p{N}#][\p{L}\p{N}#._/-]*)\*\*:?|(?<word>\p{L}[\p{L}\p{N}]*-\d+):|(?<number>#\d+):?)[ \t]+(?<title>.*)$/u;
const HEADING = /^ {0,3}#{1,6}[ \t]+(?<title>.*?)[ \t#]*$/;
const FENCE = /^[ \t]*(?<fence>`{3,}|~{3,})/;
const AFTER = /^[ \t]*after:[ \t]*(?<ids>.*)$/iu;

/** The tasks of a Markdown text, in order. One without an id of its own has its place among them, from 1. */
export function checkItems(text: string): readonly CheckItem[] {
  return itemsIn(text).map((item, index) => ({ line: item.line, task: taskOf(item, index) }));
}

interface Item {
  readonly line: number;
  readonly box: string;
  readonly text: string;
  readonly parent: string;
  readonly body: string[];
}

function itemsIn(text: string): readonly Item[] {
  const items: Item[] = [];
  let parent = '';
  let open: Item | undefined;
  for (const { line, each, prose } of linesOf(text)) {
    const { box, text: words } = ITEM.exec(prose)?.groups ?? {};
    const heading = HEADING.exec(prose)?.groups?.['title'];
    parent = heading ?? parent;
    if (box !== undefined && words !== undefined) {
      open = { line, box, text: words, parent, body: [] };
      items.push(open);
    } else if (heading === undefined && /^(?:[ \t]|$)/.test(each)) open?.body.push(each);
    else open = undefined;
  }
  return items;
}

/** Shape: `prose` is the line, empty where it is code or the fence around code. Units: `line` is from 0. */
function* linesOf(text: string) {
  let fence = '';
  for (const [line, raw] of text.split('\n').entries()) {
    const each = raw.replace(/\r$/, '');
    const mark = FENCE.exec(each)?.groups?.['fence'] ?? '';
    const prose = fence === '' && mark === '' ? each : '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    yield { line, each, prose };
  }
}

function taskOf({ box, text, parent, body }: Item, index: number): CheckItem['task'] {
  const { bold, word, number, title = text } = OWN_ID.exec(text)?.groups ?? {};
  const after = body.flatMap((each) => AFTER.exec(each)?.groups?.['ids']?.split(',') ?? []);
  return {
    id: bold ?? word ?? number ?? String(index + 1),
    title: title.trim(),
    body: withoutIndent(body.filter((each) => !AFTER.test(each))),
    parent,
    after: after.map((each) => each.trim()).filter((each) => each !== ''),
    done: box !== ' ',
  };
}

function withoutIndent(lines: readonly string[]): string {
  const indents = lines
    .filter((each) => each.trim() !== '')
    .map((each) => /^[ \t]*/.exec(each)?.[0].length ?? 0);
  const least = indents.reduce((a, b) => Math.min(a, b), Infinity);
  return lines
    .map((each) => each.slice(Math.min(least, each.length)))
    .join('\n')
    .trim();
}
