import { parseExpression } from '../expression/parse-expression.ts';
import { readTokens, type Token } from '../expression/read-tokens.ts';
import { typeOfExpression } from '../expression/type-of-expression.ts';
import type { ValueType } from '../expression/value.ts';
import { environmentsOf } from '../validate/environments.ts';
import type { Moment } from '../validate/moment.ts';
import type { PromptSubject } from '../validate/rule.ts';

/**
 * What is being written at the end of an expression.
 *
 * Shape: `receiver` is what stands before the last dot, undefined where a name begins; `partial` is the beginning of the name;
 * `compared` is what an open text is compared with.
 */
export interface Tail {
  readonly receiver: string | undefined;
  readonly partial: string;
  readonly compared: string | undefined;
}

/** Looks at the end of what stands before the cursor. */
export function tailOf(text: string): Tail | undefined {
  const { tokens, fault } = readTokens(text);
  if (fault) {
    const isText = /^["']/.test(text.slice(fault.start));
    const compared = isText ? comparedBefore(text, tokens) : undefined;
    return compared === undefined
      ? undefined
      : { receiver: undefined, partial: text.slice(fault.start + 1), compared };
  }
  const last = tokens.at(-1);
  const isOpen = last?.kind === 'name' && last.end === text.length;
  const before = isOpen ? tokens.slice(0, -1) : tokens;
  const partial = isOpen ? text.slice(last.start, last.end) : '';
  if (last && !isOpen && last.kind !== 'mark' && last.end === text.length) return undefined;
  const dot = before.at(-1);
  if (!dot || wordOf(text, dot) !== '.') return { receiver: undefined, partial, compared: undefined };
  return { receiver: chainBefore(text, before.slice(0, -1)), partial, compared: undefined };
}

function comparedBefore(text: string, tokens: readonly Token[]): string | undefined {
  const operator = tokens.at(-1);
  if (!operator || !['==', '!='].includes(wordOf(text, operator))) return undefined;
  const chain = chainBefore(text, tokens.slice(0, -1));
  return chain === '' ? undefined : chain;
}

const CLOSING: Readonly<Record<string, string>> = { ']': '[', ')': '(' };

/** The operand that tokens end with: names, dots, and what is in brackets. */
function chainBefore(text: string, tokens: readonly Token[]): string {
  let first = tokens.length;
  const end = tokens.at(-1)?.end ?? 0;
  while (first > 0) {
    const token = tokens[first - 1];
    const word = token ? wordOf(text, token) : '';
    const opening = CLOSING[word];
    if (opening !== undefined) {
      first = openingBefore(text, tokens, first - 1, [opening, word]);
      const owner = tokens[first - 1];
      if (owner?.kind === 'name' || (owner && wordOf(text, owner) in CLOSING)) continue;
    } else if (token?.kind === 'name' || token?.kind === 'text') first -= 1;
    else break;
    const dot = tokens[first - 1];
    if (!dot || wordOf(text, dot) !== '.') break;
    first -= 1;
  }
  const start = tokens[first]?.start;
  return start === undefined ? '' : text.slice(start, end);
}

function openingBefore(
  text: string,
  tokens: readonly Token[],
  from: number,
  [open, close]: [string, string],
): number {
  let depth = 0;
  for (let at = from; at >= 0; at -= 1) {
    const token = tokens[at];
    const word = token ? wordOf(text, token) : '';
    if (word === close) depth += 1;
    if (word === open) depth -= 1;
    if (depth === 0) return at;
  }
  return 0;
}

function wordOf(text: string, { start, end }: Token): string {
  return text.slice(start, end);
}

/** The type of a part of an expression at a moment; undefined where it is none. */
export function typeOfText(text: string, moment: Moment, subject: PromptSubject): ValueType | undefined {
  const span = { source: { name: '', text }, start: 0, end: text.length };
  const expression = text === '' ? undefined : parseExpression(span, () => undefined);
  if (!expression) return undefined;
  const names = expression.names.map(({ name }) => name);
  return typeOfExpression(expression, environmentsOf(subject).environmentOf(names, moment));
}
