/** What lies beyond ASCII, for the lexer's table of first characters, which has a bucket for every 255 of them. */
export const FURTHER: readonly number[] = [
  ...Array.from({ length: 128 }, (_, index) => 128 + index),
  ...Array.from({ length: 257 }, (_, index) => Math.min(256 + index * 255, 65_535)),
];
export const LETTERS: readonly string[] = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_'.split('');
export const DIGITS: readonly string[] = '0123456789'.split('');

/** A pattern for the lexer, which cannot read classes of Unicode by itself. */
export function matching(pattern: RegExp): (text: string, offset: number) => RegExpExecArray | null {
  return (text, offset) => {
    pattern.lastIndex = offset;
    return pattern.exec(text);
  };
}
