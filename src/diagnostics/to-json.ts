import { positionAt, type Position, type Span } from '../text/source.ts';
import type { Diagnostic, Evidence, Fix, Severity } from './diagnostic.ts';

/**
 * Diagnostics as programs read them, version 1.
 *
 * Units: lines and columns from 1, offsets from 0, in UTF-16 units; ranges are half-open.
 */
export interface DiagnosticReport {
  readonly version: 1;
  readonly diagnostics: readonly JsonDiagnostic[];
  readonly summary: { readonly files: number; readonly errors: number; readonly warnings: number };
}

/** One diagnostic. Shape: `why` is what it means for a run, `help` what to do; `fix` is absent where none is proposed. */
export interface JsonDiagnostic extends JsonPlace {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly why: string;
  readonly help: string;
  readonly evidence: Evidence;
  readonly related: readonly (JsonPlace & { readonly message: string })[];
  readonly fix?: JsonFix;
  /** What else may have been meant. */
  readonly otherFix?: JsonFix;
}

export interface JsonFix {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly (JsonPlace & { readonly newText: string })[];
}

export interface JsonPlace {
  readonly file: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

/**
 * Turns diagnostics into their JSON form. Units: `files` is how many maps were checked.
 *
 * Errors: none.
 */
export function toJson(diagnostics: readonly Diagnostic[], files: number): DiagnosticReport {
  const count = (severity: Severity) => diagnostics.filter((each) => each.severity === severity).length;
  return {
    version: 1,
    diagnostics: diagnostics.map(toJsonDiagnostic),
    summary: { files, errors: count('error'), warnings: count('warning') },
  };
}

function toJsonDiagnostic(diagnostic: Diagnostic): JsonDiagnostic {
  const { code, severity, message, why, help, evidence, span, related, fix, otherFix } = diagnostic;
  const fields = { code, severity, message, why, help, evidence };
  const json = {
    ...fields,
    ...toPlace(span),
    related: related.map((each) => ({ message: each.message, ...toPlace(each.span) })),
  };
  if (!fix) return json;
  return { ...json, fix: toJsonFix(fix), ...(otherFix ? { otherFix: toJsonFix(otherFix) } : {}) };
}

function toJsonFix({ title, safe, edits }: Fix): JsonFix {
  return {
    title,
    safe,
    edits: edits.map(({ span, newText }) => ({ ...toPlace(span), newText })),
  };
}

function toPlace(span: Span): JsonPlace {
  const { source, start, end } = span;
  return {
    file: source.name.replaceAll('\\', '/'),
    range: { start: positionAt(source, start), end: positionAt(source, end) },
  };
}
