import type { IToken } from 'chevrotain';

const OPENING: Readonly<Record<string, string>> = { '}': '{', ']': '[', ')': '(' };

/**
 * The first bracket that more than so many are open around; undefined where there is none.
 *
 * A bracket that closes another than the last one open closes nothing: what a parser that looks for the right one may
 * take it for is never deeper than that.
 */
export function tooDeep(tokens: readonly IToken[], most: number): IToken | undefined {
  const open: string[] = [];
  for (const token of tokens) {
    const { image } = token;
    if (image === '{' || image === '[' || image === '(') {
      if (open.push(image) > most) return token;
    } else if (OPENING[image] !== undefined && open.at(-1) === OPENING[image]) open.pop();
  }
  return undefined;
}
