/** What a definition is, in the words that are shown. `scope` is one that only encloses others, such as an `impl` of Rust. */
export type SymbolKind =
  | 'function'
  | 'method'
  | 'class'
  | 'interface'
  | 'struct'
  | 'enum'
  | 'type'
  | 'module'
  | 'macro'
  | 'constant'
  | 'scope';

/**
 * A language whose definitions are found by a tree-sitter grammar.
 *
 * `query` captures each definition as `@definition.<kind>` with its `@name`, what it imports as `@import`, and comments and
 * the content of strings as `@skip`, so that words in there are no references.
 */
export interface Language {
  readonly name: string;
  /** The file of the grammar: `tree-sitter-<grammar>.wasm`. */
  readonly grammar: string;
  /** Names refer to definitions in files of the same family alone. */
  readonly family: string;
  /** Ends of names of files, with the dot. */
  readonly endings: readonly string[];
  /** Whether a name of another file must be imported to be used. */
  readonly hasExplicitImports: boolean;
  /** Whether files of one folder see the names of each other. */
  readonly sharesFolder: boolean;
  readonly query: string;
  /** What a statement imports, as `a/b` from a root or `./a` from the file. */
  readonly importsIn: (statement: string) => readonly string[];
  /** Words of the language that can be names elsewhere. Where they stand without a dot they are no references. */
  readonly keywords?: ReadonlySet<string>;
  /** A constant is one only where its text passes. */
  readonly isConstant?: (text: string) => boolean;
}

/** The content of a string literal, or the text itself. */
export function unquoted(text: string): string {
  return text.replace(/^[<"'`]|[>"'`]$/g, '');
}
