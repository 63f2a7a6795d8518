import { transitionText } from '../../scenario/transition.ts';
import type { MapCoverage } from '../../scenario/coverage.ts';
import { countOf, percentOf, shortOf, type FileReport, type TestReport } from './test-report.ts';

/**
 * A report as JUnit XML, which continuous integration reads.
 *
 * Shape: a suite a file, a case a scenario; a file that cannot be used is one case with an error. Maps of which too
 * little was played are a suite of their own.
 */
export function junitReport(report: TestReport): string {
  const short = shortOf(report);
  const suites = [
    ...report.files.map(suiteOf),
    ...(report.wanted === undefined ? [] : [coverageSuite(report.coverage, short)]),
  ];
  const { passed, failed, skipped } = countOf(report.files);
  const maps = report.wanted === undefined ? 0 : report.coverage.length;
  const errors = report.files.filter(({ faults }) => faults.length > 0).length;
  const whole = {
    tests: passed + failed + skipped + errors + maps,
    failures: failed + short.length,
    errors,
    time: seconds(report.tookMs),
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: 'wfmap test', ...whole }, suites)}\n`;
}

function suiteOf({ file, faults, scenarios }: FileReport): string {
  const { failed, skipped } = countOf([{ file, faults, scenarios }]);
  const cases = scenarios.map(({ name, status, failures, tookMs }) => {
    const text = failures.map((lines) => lines.join('\n')).join('\n');
    const inside =
      status === 'failed'
        ? [textElement('failure', { message: failures[0]?.[0] ?? '', type: 'scenario' }, text)]
        : status === 'skipped'
          ? ['<skipped/>']
          : [];
    return element('testcase', { name, classname: file, time: seconds(tookMs) }, inside);
  });
  const text = faults.map((lines) => lines.join('\n')).join('\n');
  const unusable =
    faults.length === 0
      ? []
      : [
          element('testcase', { name: 'The file can be used', classname: file, time: '0.000' }, [
            textElement('error', { message: faults[0]?.[0] ?? '', type: 'file' }, text),
          ]),
        ];
  const tookMs = scenarios.reduce((sum, each) => sum + each.tookMs, 0);
  const counts = {
    tests: cases.length + unusable.length,
    failures: failed,
    errors: unusable.length,
    skipped,
    time: seconds(tookMs),
  };
  return element('testsuite', { name: file, ...counts }, [...unusable, ...cases]);
}

function coverageSuite(maps: readonly MapCoverage[], short: readonly MapCoverage[]): string {
  const cases = maps.map((map) => {
    const message = `${percentOf(map)} % of the transitions were taken.`;
    const text = map.missing.map(transitionText).join('\n');
    const inside = short.includes(map) ? [textElement('failure', { message, type: 'coverage' }, text)] : [];
    return element('testcase', { name: map.map, classname: 'coverage', time: '0.000' }, inside);
  });
  const counts = { tests: maps.length, failures: short.length, errors: 0, skipped: 0, time: '0.000' };
  return element('testsuite', { name: 'coverage', ...counts }, cases);
}

type Attributes = Readonly<Record<string, string | number>>;

function element(name: string, attributes: Attributes, inside: readonly string[]): string {
  const open = `${name}${attributeText(attributes)}`;
  if (inside.length === 0) return `<${open}/>`;
  // Inner elements are not indented: the text of a failure would be, too.
  return [`<${open}>`, ...inside, `</${name}>`].join('\n');
}

function textElement(name: string, attributes: Attributes, text: string): string {
  return `<${name}${attributeText(attributes)}>${escaped(text)}</${name}>`;
}

function attributeText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(
      ([name, value]) =>
        ` ${name}="${escaped(String(value)).replaceAll('"', '&quot;').replaceAll(/\s/g, ' ')}"`,
    )
    .join('');
}

/** What XML 1.0 has no sign for becomes the sign for what is unknown. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line eslint/no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\uFFFD')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  );
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
