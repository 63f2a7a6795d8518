import { proseLines } from '../../util/prose-lines.ts';

/** What cannot be an instruction, by its ending. */
const NOT_TEXT = /\.(?:png|jpe?g|gif|webp|svg|ico|pdf|zip|gz|tar|mp[34]|wasm|exe|so|woff2?)$/i;

/**
 * Finds the files that instructions import: words such as `@docs/style.md`, outside of code.
 *
 * Shape: as written, without the mark, each once and in order; a word need not be the name of a file.
 */
export function findImports(text: string): readonly string[] {
  const lines = proseLines(text).lines.map((line) => line.text);
  const prose = lines.join('\n').replaceAll(/`[^`\n]*`/g, ' ');
  const words = [...prose.matchAll(/(?<!\S)@((?:[^\s\\]|\\ )+)/g)].map(([, word = '']) =>
    word.replaceAll('\\ ', ' '),
  );
  return [...new Set(words)].filter((word) => /^[\w./~-]/.test(word) && !NOT_TEXT.test(word));
}
