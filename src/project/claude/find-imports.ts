/** What cannot be an instruction, by its ending. */
const NOT_TEXT = /\.(?:png|jpe?g|gif|webp|svg|ico|pdf|zip|gz|tar|mp[34]|wasm|exe|so|woff2?)$/i;

/**
 * Finds the files that instructions import: words such as `@docs/style.md`, outside of code.
 *
 * Shape: as written, without the mark, each once and in order; a word need not be the name of a file.
 */
export function findImports(text: string): readonly string[] {
  const prose = withoutFences(text).replaceAll(/`[^`\n]*`/g, ' ');
  const words = [...prose.matchAll(/(?<!\S)@((?:[^\s\\]|\\ )+)/g)].map(([, word = '']) =>
    word.replaceAll('\\ ', ' '),
  );
  return [...new Set(words)].filter((word) => /^[\w./~-]/.test(word) && !NOT_TEXT.test(word));
}

/** Without blocks of code, which begin and end with a line of three marks. */
function withoutFences(text: string): string {
  let fence: string | undefined;
  const kept: string[] = [];
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || fence === mark))
      fence = fence === undefined ? mark : undefined;
    else if (fence === undefined) kept.push(line);
  }
  return kept.join('\n');
}
