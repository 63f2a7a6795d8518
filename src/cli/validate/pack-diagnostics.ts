import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Source, Span } from '../../text/source.ts';

/** A span with the position of its source in a list. */
type PackedSpan = readonly [source: number, start: number, end: number];

/**
 * Diagnostics as plain data: their sources are named by position in a list, and not told again.
 *
 * Shape: undefined when one of them is about a source that the list lacks.
 */
export function packDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: readonly Source[],
): readonly unknown[] | undefined {
  const positions = new Map(sources.map((source, index) => [source, index]));
  let isWhole = true;
  const pack = (key: string, value: unknown): unknown => {
    if (key !== 'span') return value;
    // Under this key there is nothing else in a diagnostic.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { source, start, end } = value as Span;
    const position = positions.get(source);
    if (position === undefined) isWhole = false;
    return [position ?? 0, start, end] satisfies PackedSpan;
  };
  const packed: unknown = JSON.parse(JSON.stringify(diagnostics, pack));
  return isWhole && Array.isArray(packed) ? packed : undefined;
}

/** What {@link packDiagnostics} made, with spans in these sources. */
export function unpackDiagnostics(packed: unknown, sources: readonly Source[]): readonly Diagnostic[] {
  const unpack = (key: string, value: unknown): unknown => {
    if (key !== 'span') return value;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const [position, start, end] = value as PackedSpan;
    return { source: sources[position], start, end };
  };
  // Absent in JSON is undefined in a diagnostic.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const diagnostics = JSON.parse(JSON.stringify(packed), unpack) as Diagnostic[];
  return diagnostics.map((each) => ({ ...each, fix: each.fix, otherFix: each.otherFix }));
}
