import type { Span } from '../../text/source.ts';

/** What can be gone to, found and renamed. */
export type SymbolKind = 'task' | 'action' | 'input' | 'parameter' | 'name' | 'file';

/**
 * How a name is written where it occurs, which decides how another would be.
 *
 * Shape: `name` as the form of the map writes names, in quotes or not; `json` as a JSON value of the map language;
 * `plain` the name alone, in an expression or a template; `key` and `value` what a name alone stands for, as `y` for `y = y`;
 * `arrow` the target of an action that has no name of its own; `yaml` in a file of scenarios.
 */
export type Spelling = 'name' | 'json' | 'plain' | 'key' | 'value' | 'arrow' | 'yaml';

/**
 * A place where something of a map is named.
 *
 * Shape: `keys` tell what is meant; several where one name stands for several things, such as an action that two tasks have.
 */
export interface Occurrence {
  readonly kind: SymbolKind;
  readonly keys: readonly string[];
  readonly name: string;
  readonly span: Span;
  readonly isDefinition: boolean;
  readonly spelling: Spelling;
}

/** An occurrence, and the file that it is in. */
export interface PlacedOccurrence extends Occurrence {
  readonly uri: string;
}

/** What tells one thing from all others. */
export function keyOf(kind: SymbolKind, ...parts: readonly (string | number)[]): string {
  return JSON.stringify([kind, ...parts]);
}

/** The name that a token of a map says; undefined where it is no name. */
export function spelledName({ source, start, end }: Span): string | undefined {
  const text = source.text.slice(start, end);
  if (!text.startsWith('"')) return text.replaceAll(/\s+/g, ' ');
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    // A fenced text, or what is no token.
    return undefined;
  }
}

/** The part of a stretch that is a name itself, without quotes and whatever else stands there. */
export function nameWithin(span: Span, name: string): Span | undefined {
  const at = span.source.text.slice(span.start, span.end).lastIndexOf(name);
  return at < 0 || name === ''
    ? undefined
    : { ...span, start: span.start + at, end: span.start + at + name.length };
}
