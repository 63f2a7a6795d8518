import { type FindMistake, TEXT_BEHIND } from './line.ts';
import { row, type Row } from './row.ts';

const GUARD = String.raw`\b(?:when|if)\b.*?`;
const guard = (rest: string) => new RegExp(GUARD + rest, 'u');

/** What "not" holds for in other languages: all up to the next "and" or "or", or the end of what is around it. */
const OPERAND = String.raw`(?:[^()[\]&|?:,]|\((?:[^()]|\([^()]*\))*\)|\[[^[\]]*\])`;
const BEHIND_NOT = String.raw`\s*(?:&&|\|\||[?:,)\]]|\b(?:and|or)\b|$)|${TEXT_BEHIND}`;

/** Expressions as other languages write them. */
export const EXPRESSION_MISTAKES: readonly FindMistake[] = [
  // value is not None
  ...[true, false].map((isNot) =>
    row({
      pattern: new RegExp(
        `(?<all>(?<path>[\\p{L}_]\\w*(?:\\.\\w+)*)\\s+(?<at>${isNot ? 'is\\s+not|!==' : 'is|==='})\\s+(?:None|nil|undefined))\\b`,
        'u',
      ),
      expected: 'has( … ) around what may not be there',
      edit: { all: `${isNot ? '' : '!'}has($path)` },
      safe: false,
    }),
  ),
  // value not in list
  row({
    pattern:
      /(?<all>(?<value>"_*"|'_*'|[\p{L}_][\w.]*)\s+(?<at>not\s+in)\s+(?<list>[\p{L}_][\w.]*(?![\w.([])|\[[^[\]]*\]))/u,
    expected: '"!" and parentheses around what does not hold',
    edit: { all: '!($value in $list)' },
  }),
  row({ pattern: /(?<at>===)/, edit: '==', expected: '"=="' }),
  row({ pattern: /(?<at>!==|<>)/, edit: '!=', expected: '"!="' }),
  operator(/(?<=\s)(?<at>and)(?=\s+(?!extra\b))/g, '&&'),
  operator(/(?<=\s)(?<at>or)(?=\s)/g, '||'),
  operator(/(?<=\s)(?<at>is\s+not|isnt)(?=\s)/g, '!='),
  operator(/(?<=\s)(?<at>is|equals|eq)(?=\s)/g, '=='),
  inGuard({
    pattern: new RegExp(
      String.raw`(?<![\w"'.])(?<at>not\s+)(?=[\w("'])(?<operand>${OPERAND}*?)(?=${BEHIND_NOT})`,
      'u',
    ),
    edit: { at: '!', operand: (found) => (isOneOperand(found) ? found : `(${found})`) },
    expected: '"!"',
  }),
  operator(/(?<at>=<)/g, '<='),
  operator(/(?<=[\w)"'\]]\s*)(?<at>(?<![=!<>])=(?![=><~]))/g, '=='),
  // ${value}, {{value}}
  row({
    pattern: /\b(?:when|=|in)\s*(?<at>(?:\$\{\{?|\{\{)\s*(?<inside>[^{}$]*?)\s*\}\}?)/u,
    expected: 'the expression alone',
    edit: '$inside',
  }),
  // Target (guard)
  row({
    pattern:
      /->(?:(?!\b(?:when|if)\b)[^"(])*(?<at>\(\s*(?<inside>[^\s()=:"][^()=:"]*?|[^\s():"][^():"]*[=!<>]=[^():"]*?)\s*\))/u,
    expected: '"when" before a guard, or a name and "=" in parentheses',
    edit: 'when $inside',
    title: 'Write when.',
    safe: false,
  }),
];

/** An operator in a guard, or behind "=". */
function operator(pattern: RegExp, write: string): FindMistake {
  return inGuard({ pattern, edit: write, expected: `"${write}"` });
}

/** A mistake in a guard. What ends the guard is not looked at. */
function inGuard(rewrite: Row): FindMistake {
  const find = row(rewrite);
  return (line) => {
    const before = guard('(?<at>)').exec(line.bare);
    if (!before) return undefined;
    const from = before.index + before[0].length;
    const rest = /\s(?:at\s+most|resets|and\s+extra)\b/u.exec(line.bare.slice(from));
    const end = rest ? from + rest.index : line.bare.length;
    return find({ ...line, bare: ' '.repeat(from) + line.bare.slice(from, end) });
  };
}

/** Whether "!" before a text holds for all of it: a name or brackets, and calls of them. */
function isOneOperand(text: string): boolean {
  let [left, before] = [text, ''];
  while (left !== before) [left, before] = [left.replace(/\([^()]*\)|\[[^[\]]*\]/u, ''), left];
  return /^[\w.]*$/u.test(left);
}
