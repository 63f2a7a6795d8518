/** A path as a permission rule takes it: brackets are a class of characters there, and nothing escapes them; `?` is any one character. */
export function literalPath(path: string): string {
  return path.replaceAll(/[[\]\\]/g, '?');
}
