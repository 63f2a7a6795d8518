import { type FindMistake, placeIn, rewriting } from './line.ts';

const GUARD = String.raw`\b(?:when|if)\b.*?`;
const guard = (rest: string) => new RegExp(GUARD + rest, 'u');

/** Expressions as other languages write them. */
export const EXPRESSION_MISTAKES: readonly FindMistake[] = [
  rewriting({ pattern: /(?<at>===)/, write: '==', expected: '"=="' }),
  rewriting({ pattern: /(?<at>!==|<>)/, write: '!=', expected: '"!="' }),
  operator(/(?<=\s)(?<at>and)(?=\s+(?!extra\b))/g, '&&'),
  operator(/(?<=\s)(?<at>or)(?=\s)/g, '||'),
  operator(/(?<=\s)(?<at>is\s+not|isnt)(?=\s)/g, '!='),
  operator(/(?<=\s)(?<at>is|equals|eq)(?=\s)/g, '=='),
  operator(/(?<![\w"'.])(?<at>not\s+)(?=[\w("'])/g, '!'),
  operator(/(?<=[\w)"'\]]\s*)(?<at>(?<![=!<>])=(?![=>]))/g, '=='),
  placeholder,
  guardInBrackets,
];

/** An operator in a guard, or behind "=". */
function operator(pattern: RegExp, write: string): FindMistake {
  const rewrite = rewriting({ pattern, write, expected: `"${write}"` });
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

function placeholder({ bare }: Parameters<FindMistake>[0]): ReturnType<FindMistake> {
  const found = placeIn(/\b(?:when|=|in)\s*(?<at>\$?\{\{?\s*(?<inside>[^{}$]*?)\s*\}\}?)/u, bare);
  if (!found || !/^\$\{|^\{\{/.test(found.match.groups?.['at'] ?? '')) return undefined;
  const inside = found.match.groups?.['inside'] ?? '';
  return {
    at: found.at,
    expected: 'the expression alone',
    title: `Write ${inside}.`,
    safe: true,
    edits: [[...found.at, inside]],
  };
}

/** Target (guard) */
function guardInBrackets({ bare, text }: Parameters<FindMistake>[0]): ReturnType<FindMistake> {
  const found = placeIn(
    /->(?:(?!\b(?:when|if)\b)[^"(])*(?<at>\((?<inside>[^()=:"]*|[^():"]*[=!<>]=[^():"]*)\))/u,
    bare,
  );
  if (!found || (found.match.groups?.['inside'] ?? '').trim() === '') return undefined;
  const [start, end] = found.at;
  return {
    at: found.at,
    expected: '"when" before a guard, or a name and "=" in parentheses',
    title: 'Write when.',
    safe: false,
    edits: [[start, end, `when ${text.slice(start + 1, end - 1).trim()}`]],
  };
}
