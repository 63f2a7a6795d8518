import type { Span } from '../text/source.ts';
import { isMapLanguage } from '../text/is-map-language.ts';
import type { CatalogueEntry } from './catalogue/entry.ts';
import { catalogue, type Code, type ParamsOf } from './catalogue.ts';

export type Severity = 'error' | 'warning' | 'info';

/** How sure a diagnostic is: shown for all paths, up to a bound, or by a rule of thumb. */
export type Evidence = 'proved' | 'bounded' | 'heuristic';

/** Another place that helps to understand a diagnostic, such as the first of two definitions. */
export interface Related {
  readonly message: string;
  readonly span: Span;
}

/** Edits that remove the diagnostic; `safe` when they cannot change what a run does otherwise. */
export interface Fix {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly Edit[];
}

export interface Edit {
  readonly span: Span;
  readonly newText: string;
}

/** One thing to tell the author of a map. A plain value: returned, never thrown. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  readonly why: string;
  readonly help: string;
  readonly evidence: Evidence;
  readonly span: Span;
  readonly related: readonly Related[];
  readonly fix: Fix | undefined;
  /** What else may have been meant: never safe, and only beside a `fix`. */
  readonly otherFix: Fix | undefined;
}

/** What a report may add to code, place and parameters. `help` stands in for the catalogue's where the case knows better. */
export interface Extra {
  readonly related?: readonly Related[];
  readonly fix?: Fix | undefined;
  readonly otherFix?: Fix | undefined;
  readonly help?: string;
  readonly evidence?: Evidence;
}

/** Where a stage puts what it finds. */
export type Report = <C extends Code>(code: C, span: Span, params: ParamsOf<C>, extra?: Extra) => void;

/**
 * Makes a {@link Report} and the list it fills.
 *
 * Errors: none.
 */
export function collect(): { readonly diagnostics: readonly Diagnostic[]; readonly report: Report } {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (code, span, params, extra = {}) => {
    const base: CatalogueEntry = catalogue[code];
    const entry = isMapLanguage(span.source) ? { ...base, ...base.inMapLanguage } : base;
    // TypeScript cannot tie the entry to its params through `code`.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const message = entry.message as (p: object) => string;
    diagnostics.push({
      code,
      severity: entry.severity,
      message: message(clipped(params)),
      why: entry.why,
      help: extra.help ?? entry.help,
      evidence: extra.evidence ?? 'proved',
      span,
      related: extra.related ?? [],
      fix: extra.fix,
      otherFix: extra.otherFix,
    });
  };
  return { diagnostics, report };
}

const MAX_PARAM = 200;

/** Names come from the text and may be as long as it: a message shows their beginning. */
function clipped(params: unknown): object {
  const entries = Object.entries(params ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' && value.length > MAX_PARAM ? `${value.slice(0, MAX_PARAM)}…` : value,
  ]);
  return Object.fromEntries(entries);
}

/** Order in which diagnostics are told: by file, place, code. */
export function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (
    compare(a.span.source.name, b.span.source.name) ||
    a.span.start - b.span.start ||
    a.span.end - b.span.end ||
    compare(a.code, b.code) ||
    compare(a.message, b.message)
  );
}

/** By UTF-16 units, so that the order is the same under every locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
