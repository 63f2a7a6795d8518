import { closeOf } from './brackets.ts';
import { isDefined } from './defined-names.ts';
import { type FindMistake, type Line, placeIn } from './line.ts';
import { row } from './row.ts';

/** The head of the map, and what a workflow runs. */
export const MAP_MISTAKES: readonly FindMistake[] = [
  mapHead,
  argumentsOfMap,
  typeDeclared,
  // StartAt: Name
  row({
    where: ({ source }, { part }) => isDefined(part('name').replaceAll(/["']/gu, ''), source),
    pattern:
      /^\s*(?<all>(?<at>StartAt|startAt|start_at|initial|initialState|entrypoint|entry_point|entry)\s*[:=]?\s*)(?<name>["\p{L}_].*?)\s*$/u,
    expected: '"start" before the first task',
    edit: { all: 'start ' },
    title: 'Write start.',
  }),
  row({
    pattern: /(?<=^\s*with\s.*|^\s*map\s+\S+\s+with\s.*)(?<=\bwith\s+\w+|,\s*\w+)(?<at>\s*:)\s/,
    edit: ' =',
    expected: '"=" before the value',
    title: 'Write =.',
  }),
];

const HEAD =
  /^\s*(?<at>(?<word>workflow|name|title|description|flow|pipeline|process|project)\s*(?:(?<sign>[:=])\s*)?(?:(?<text>"_*")|(?<plain>[^\s"{}][^"{}]*?)))\s*$/u;

/** workflow "text", or name: text, where the map has no head */
function mapHead(line: Line): ReturnType<FindMistake> {
  const found = placeIn(HEAD, line.bare);
  // Without quotes and a sign, it would be a task or an action.
  if (!found || found.part('text') + found.part('sign') === '') return undefined;
  if (!isFirstOf(line) || hasBelow(line)) return undefined;
  const [start, end] = found.at;
  const plain = found.part('plain');
  const isText = plain === '';
  const raw = line.text.slice(end - (isText ? found.part('text') : plain).length, end);
  return {
    at: [start, start + found.part('word').length],
    expected: '"map" and a text that says what it is for',
    title: 'Write map.',
    safe: isText,
    edits: [[start, end, `map ${isText ? raw : JSON.stringify(raw.replace(/^'(.*)'$/u, '$1'))}`]],
  };
}

/** type Name = { … } */
function typeDeclared({ source, start, bare, text, missed }: Line): ReturnType<FindMistake> {
  const found = placeIn(
    /^\s*(?<at>type|interface|schema|class|struct|enum)\s+[\p{L}_]\w*\s*(?:=|[{(:]|extends\b)/u,
    bare,
  );
  if (!found || !missed.some(({ rule, at }) => rule === 'map' || at === found.at[0])) return undefined;
  const from = start + bare.length;
  const open = /[{[(]\s*$/u.test(bare) ? closeOf(source.text.slice(from, from + MAX_HEAD)) : 0;
  return {
    at: found.at,
    expected: 'a schema where the type is used (types have no names)',
    help: 'Write the schema behind "output", or in a file whose path stands there: output review.json.',
    edits: [[found.at[0], text.length + open, '']],
  };
}

const MAX_HEAD = 2000;
const MAX_TEXT = 100_000;

/** Whether nothing but comments stands above, and no head of the map below. */
function isFirstOf({ source, start }: Line): boolean {
  if (start > MAX_HEAD) return false;
  const above = source.text.slice(0, start).split('\n');
  const below = source.text.slice(start, start + MAX_TEXT);
  return above.every((each) => /^\s*(?:\/\/.*)?$/u.test(each)) && !/^[ \t]*map[ \t]+"/mu.test(below);
}

/** Whether the line below is further in: then it may be a clause. */
function hasBelow({ source, start, text }: Line): boolean {
  const from = start + text.length;
  return /^[ \t]+\S/u.test(source.text.slice(from, from + MAX_HEAD).split('\n')[1] ?? '');
}

/** map path (x = 1) */
function argumentsOfMap({ bare, text }: Line): ReturnType<FindMistake> {
  const found = placeIn(
    /^\s*map\s+(?:"_*"|[^\s()"]+)(?<at>\s*\(\s*(?<inside>[^\s()][^()]*?)\s*\))\s*$/u,
    bare,
  );
  if (!found) return undefined;
  const [start, end] = found.at;
  const from = bare.indexOf('(', start);
  const inside = text
    .slice(from + 1, end - 1)
    .trim()
    .replace(/(?<=^|,)(\s*\w+)\s*:\s*/gu, '$1 = ');
  return {
    at: [from, end],
    expected: '"with" before what the other map is given',
    title: 'Write with, and no parentheses.',
    safe: true,
    edits: [[start, end, ` with ${inside}`]],
  };
}
