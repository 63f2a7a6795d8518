import { KEYWORDS } from '../words/words.ts';
import { ACTIVE_TYPES_PATTERN } from '../../model/task-types.ts';
import { isDefined } from './defined-names.ts';
import { headAbove, isInTask } from './head-above.ts';
import { type FindMistake, type Line, type LineEdit, placeIn } from './line.ts';

const ARROW = String.raw`(?:->|=>|-{2,}>|={2,}>|[→⇒⟶➔➜])`;
/** A name without quotes; none of its blanks may be matched in two ways. */
const PLAIN = String.raw`[\p{L}_][\p{L}\p{N}_]*(?:[ \t]+[\p{L}\p{N}_]+)*`;

/** Actions, and what other languages write for them. */
export const ACTION_MISTAKES: readonly FindMistake[] = [
  resultOfTask,
  startWithArrow,
  onOther,
  anyAction,
  severalNames,
  severalTargets,
  withForArguments,
  colonInArguments,
  dashBefore,
];

/** return value, in a task */
function resultOfTask(line: Line): ReturnType<FindMistake> {
  const { bare, text, source } = line;
  const found = placeIn(/^\s*(?<at>return|returns)\b(?!\s*[-=:]?>?\s*$)(?!\s*(?:->|=[^=]))/u, bare);
  if (!found || !isInTask(line)) return undefined;
  const [start, end] = found.at;
  const rest = text.slice(end).trim();
  if (isDefined(rest, source)) {
    const edits = [[start, end, '->']] as const;
    return { at: found.at, expected: '"->" before a target', title: 'Write ->.', safe: false, edits };
  }
  const isSchema = rest.startsWith('{');
  return {
    at: found.at,
    expected: 'a result only behind an end',
    help: isSchema
      ? 'Write output { … }, with a JSON Schema, for what the task gives.'
      : 'Write = and the expression behind the end that the run comes to: end Done = result.',
    edits: isSchema ? [[start, end, 'output']] : [[start, text.length, '']],
  };
}

/** start -> Name, where it is no action of a task */
function startWithArrow(line: Line): ReturnType<FindMistake> {
  const found = placeIn(new RegExp(String.raw`^\s*start(?<at>\s*${ARROW})\s*["\p{L}_]`, 'u'), line.bare);
  const head = found && headAbove(line);
  if (!found || (head && line.bare.search(/\S/u) > head.column)) return undefined;
  const [start, end] = found.at;
  const sign = line.bare.slice(start, end).trim();
  return {
    at: [end - sign.length, end],
    expected: 'no sign behind "start"',
    title: `Leave ${sign} out.`,
    safe: true,
    edits: [[start, end, '']],
  };
}

/** on success -> Target */
function onOther({ bare, text }: Line): ReturnType<FindMistake> {
  const found = placeIn(
    new RegExp(
      String.raw`^\s*(?<at>on\s+(?!error\b)(?<name>[\p{L}_]\w*)\s*)(?:${ARROW}|:|)\s*(?<target>["\p{L}_].*)$`,
      'u',
    ),
    bare,
  );
  const { name = '', target = '' } = found?.match.groups ?? {};
  if (!found) return undefined;
  const [start, end] = found.at;
  const action = name.charAt(0).toUpperCase() + name.slice(1);
  return {
    at: [start, start + bare.slice(start, end).trimEnd().length],
    expected: '"on error -> Target", or the name of an action and "->"',
    help: `Write ${action} -> Target; "when" and an expression behind it say when to take it.`,
    edits: [[start, text.length - target.length, `${action} -> `]],
  };
}

/** * -> Target */
function anyAction({ bare }: Line): ReturnType<FindMistake> {
  const found = placeIn(new RegExp(String.raw`^\s*(?<at>\*)(?<blank>\s*)${ARROW}`, 'u'), bare);
  return (
    found && {
      at: found.at,
      expected: 'the name of an action, or "->" alone for one called like its target',
      title: 'Leave * out.',
      safe: false,
      edits: [[found.at[0], found.at[1] + (found.match.groups?.['blank']?.length ?? 0), '']],
    }
  );
}

/** A, B -> Target */
function severalNames({ bare }: Line): ReturnType<FindMistake> {
  const found = placeIn(
    new RegExp(String.raw`^\s*${PLAIN}(?<at>\s*[,|/]\s*${PLAIN})(?:\s*[,|/]\s*${PLAIN})*\s*${ARROW}`, 'u'),
    bare,
  );
  if (!found || /\//u.test(bare.slice(...found.at))) return undefined;
  const [start, end] = found.at;
  const from = start + bare.slice(start).search(/\S/u);
  const arrow = bare.slice(end).search(new RegExp(ARROW, 'u'));
  return {
    at: [from, from + 1],
    expected: 'one name before "->"',
    help: 'Write a line for each action.',
    edits: [[start, end + arrow, ' ']],
  };
}

/** -> A | B */
function severalTargets({ bare }: Line): ReturnType<FindMistake> {
  const found = placeIn(
    new RegExp(
      String.raw`${ARROW}\s*(?<first>${PLAIN})(?<at>\s*(?:\|\|?|,)\s*${PLAIN}(?:\s*[|,]+\s*${PLAIN})*)(?=\s*$|\s+(?:when|if|resets|at\s+most)\b)`,
      'u',
    ),
    bare,
  );
  const words = found?.match.groups?.['first']?.split(/\s+/u) ?? [];
  if (!found || words.some((word) => KEYWORDS.has(word))) return undefined;
  const [start, end] = found.at;
  const from = start + bare.slice(start).search(/\S/u);
  return {
    at: [from, from + (bare[from + 1] === '|' ? 2 : 1)],
    expected: 'one target behind "->"',
    help: 'Write a line for each action, with "when" behind all but the last.',
    edits: [[start, end, '']],
  };
}

/** -> Target (x: 1) */
function colonInArguments({ bare }: Line): ReturnType<FindMistake> {
  const found = placeIn(/->\s*["\p{L}_][^("]*"?\s*\((?<at>[^()?]*)\)/u, bare);
  const parts = found?.match.groups?.['at']?.split(',') ?? [];
  if (!found || !parts.every((part) => /^\s*\w+\s*(?::|=(?!=))/u.test(part))) return undefined;
  const [start, end] = found.at;
  const edits = [...bare.slice(start, end).matchAll(/(?<=(?:^|,)\s*\w+)\s*:/gu)].map(
    ({ index, 0: sign }): LineEdit => [start + index, start + index + sign.length, ' ='],
  );
  const [first] = edits;
  if (!first) return undefined;
  return {
    at: [first[1] - 1, first[1]],
    expected: '"=" behind the name of an argument',
    title: 'Write =.',
    safe: true,
    edits,
  };
}

/** - Name -> Target */
function dashBefore({ bare }: Line): ReturnType<FindMistake> {
  const found = placeIn(
    new RegExp(
      String.raw`^\s*(?<at>[-*•+]\s+)(?:(?:${ACTIVE_TYPES_PATTERN}|end)\s+["\p{L}_]|["\p{L}_].*${ARROW})`,
      'u',
    ),
    bare,
  );
  if (!found) return undefined;
  const [start] = found.at;
  const expected = 'no sign before an action or a task';
  return { at: [start, start + 1], expected, title: 'Leave it out.', safe: true, edits: [[...found.at, '']] };
}

/** -> Target with x = 1 */
function withForArguments(line: Line): ReturnType<FindMistake> {
  const { bare, text } = line;
  const found = placeIn(
    new RegExp(
      String.raw`${ARROW}[^(]*?(?<at>\s+with\s+(?<list>\w+\s*[=:](?!=).*?))(?=\s+(?:when|resets|at\s+most)\b|\s*$)`,
      'u',
    ),
    bare,
  );
  // Behind an action of these it may be a clause.
  if (!found || headAbove(line)?.word === 'workflow') return undefined;
  const [start, end] = found.at;
  const list = text
    .slice(end - (found.match.groups?.['list']?.length ?? 0), end)
    .replace(/(?<=^|,)(\s*\w+)\s*:\s*/gu, '$1 = ');
  const from = start + bare.slice(start).search(/\S/u);
  const edits: LineEdit[] = [[start, end, ` (${list})`]];
  return {
    at: [from, from + 'with'.length],
    expected: 'the arguments of an action in parentheses',
    title: `Write (${list}).`,
    safe: false,
    edits,
  };
}
