import type { FindMistake } from './line.ts';
import { row } from './row.ts';

const GUARD = String.raw`\b(?:when|if)\b.*?`;
const guard = (rest: string) => new RegExp(GUARD + rest, 'u');

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
  operator(/(?<![\w"'.])(?<at>not\s+)(?=[\w("'])/g, '!'),
  operator(/(?<=[\w)"'\]]\s*)(?<at>(?<![=!<>])=(?![=>]))/g, '=='),
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
  const rewrite = row({ pattern, edit: write, expected: `"${write}"` });
  return (line) => {
    const before = guard('(?<at>)').exec(line.bare);
    if (!before) return undefined;
    const from = before.index + before[0].length;
    const blank = ' '.repeat(from);
    // What ends the guard is not looked at.
    const rest = /\s(?:at\s+most|resets|and\s+extra)\b/u.exec(line.bare.slice(from));
    const end = rest ? from + rest.index : line.bare.length;
    return rewrite({ ...line, bare: blank + line.bare.slice(from, end) });
  };
}
