import type { IToken } from 'chevrotain';

/** Behind these a brace begins a value; behind all else a block of tasks, or what should be none. */
const BEFORE_VALUE = /^(?:[:,=[{(]|output|schema|extra|artifacts)$/;
const OPENS = /^[{[(]$/;
const CLOSES: Readonly<Record<string, string>> = { '}': '{', ']': '[', ')': '(' };

/**
 * Tells of places whether they lie between the brackets of a value or an expression, where no clause begins.
 *
 * Shape: brackets that nothing closes count for nothing, since what is below them was hardly meant to be in them.
 */
export function insideValues(tokens: readonly IToken[]): (offset: number) => boolean {
  const ranges: { readonly start: number; readonly end: number }[] = [];
  const open: { readonly token: IToken; readonly isValue: boolean }[] = [];
  tokens.forEach((token, index) => {
    const { image, startOffset } = token;
    if (OPENS.test(image)) {
      const isValue = image !== '{' || BEFORE_VALUE.test(tokens[index - 1]?.image ?? '');
      open.push({ token, isValue });
    } else if (CLOSES[image] !== undefined && open.at(-1)?.token.image === CLOSES[image]) {
      const last = open.pop();
      const isInner = open.at(-1)?.isValue === true;
      if (last?.isValue === true && !isInner)
        ranges.push({ start: last.token.startOffset, end: startOffset });
    }
  });
  return (offset) => ranges.some(({ start, end }) => start < offset && offset <= end);
}
