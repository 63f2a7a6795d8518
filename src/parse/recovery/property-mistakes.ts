import { type FindMistake, type Line, type LineEdit, placeIn } from './line.ts';
import { row } from './row.ts';

const CLAIM = String.raw`(?:never|always|eventually|at\s+most\s+\d)`;
const BETWEEN = String.raw`(?:leads\s+to|precedes)`;

/** Properties without their text, without the colon, or all in one block. */
export const PROPERTY_MISTAKES: readonly FindMistake[] = [
  propertyBlock,
  // property never Task
  row({
    pattern: new RegExp(
      `^\\s*property\\s*:?\\s+(?<before>)(?<at>${CLAIM}|[\\p{L}_][^":={]*?(?=\\s${BETWEEN}\\b))(?![^"]*:)`,
      'u',
    ),
    expected: 'the text of the property in double quotes, and ":", before what it claims',
    edit: { before: '"": ' },
    help: 'Write property "what is so": never Blocked.',
  }),
  // property "text" never Task
  row({
    pattern: new RegExp(
      `^\\s*property\\s+(?:"_*"|\\w+)(?<all>\\s*[=-]?\\s+)(?=(?:${CLAIM}\\b|["\\p{L}_][^":={]*\\s${BETWEEN}\\b))(?<at>\\S+)`,
      'u',
    ),
    expected: '":" behind the text of the property',
    edit: { all: ': ' },
    title: 'Write : there.',
  }),
];

const MAX_BELOW = 2000;

/** properties { "text": never Task } */
function propertyBlock({ source, start, bare, missed }: Line): ReturnType<FindMistake> {
  const found = placeIn(/^\s*(?<at>properties|property)\s*:?\s*(?<open>\{)/u, bare);
  const [from, to] = found?.match.indices?.groups?.['open'] ?? [0, 0];
  if (!found || !missed.some(({ rule }) => rule === 'map' || rule === 'action')) return undefined;
  const rest = source.text.slice(start, start + MAX_BELOW);
  const close = rest.indexOf('}', to);
  const inside = rest.slice(to, close);
  const expected = '"property" before each, and no braces';
  if (close < 0 || inside.includes('{')) return { at: found.at, expected, help: HELP, edits: [] };
  const lines = inside
    .split('\n')
    .map((line) => line.replace(/^\s*-?\s*|[\s,;]+$/gu, ''))
    .filter((line) => line !== '');
  const claim = new RegExp(
    String.raw`^(?:"[^"]+"|\w+)\s*:\s*(?:${CLAIM}\b|["\p{L}_][^:{}]*\s${BETWEEN}\s)[^:{}]*$`,
    'u',
  );
  const indent = bare.slice(0, bare.search(/\S/u));
  const newText = lines.map((line) => `property ${line}`).join(`\n${indent}`);
  const edits: readonly LineEdit[] = [[found.at[0], close + 1, newText]];
  if (lines.length === 0 || !lines.every((line) => claim.test(line)))
    return { at: found.at, expected, help: HELP, edits: [[found.at[0], close + 1, '']] };
  return { at: [from, to], expected, title: 'Write property before each.', safe: true, edits };
}

const HELP = 'Write property "what is so": never Blocked, on a line for each.';
