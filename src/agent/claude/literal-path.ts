/**
 * A path as a permission rule takes it: `?` is any one character.
 *
 * Brackets are a class of characters there, and parentheses and commas end the rule on a command line; nothing escapes them.
 */
export function literalPath(path: string): string {
  return path.replaceAll(/[[\]\\(),]/g, '?');
}
