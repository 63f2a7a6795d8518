import { clauseWords } from '../../language/fields.ts';
import { type FindMistake, type Line, placeIn } from './line.ts';
import { sectionWords } from '../../language/section-words.ts';

/** Names in a row, as other languages write them. */
export const LIST_MISTAKES: readonly FindMistake[] = [tools, bracketed];

const ITEM = String.raw`(?:"[^"]*"|'[^']*'|[\p{L}_][\w.*-]*(?:\([^()"]*\))?)`;
const MAX_BELOW = 2000;
const SETTINGS = clauseWords(({ clause }) => clause === 'setting');
/** A setting that stands behind names on their line. */
const NEXT_SETTING = new RegExp(String.raw`(?<![,;\s])\s+(?:${SETTINGS.join('|')})(?:\s|$)`, 'u');
/** The words that names in a row stand behind. */
const LISTS = clauseWords(({ kind }) => kind === 'words');

/** allowedTools ["Read", Bash(git:*)] */
function tools(line: Line): ReturnType<FindMistake> {
  const { source, start, bare, text } = line;
  const found = placeIn(
    new RegExp(
      String.raw`^\s*(?<word>${LISTS.join('|')}|tools|allowed_tools|allowed-tools)\b\s*[:=]?\s*(?<at>\S.*?)\s*$`,
      'u',
    ),
    bare,
  );
  if (!found || found.part('at').includes('->')) return undefined;
  const [from, to] = found.at;
  const isOpen = /^[[({]/u.test(found.part('at'));
  const written = isOpen
    ? closedList(source.text.slice(start + from, start + from + MAX_BELOW))
    : beforeSetting(text.slice(from, to));
  const items = itemsOf(isOpen ? written.slice(1, -1) : written);
  if (items.length === 0 || SETTINGS.includes(items[0]?.item ?? '')) return undefined;
  const word = LISTS.includes(found.part('word')) ? found.part('word') : 'allowedTools';
  const newText = `${word} ${items.map(({ item }) => nameOf(item)).join(', ')}`;
  const edits = [[bare.search(/\S/u), from + written.length, newText] as const];
  const wrong = isOpen ? { at: [from, from + 1] as const, expected: NO_BRACKETS } : faultOf(items, from);
  return wrong && { ...wrong, title: `Write ${shown(newText)}.`, safe: true, edits };
}

function beforeSetting(text: string): string {
  const next = text.search(NEXT_SETTING);
  return next < 0 ? text : text.slice(0, next);
}

const NO_BRACKETS = 'no brackets around names';

/** What is wrong with names in a row; undefined where nothing is. */
function faultOf(items: readonly Item[], from: number) {
  const apart = items.find(({ before }, index) => index > 0 && !/^\s*,\s*$/u.test(before));
  const loose = items.find(({ item }) => nameOf(item) !== item);
  const { at, item } = apart ?? loose ?? { at: 0, item: '' };
  if (item === '') return undefined;
  const expected = apart
    ? '"," between names'
    : 'double quotes around a name with other signs than letters, digits and "_"';
  return { at: [from + at, from + at + item.length] as const, expected };
}

/** The list that a text begins with; an empty text where its line does not end with it. */
function closedList(text: string): string {
  const close = text.startsWith('[')
    ? String.raw`\]`
    : text.startsWith('(')
      ? String.raw`\)`
      : String.raw`\}`;
  const end = text.search(new RegExp(String.raw`${close}[ \t,;]*(?:\r?\n|$|//)`, 'u'));
  return end < 0 ? '' : text.slice(0, end + 1);
}

interface Item {
  readonly at: number;
  readonly item: string;
  readonly before: string;
}

/** The names of a list; none where something else stands in it. */
function itemsOf(text: string): readonly Item[] {
  const items: Item[] = [];
  const pattern = new RegExp(String.raw`(?<before>\s*(?:[,;]\s*|(?<=\s)and\s+)?)(?<item>${ITEM})`, 'uy');
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { before = '', item = '' } = match.groups ?? {};
    items.push({ at: match.index + before.length, item, before });
  }
  const last = items.at(-1);
  return last && /^[\s,;]*$/u.test(text.slice(last.at + last.item.length)) ? items : [];
}

function nameOf(item: string): string {
  if (item.startsWith("'")) return JSON.stringify(item.slice(1, -1));
  return /^(?:"[^"]*"|[\p{L}_][\p{L}\p{N}_]*)$/u.test(item) ? item : JSON.stringify(item);
}

/** What names of tasks stand behind. */
const NAMES = ['resets', ...sectionWords('words')];

/** resets [A, B] */
function bracketed({ bare, text }: Line): ReturnType<FindMistake> {
  const found = placeIn(
    new RegExp(
      String.raw`\b(?<word>${NAMES.join('|')})(?<at>\s*:?\s*[[(]\s*(?<inside>[^[\]()\s][^[\]()]*?)\s*,?\s*[\])])`,
      'u',
    ),
    bare,
  );
  if (!found || found.part('inside').includes('->')) return undefined;
  const inside = found.part('inside');
  const word = found.part('word');
  const [start, end] = found.at;
  const from = start + bare.slice(start).search(/[[(]/u);
  const place = bare.indexOf(inside, from);
  const names = text.slice(place, place + inside.length).replace(/'([^'"]*)'/gu, '"$1"');
  const newText = ` ${names}`;
  return {
    at: [from, from + 1],
    expected: NO_BRACKETS,
    title: `Write ${shown(`${word}${newText}`)}.`,
    safe: true,
    edits: [[start, end, newText]],
  };
}

const MAX_SHOWN = 60;

function shown(text: string): string {
  return text.length > MAX_SHOWN || text.includes('\n') ? 'the names alone' : text;
}
