import type { Argument } from '../../model/action.ts';

/** An argument with the place of its token. Units: indices into the argument text. */
export interface PlacedArgument {
  readonly argument: Extract<Argument, { kind: 'text' }>;
  readonly start: number;
  readonly end: number;
}

/** A token that is no argument, and what is wrong with it as a part of a sentence. */
export interface ArgumentFault {
  readonly token: string;
  readonly fault: string;
  readonly start: number;
  readonly end: number;
  /** What the token should have been. */
  readonly suggestion: string | undefined;
}

/**
 * Reads the arguments of an action: tokens `--name=value` between white space.
 *
 * Shape: quotes, double or single, group and fall away, anywhere in a token; the first `=` splits; a bare
 * `--name` is `true`; of arguments with the same name only the last is given. Linear in the text.
 */
export function parseArguments(text: string): {
  readonly arguments: readonly PlacedArgument[];
  readonly faults: readonly ArgumentFault[];
} {
  const byName = new Map<string, PlacedArgument>();
  const faults: ArgumentFault[] = [];
  const tokens = tokenize(text);
  for (const [index, token] of tokens.entries()) {
    const { start, end } = token;
    const fault = faultOf(token, tokens[index - 1]);
    if (fault) {
      faults.push({ token: token.value, start, end, ...fault });
      continue;
    }
    const split = token.value.indexOf('=');
    const name = token.value.slice(2, split < 0 ? undefined : split);
    const value = split < 0 ? 'true' : token.value.slice(split + 1);
    // Deleted first, so that the order is that of the tokens that count.
    byName.delete(name);
    byName.set(name, { argument: { kind: 'text', name, value }, start, end });
  }
  return { arguments: [...byName.values()], faults };
}

interface Token {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly closed: boolean;
}

/** Cuts a text at white space outside quotes. */
function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let place = 0;
  while (place < text.length) {
    if (/\s/.test(text.charAt(place))) {
      place += 1;
      continue;
    }
    const token = readToken(text, place);
    tokens.push(token);
    place = token.end;
  }
  return tokens;
}

function readToken(text: string, start: number): Token {
  let value = '';
  let quote: string | undefined;
  let place = start;
  for (; place < text.length; place += 1) {
    const unit = text.charAt(place);
    if (quote === undefined && /\s/.test(unit)) break;
    if (unit === quote) quote = undefined;
    else if (quote === undefined && (unit === '"' || unit === "'")) quote = unit;
    else value += unit;
  }
  return { value, start, end: place, closed: quote === undefined };
}

function faultOf(
  token: Token,
  before: Token | undefined,
): { fault: string; suggestion: string | undefined } | undefined {
  if (!token.closed) return { fault: 'opens a quote that is not closed', suggestion: undefined };
  const name = /^--([^=]*)/.exec(token.value)?.[1];
  if (name === '') return { fault: 'has no name', suggestion: undefined };
  if (name !== undefined) return undefined;
  if (before && /^--[^=]+$/.test(before.value)) {
    return { fault: `stands apart from "${before.value}"`, suggestion: `${before.value}=${token.value}` };
  }
  const bare = token.value.replace(/^-+/, '');
  const suggestion = bare.includes('=') && !bare.startsWith('=') ? `--${bare}` : undefined;
  return { fault: 'does not begin with "--"', suggestion };
}
