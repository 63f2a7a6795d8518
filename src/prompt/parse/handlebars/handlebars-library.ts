import { parse, parser, parseWithoutProcessing } from 'handlebars/dist/cjs/handlebars/compiler/base.js';
import type { Program } from './handlebars-ast.ts';
import { offsetsOf } from './offsets.ts';

/** A token of Handlebars, by the name its grammar gives it. Units: offset into the text. */
export interface Token {
  readonly name: string;
  readonly start: number;
}

/**
 * Why a text is no template.
 *
 * Shape: `got` names the token that does not fit; it is undefined where single tokens fit and their meaning does
 * not, and then `words` are the library's. Units: half-open offsets into the text.
 */
export interface ParseFault {
  readonly got: string | undefined;
  readonly words: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a template. The one place that knows the package, of which only the parser is taken: templates are
 * evaluated by our own code, which makes none.
 *
 * Shape: without white space control, see {@link controlSpace}. Errors: none thrown.
 */
export function parseHandlebars(text: string): Program | ParseFault {
  try {
    // What its grammar makes; our tests hold the two together.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return parseWithoutProcessing(text) as Program;
  } catch (thrown) {
    const words = thrown instanceof Error ? thrown.message : String(thrown);
    const offsetAt = offsetsOf(text);
    const place = placeOf(thrown);
    if (place) {
      const start = offsetAt(place.line, place.column);
      return { got: undefined, words, start, end: Math.max(start, offsetAt(place.endLine, place.endColumn)) };
    }
    const { yylloc, match } = parser.lexer;
    const start = offsetAt(yylloc.first_line, yylloc.first_column);
    const got = /, got '(\w+)'$/.exec(words)?.[1] ?? 'INVALID';
    return { got, words, start, end: Math.min(text.length, start + match.length) };
  }
}

/**
 * Takes away the white space that Handlebars does: beside `~`, and around what stands on its line alone.
 *
 * Goes as deep as blocks are nested: look at that first. Errors: none thrown; false where the library fails.
 */
export function controlSpace(program: Program): boolean {
  try {
    parse(program);
    return true;
  } catch {
    // It has no error of its own here: whatever this is, the caller tells that the text cannot be read.
    return false;
  }
}

/** Tokens up to the end, or to where the lexer gets no further. Errors: none thrown. */
export function tokensOf(text: string): readonly Token[] {
  const { lexer, terminals_: names } = parser;
  const offsetAt = offsetsOf(text);
  const tokens: Token[] = [];
  try {
    lexer.setInput(text);
    for (;;) {
      const name = names[lexer.lex() ?? 1];
      if (name === undefined || name === 'EOF' || name === 'INVALID') return tokens;
      tokens.push({ name, start: offsetAt(lexer.yylloc.first_line, lexer.yylloc.first_column) });
    }
  } catch {
    // The lexer throws where no token begins; what came before is what was asked for.
    return tokens;
  }
}

interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The library's own errors say where they arose. */
function placeOf(thrown: unknown): Place | undefined {
  if (!(thrown instanceof Error) || !('lineNumber' in thrown) || !('column' in thrown)) return undefined;
  const { lineNumber: line, column } = thrown;
  if (typeof line !== 'number' || typeof column !== 'number') return undefined;
  const endLine = 'endLineNumber' in thrown ? Number(thrown.endLineNumber) : line;
  const endColumn = 'endColumn' in thrown ? Number(thrown.endColumn) : column;
  return { line, column, endLine, endColumn };
}
