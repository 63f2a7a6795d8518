import { parseExpression } from '../../expression/cel/parse-expression.ts';
import { readTokens, type Token } from '../../expression/cel/read-tokens.ts';
import { typeOfExpression } from '../../expression/check/type-of-expression.ts';
import type { ValueType } from '../../expression/types/value.ts';
import { environmentsOf } from '../../validate/types/environments.ts';
import type { ProgramPoint } from '../../validate/blocks/program-point.ts';
import type { PromptSubject } from '../../validate/blocks/rule.ts';

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

/** Looks at the end of what stands before the cursor; undefined where nothing can be written. */
export function tailOf(text: string): Tail | undefined {
  const { tokens, fault } = readTokens(text);
  if (fault) return openTextOf(text, tokens, fault.start);
  const last = tokens.at(-1);
  const touches = last?.end === text.length;
  if (last && touches && (last.kind === 'number' || last.kind === 'text')) return undefined;
  const isName = last?.kind === 'name' && touches;
  const before = isName ? tokens.slice(0, -1) : tokens;
  const partial = isName ? text.slice(last.start) : '';
  const isMember = wordOf(text, before.at(-1)) === '.';
  return {
    receiver: isMember ? chainBefore(text, before.slice(0, -1)) : undefined,
    partial,
    compared: undefined,
  };
}

/** A text that is not closed yet, where it is compared with something. */
function openTextOf(text: string, tokens: readonly Token[], start: number): Tail | undefined {
  const compared = /^["']/.test(text.slice(start)) ? comparedBefore(text, tokens) : undefined;
  return compared === undefined
    ? undefined
    : { receiver: undefined, partial: text.slice(start + 1), compared };
}

function comparedBefore(text: string, tokens: readonly Token[]): string | undefined {
  if (!['==', '!='].includes(wordOf(text, tokens.at(-1)))) return undefined;
  const chain = chainBefore(text, tokens.slice(0, -1));
  return chain === '' ? undefined : chain;
}

const CLOSING: Readonly<Record<string, string>> = { ']': '[', ')': '(' };

/** The operand that tokens end with: names, dots, and what is in brackets. */
function chainBefore(text: string, tokens: readonly Token[]): string {
  let first = tokens.length;
  for (;;) {
    const part = partBefore(text, tokens, first);
    if (part === first) break;
    first = part;
    if (wordOf(text, tokens[first - 1]) !== '.') break;
    first -= 1;
  }
  const start = tokens[first]?.start;
  return start === undefined ? '' : text.slice(start, tokens.at(-1)?.end);
}

/** Where the name, text or call begins that ends before a token; brackets belong to what stands before them. */
function partBefore(text: string, tokens: readonly Token[], end: number): number {
  let first = end;
  for (;;) {
    const token = tokens[first - 1];
    const opening = CLOSING[wordOf(text, token)];
    if (opening !== undefined) {
      first = openingBefore(text, tokens, first - 1, opening);
      const isOwned =
        tokens[first - 1]?.kind === 'name' || CLOSING[wordOf(text, tokens[first - 1])] !== undefined;
      if (isOwned) continue;
      return first;
    }
    return token?.kind === 'name' || token?.kind === 'text' ? first - 1 : first;
  }
}

function openingBefore(text: string, tokens: readonly Token[], from: number, open: string): number {
  const close = wordOf(text, tokens[from]);
  let depth = 0;
  for (let at = from; at >= 0; at -= 1) {
    const word = wordOf(text, tokens[at]);
    if (word === close) depth += 1;
    if (word === open) depth -= 1;
    if (depth === 0) return at;
  }
  return 0;
}

function wordOf(text: string, token: Token | undefined): string {
  return token ? text.slice(token.start, token.end) : '';
}

/** The type of a part of an expression at a point; undefined where it is none. */
export function typeOfText(text: string, point: ProgramPoint, subject: PromptSubject): ValueType | undefined {
  const span = { source: { name: '', text }, start: 0, end: text.length };
  const expression = text === '' ? undefined : parseExpression(span, () => undefined);
  if (!expression) return undefined;
  const names = expression.names.map(({ name }) => name);
  return typeOfExpression(expression, environmentsOf(subject).environmentOf(names, point));
}
