import type { Position } from 'vscode-languageserver-protocol/node';

/** A place that something is asked about. */
export interface Mark {
  readonly position: Position;
  /** What is asked, such as a new name. */
  readonly argument: string;
  /** The line of the place, with `‸` in it. */
  readonly shown: string;
}

const MARK = /‸(?:\{(?<argument>[^}\n]*)\})?/g;

/** Takes the marks out of a text: `‸`, or `‸{argument}`. */
export function readMarks(marked: string): { readonly text: string; readonly marks: readonly Mark[] } {
  const marks = marked.split('\n').flatMap((written, line) =>
    [...written.matchAll(MARK)].map((found): Mark => {
      const [before, after] = [written.slice(0, found.index), written.slice(found.index + found[0].length)];
      const start = before.replaceAll(MARK, '');
      const position = { line, character: start.length };
      return {
        position,
        argument: found.groups?.['argument'] ?? '',
        shown: `${start}‸${after.replaceAll(MARK, '')}`.trim(),
      };
    }),
  );
  return { text: marked.replaceAll(MARK, ''), marks };
}
