/** The part of Handlebars that reads templates; the package's own types cover only its main file, which brings a compiler. */
declare module 'handlebars/dist/cjs/handlebars/compiler/base.js' {
  interface Location {
    readonly first_line: number;
    readonly first_column: number;
    readonly last_line: number;
    readonly last_column: number;
  }

  /** Made by Jison. The lexer is its own state: after a fault it stands where the fault is. */
  export const parser: {
    readonly lexer: {
      setInput: (text: string) => unknown;
      lex: () => number | undefined;
      readonly yylloc: Location;
      readonly match: string;
    };
    readonly terminals_: Readonly<Record<number, string>>;
  };

  export function parseWithoutProcessing(text: string): unknown;
  /** Applies white space control; reads the text first, where it is given one. */
  export function parse(textOrProgram: unknown): unknown;
}
