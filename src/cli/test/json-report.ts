import { countOf, percentOf, type TestReport } from './test-report.ts';

/** A report as programs read it; `grammar/test-report.schema.json` is its schema. */
export function jsonReport({ files, coverage, wanted, tookMs }: TestReport): unknown {
  return {
    version: 1,
    files: files.map(({ file, faults, scenarios }) => ({
      file,
      faults: faults.map((lines) => lines.join('\n')),
      scenarios: scenarios.map(({ failures, tookMs: ms, ...each }) => ({
        ...each,
        failures: failures.map((lines) => lines.join('\n')),
        tookMs: Math.round(ms),
      })),
    })),
    coverage: coverage.map((map) => ({
      map: map.map,
      transitions: map.total,
      taken: map.total - map.missing.length,
      percent: percentOf(map),
      missing: map.missing,
    })),
    summary: {
      files: files.length,
      unusable: files.filter(({ faults }) => faults.length > 0).length,
      ...countOf(files),
      coverage: wanted ?? null,
      tookMs: Math.round(tookMs),
    },
  };
}
