import {
  DiagnosticSeverity,
  DiagnosticTag,
  type Diagnostic as LspDiagnostic,
} from 'vscode-languageserver/node';
import type { Diagnostic, Severity } from '../../diagnostics/diagnostic.ts';
import { toRange } from './to-range.ts';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** A diagnostic as an editor shows it: what, why, and what to do. `uriOf` finds the files of places by their names. */
export function toLspDiagnostic(diagnostic: Diagnostic, uriOf: (name: string) => string): LspDiagnostic {
  const { span, severity, code, message, why, help, fix, otherFix, related } = diagnostic;
  return {
    range: toRange(span),
    severity: SEVERITIES[severity],
    code,
    source: 'wfmap',
    message: [
      message,
      `why: ${why}`,
      fix ? `fix: ${fix.title}` : `help: ${help}`,
      otherFix && `or: ${otherFix.title}`,
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
    ...(code === 'unreachable-task' ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    ...(related.length === 0
      ? {}
      : {
          relatedInformation: related.map((each) => ({
            message: each.message,
            location: { uri: uriOf(each.span.source.name), range: toRange(each.span) },
          })),
        }),
  };
}
