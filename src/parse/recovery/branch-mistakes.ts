import { closeOf } from './brackets.ts';
import { isDefined } from './defined-names.ts';
import { isInTask } from './head-above.ts';
import { type FindMistake, type Found, type Line, type LineEdit, placeIn, TEXT_BEHIND } from './line.ts';
import { row } from './row.ts';

const TO = String.raw`(?:->|=>|-{2,}>|={2,}>|[→⇒⟶➔➜]|goto\b|go\s+to\b)`;
const ELSE = String.raw`else|otherwise|default(?=\s*:)`;
const ONE_LINE = 'one action on a line';

/** What other languages write with if and else: which way is taken. */
export const BRANCH_MISTAKES: readonly FindMistake[] = [
  ifFirst,
  // else -> Target
  row({
    where: isInTask,
    pattern: new RegExp(`^\\s*(?<all>(?<at>${ELSE})\\s*:?\\s*${TO}\\s*)["\\p{L}_]`, 'u'),
    expected: '"->" alone before the target of the last way',
    edit: { all: '-> ' },
    title: 'Write ->.',
  }),
  // else: Target, else Target
  row({
    where: (line, { part }) => isInTask(line) && isDefined(part('target'), line.source),
    pattern: new RegExp(`^\\s*(?<all>(?<at>${ELSE})\\s*\\b:?\\s*)(?<target>["\\p{L}_].*?)\\s*$`, 'u'),
    expected: '"->" alone before the target of the last way',
    edit: { all: '-> ' },
    title: 'Write ->.',
    safe: false,
  }),
  // -> Target else
  row({
    pattern: new RegExp(`${TO}.*?(?<all>\\s+(?<at>else|otherwise)\\s*;*)\\s*$`, 'u'),
    expected: 'no guard: the last action needs none',
    isWord: true,
    edit: { all: '' },
    title: 'Leave $at out.',
  }),
  // -> Target at most 3 else Other
  row({
    pattern:
      /\s(?<all>(?:at\s+most|max|up\s+to)\s+(?<count>\d+)(?:\s+times)?,?\s+(?<at>else|otherwise))\s+(?:->\s*)?["\p{L}_]/u,
    expected: '"then"',
    edit: { all: 'at most $count then' },
    title: 'Write at most $count then.',
  }),
  elseBehind,
  unlessBehind,
  // Name when condition -> Target
  row({
    pattern: new RegExp(
      `^\\s*["\\p{L}_][\\p{L}\\p{N}_" ]*?(?<all>\\s+(?<at>when|if)\\s+(?<inside>\\S.*?)\\s*(?:${TO}))\\s*["\\p{L}_].*?(?<end>)\\s*$`,
      'u',
    ),
    expected: '"when" and the guard behind the target',
    edit: { all: ' ->', end: ' when $inside' },
    title: 'Write when there.',
    safe: false,
  }),
  // Name -[condition]-> Target
  row({
    where: isFirstClause,
    pattern:
      /^\s*[\p{L}_"][\p{L}\p{N}_" ]*?(?<at>\s*-+\[(?:\s*(?:when|if)\b)?\s*(?<inside>[^[\]]*?)\s*\]-+>).*?(?<end>)\s*$/u,
    expected: '"when" before a guard, behind the target',
    edit: { at: ' ->', end: ' when $inside' },
    title: 'Write when there.',
    safe: false,
  }),
  // Name -> Target [when condition]
  ...[true, false].map((hasWord) =>
    row({
      where: isFirstClause,
      pattern: new RegExp(
        `->\\s*["\\p{L}_][^[\\]]*?(?<at>\\s*\\[\\s*${hasWord ? '(?:when|if)\\b' : '(?!when|if)'}\\s*(?<inside>[^[\\]]*?)\\s*\\])\\s*$`,
        'u',
      ),
      expected: '"when" before a guard, behind the target',
      edit: ' when $inside',
      title: 'Write when there.',
      safe: hasWord,
    }),
  ),
];

/** Whether no other clause of the action stands before it. */
function isFirstClause({ bare }: Line, { at }: Found): boolean {
  return !/\b(?:when|resets|in)\b/u.test(bare.slice(0, at[0]));
}

const IF = /^\s*(?<at>else\s+if|elif|elsif|elseif|if|when|unless|while|case)\b/u;

/** if condition -> Target */
function ifFirst(line: Line): ReturnType<FindMistake> {
  const { bare, text } = line;
  const found = placeIn(IF, bare);
  if (!found || !isInTask(line)) return undefined;
  const [start, end] = found.at;
  const word = found.part('at');
  // Else it may go on with the action of the line above.
  if (word === 'when' && !/->|^[^?{]*:\s*["\p{L}]/u.test(bare)) return undefined;
  const mistake = { at: found.at, expected: '"-> Target when …"' };
  const way = wayOf(line, end);
  // A case may be a value, which nothing is compared with here.
  if (!way || (word === 'case' && !/[=<>!.(]/u.test(way.condition)))
    return { ...mistake, help: HELP, edits: [[start, text.length, ''], ...closing(line)] };
  const guard = word === 'unless' ? `!(${way.condition})` : way.condition;
  const action = way.target.includes('->') ? way.target : `-> ${way.target}`;
  const last = way.other === undefined ? '' : `\n${text.slice(0, start)}-> ${way.other}`;
  return {
    ...mistake,
    title: last === '' ? 'Write the target before the guard.' : 'Write a line for each way.',
    safe: false,
    edits: [[start, bare.trimEnd().length, `${action} when ${guard}${last}`]],
  };
}

const HELP = 'Write the target first, and when it is taken behind it: -> Target when x > 1.';
const MAX_BELOW = 5000;

/** The end of a block that the line begins. */
function closing({ source, start, bare, text }: Line): readonly LineEdit[] {
  if (!/\{\s*$/u.test(bare)) return [];
  const from = start + text.length;
  const close = closeOf(source.text.slice(from, from + MAX_BELOW));
  return close === 0 ? [] : [[text.length + close - 1, text.length + close, '']];
}

interface Way {
  readonly condition: string;
  readonly target: string;
  /** The target of the other way. */
  readonly other?: string | undefined;
}

/** The way that a line says behind its first word. Units: `from` is where that ends. */
function wayOf(line: Line, from: number): Way | undefined {
  return line.bare.includes('{') ? blockWay(line, from) : openWay(line, from);
}

/** condition { Name -> Target } */
function blockWay({ bare, text }: Line, from: number): Way | undefined {
  const rest = blank(bare, from);
  const found = placeIn(/^\s*(?<at>[^\s{}][^{}]*?)\s*\{\s*(?<target>[^{}]*->[^{}]*?)\s*\}\s*$/u, rest);
  if (!found) return undefined;
  const start = rest.indexOf('{') + 1;
  const target = text.slice(start, rest.lastIndexOf('}')).trim();
  return { condition: withoutBrackets(text.slice(...found.at)), target: target.replace(/^->\s*/u, '') };
}

const SIGN = String.raw`${TO}|\bthen\b\s*${TO}?|:\s*${TO}?|(?<=\))(?=\s+["\p{L}])`;

/** condition -> Target else Other */
function openWay({ bare, text, source }: Line, from: number): Way | undefined {
  const pattern = String.raw`^\s*(?<at>\S.*?)\s*(?<sign>${SIGN})\s*(?<target>["\p{L}_].*?)\s*$`;
  const found = placeIn(new RegExp(pattern, 'u'), blank(bare, from));
  if (!found) return undefined;
  const sign = found.part('sign');
  // The sign may be that of a choice in the condition.
  if (sign.startsWith(':') && found.part('at').includes('?')) return undefined;
  const end = bare.trimEnd().length;
  const start = end - found.part('target').length;
  const otherwise = placeIn(/(?<at>\s+(?:else|otherwise)\s+)/u, blank(bare.slice(0, end), start));
  const target = text.slice(start, otherwise?.at[0] ?? end);
  // A word behind brackets is a target only where it is one of the map.
  if (sign === '' && !isDefined(target.replaceAll('"', ''), source)) return undefined;
  const other = otherwise && targetIn(text.slice(otherwise.at[1], end));
  if (otherwise && other === undefined) return undefined;
  return { condition: withoutBrackets(text.slice(...found.at)), target, other };
}

/** A text with its beginning blanked out. */
function blank(text: string, from: number): string {
  return ' '.repeat(from) + text.slice(from);
}

function targetIn(text: string): string | undefined {
  const name = text.replace(new RegExp(`^${TO}\\s*`, 'u'), '').trim();
  return /^(?:"[^"]+"|[\p{L}_][\p{L}\p{N}_ ]*)$/u.test(name) && !/^(?:if|when)\b/u.test(name)
    ? name
    : undefined;
}

/** Takes the brackets away that go around the whole of an expression. */
function withoutBrackets(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (let index = 0; index < text.length - 1; index += 1) {
    if (text[index] === '(') depth += 1;
    else if (text[index] === ')') depth -= 1;
    if (depth === 0) return text;
  }
  return text.slice(1, -1).trim();
}

/** -> Target else Other */
function elseBehind({ bare, text, source }: Line): ReturnType<FindMistake> {
  const found = placeIn(
    new RegExp(String.raw`${TO}.*?(?<at>\s+(?<word>else|otherwise)\b)\s*(?:["\p{L}_]|${TO}).*?$`, 'u'),
    bare,
  );
  if (!found) return undefined;
  const word = found.part('word');
  const [start, end] = found.at;
  const at = [end - word.length, end] as const;
  const to = bare.trimEnd().length;
  const target = targetIn(text.slice(end, to).trim());
  // What the condition of the first way is written with.
  const guard = placeIn(/\s(?<at>if|unless)\s/u, bare.slice(0, start));
  if (target === undefined || !isDefined(target.replaceAll('"', ''), source)) {
    const help = 'Begin a line with each action: -> One when x > 1, and -> Other below it.';
    return { at, expected: ONE_LINE, found: `more behind "${word}"`, help, edits: [[start, to, '']] };
  }
  const indent = /^\s*/u.exec(text)?.[0] ?? '';
  const when = guard && bare.slice(...guard.at) === 'if' ? [[...guard.at, 'when'] as const] : [];
  return {
    at,
    expected: ONE_LINE,
    found: `a second one behind "${word}"`,
    title: 'Write a line for each way.',
    safe: false,
    edits: [...when, [start, to, `\n${indent}-> ${target}`]],
  };
}

/** -> Target unless condition */
function unlessBehind({ bare, text }: Line): ReturnType<FindMistake> {
  const found = placeIn(
    new RegExp(
      String.raw`${TO}.*?\s(?<at>unless\s+(?<condition>\S.*?))(?=\s+(?:at\s+most|resets|and\s+extra)\b|${TEXT_BEHIND}|\s*$)`,
      'u',
    ),
    bare,
  );
  if (!found) return undefined;
  const condition = found.part('condition');
  if (/\b(?:else|when|unless|if)\b/u.test(condition)) return undefined;
  const [start, end] = found.at;
  const written = withoutBrackets(text.slice(end - condition.length, end));
  return {
    at: [start, start + 'unless'.length],
    expected: '"when" and "!" before the expression',
    title: 'Write when !( … ).',
    safe: true,
    edits: [[start, end, `when !(${written})`]],
  };
}
