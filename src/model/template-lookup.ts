import type { Source } from '../text/source.ts';

/**
 * What came of looking for a template file.
 *
 * Shape: `lookedIn` lists the places tried, in order, as a message shows them; `reason` completes the
 * sentence "The template … cannot be read: …". `shipped` is the role of wfmap's own that this one takes the place of.
 */
export type TemplateLookup =
  | { readonly kind: 'found'; readonly source: Source; readonly shipped?: Source }
  | { readonly kind: 'missing'; readonly lookedIn: readonly string[] }
  | { readonly kind: 'unreadable'; readonly place: string; readonly reason: string };

/** Finds a template by the path that a map writes. Errors: none thrown; every fault is in the lookup. */
export type ReadTemplate = (path: string) => TemplateLookup;
