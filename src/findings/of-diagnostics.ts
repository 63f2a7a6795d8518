import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { positionAt } from '../text/source.ts';
import type { Finding } from './finding.ts';

/** What the checker found in maps, as findings. */
export function findingsOfDiagnostics(diagnostics: readonly Diagnostic[]): readonly Finding[] {
  return diagnostics.map(({ severity, code, message, why, help, span, fix }) => {
    const { source } = span;
    const start = positionAt(source, span.start);
    const end = positionAt(source, span.end);
    return {
      severity,
      rule: code,
      place: {
        file: source.name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, ''),
        line: start.line,
        column: start.column,
        endLine: end.line,
        endColumn: end.column,
      },
      what: message,
      why,
      mend: fix?.title ?? help,
      foundBy: 'wfmap',
    };
  });
}
