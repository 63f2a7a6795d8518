import type { SymbolKind } from '../languages/language.ts';

/** A place where a name is defined. Units: `line` is 1-based. */
export interface Definition {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly line: number;
  /** The head of the definition in one line, without the content of strings. */
  readonly signature: string;
  /** The class or the like that it belongs to; empty for none. */
  readonly within: string;
}

/** What a file defines and refers to. Shape: how often each name stands there; `members` are those after a dot or the like. */
export interface FileTags {
  readonly definitions: readonly Definition[];
  readonly names: ReadonlyMap<string, number>;
  readonly members: ReadonlyMap<string, number>;
  readonly imports: readonly string[];
}
