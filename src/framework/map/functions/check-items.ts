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
  const items: { line: number; box: string; text: string; parent: string; body: string[] }[] = [];
  let parent = '';
  let fence = '';
  let isInside = false;
  for (const [line, raw] of text.split('\n').entries()) {
    const each = raw.replace(/\r$/, '');
    const mark = FENCE.exec(each)?.groups?.['fence'] ?? '';
    const isCode = fence !== '' || mark !== '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    const item = isCode ? undefined : ITEM.exec(each)?.groups;
    const heading = isCode ? undefined : HEADING.exec(each)?.groups?.['title'];
    if (item !== undefined) {
      items.push({ line, box: item['box'] ?? ' ', text: item['text'] ?? '', parent, body: [] });
      isInside = true;
    } else if (heading !== undefined) {
      parent = heading;
      isInside = false;
    } else if (isInside && (each.trim() === '' || /^[ \t]/.test(each))) items.at(-1)?.body.push(each);
    else isInside = false;
  }
  return items.map(({ line, box, text: words, parent: above, body }, index) => {
    const own = OWN_ID.exec(words)?.groups;
    const after = body.flatMap((each) => AFTER.exec(each)?.groups?.['ids']?.split(',') ?? []);
    return {
      line,
      task: {
        id: own?.['bold'] ?? own?.['word'] ?? own?.['number'] ?? String(index + 1),
        title: (own?.['title'] ?? words).trim(),
        body: withoutIndent(body.filter((each) => !AFTER.test(each))),
        parent: above,
        after: after.map((each) => each.trim()).filter((each) => each !== ''),
        done: box !== ' ',
      },
    };
  });
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
