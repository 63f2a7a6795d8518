import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/findings/finding.ts';
import { toGithub } from '../../src/findings/to-github.ts';
import { toMarkdown } from '../../src/findings/to-markdown.ts';
import { toSarif } from '../../src/findings/to-sarif.ts';

const FINDING: Finding = {
  severity: 'high',
  rule: 'correctness',
  place: { file: 'src/cache.ts', line: 40 },
  what: 'Locales share an entry.',
  why: 'Only the language goes into the key.',
  mend: 'Use the whole locale.',
  foundBy: 'monitor',
};

const HOSTILE = 'a\n::set-env name=X::y\r\n##[error]\u001b[2J|<img src=x>`*[l](http://x)\u202e\ud800%0A,:';

/** What the standard requires of a log. */
function sarifOf(findings: readonly Finding[]) {
  return JSON.parse(toSarif(findings, { name: 'wfmap', version: '1.0.0' })) as {
    readonly version: string;
    readonly runs: readonly {
      readonly tool: {
        readonly driver: { readonly name: string; readonly rules: readonly { id: string }[] };
      };
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly level: string;
        readonly message: { readonly text: string };
        readonly locations: readonly {
          readonly physicalLocation: {
            readonly artifactLocation: { readonly uri: string };
            readonly region?: Readonly<Record<string, number>>;
          };
        }[];
        readonly suppressions?: readonly object[];
      }[];
      readonly properties?: object;
    }[];
  };
}

describe('GitHub', () => {
  test('a finding is one annotation with its place and all that is said of it', () => {
    expect(toGithub([FINDING])).toBe(
      '::error file=src/cache.ts,line=40,title=monitor%3A correctness::Locales share an entry.%0AOnly the language goes into the key.%0AUse the whole locale.\n',
    );
  });

  test('hostile texts end neither their line nor their property', () => {
    const lines = toGithub([
      {
        ...FINDING,
        severity: 'low',
        rule: HOSTILE,
        place: { file: HOSTILE },
        what: HOSTILE,
        why: HOSTILE,
        mend: '',
      },
    ]).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::notice file=[^:,]+,title=[^:,]+::[^\r]+$/);
    expect(lines[0]).not.toMatch(/[\u0000-\u001f\u202e]/); // oxlint-disable-line no-control-regex
    // What stands there as text is not decoded into a line break.
    expect(lines[0]).toContain('%250A');
  });

  test('at most ten of a level are shown, the worst first, and the rest is counted', () => {
    const low = Array.from({ length: 12 }, (): Finding => ({ ...FINDING, severity: 'low' }));
    const lines = toGithub([...low, { ...FINDING, severity: 'critical' }])
      .trimEnd()
      .split('\n');
    expect(lines[0]).toMatch(/^::error /);
    expect(lines.slice(1, 11).every((line) => line.startsWith('::notice '))).toBe(true);
    expect(lines.slice(11)).toEqual(['::notice::And 2 more findings.']);
  });
});

describe('Markdown', () => {
  test('a finding has its place, what comes of it, what to do, who found it and what was decided', () => {
    expect(toMarkdown([{ ...FINDING, decision: 'fix_later', note: 'after 2.0' }])).toBe(
      [
        '### 1. high: Locales share an entry.',
        '',
        'Only the language goes into the key.',
        '',
        '- Place: src/cache.ts:40',
        '- Rule: correctness',
        '- Mend: Use the whole locale.',
        '- Found by: monitor',
        String.raw`- Decision: fix\_later: after 2.0`,
        '',
      ].join('\n'),
    );
  });

  test('hostile texts are no markup, no HTML and no line of their own', () => {
    const text = toMarkdown([{ ...FINDING, what: HOSTILE, why: '- [x](y)\n# head\n1. one', mend: HOSTILE }]);
    expect(text).not.toMatch(/<|(?<!\\)`|(?<!\\)\[|(?<!\\)\|/);
    expect(text.match(/^#/gm)).toHaveLength(1);
    expect(text).toContain('\\- \\[x\\](y)\n\\# head\n1\\. one');
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/); // oxlint-disable-line no-control-regex
  });

  test('what is beyond the bound is counted, the worst is kept', () => {
    const many = Array.from({ length: 1001 }, (): Finding => ({ ...FINDING, severity: 'low' }));
    const text = toMarkdown([...many, { ...FINDING, severity: 'critical', what: 'The worst.' }]);
    expect(text).toMatch(/^### 1\. critical: The worst\./);
    expect(text).toMatch(/\nAnd 2 more\.\n$/);
  });

  test('no findings are no text', () => {
    expect(toMarkdown([])).toBe('');
  });
});

describe('SARIF', () => {
  test('a log has what the standard requires', () => {
    const { version, runs } = sarifOf([FINDING, { ...FINDING, severity: 'low', rule: '', place: undefined }]);
    expect(version).toBe('2.1.0');
    expect(runs).toHaveLength(1);
    const [run] = runs;
    expect(run?.tool.driver).toMatchObject({
      name: 'wfmap',
      rules: [{ id: 'correctness' }, { id: 'finding' }],
    });
    expect(run?.results).toMatchObject([
      {
        ruleId: 'correctness',
        ruleIndex: 0,
        level: 'error',
        message: {
          text: 'Locales share an entry.\nOnly the language goes into the key.\nUse the whole locale.',
        },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'src/cache.ts', uriBaseId: '%SRCROOT%' },
              region: { startLine: 40 },
            },
          },
        ],
        properties: { severity: 'high', foundBy: 'monitor' },
      },
      { ruleId: 'finding', ruleIndex: 1, level: 'note', locations: [] },
    ]);
  });

  test('no findings are a log without results', () => {
    expect(sarifOf([]).runs[0]?.results).toEqual([]);
  });

  test('a path is a URI, whatever is in it', () => {
    const uri = (file: string) =>
      sarifOf([{ ...FINDING, place: { file } }]).runs[0]?.results[0]?.locations[0]?.physicalLocation
        .artifactLocation.uri;
    expect(uri('a b/ü#1?.ts')).toBe('a%20b/%C3%BC%231%3F.ts');
    expect(uri('x\ud800')).toBe('x%EF%BF%BD');
  });

  test('what a person leaves as it is, is suppressed with the reason', () => {
    const left = sarifOf([{ ...FINDING, decision: 'leave', note: 'by design' }]);
    expect(left.runs[0]?.results[0]?.suppressions).toEqual([
      { kind: 'external', justification: 'by design' },
    ]);
    const mended = sarifOf([{ ...FINDING, decision: 'fix_now' }]);
    expect(mended.runs[0]?.results[0]?.suppressions).toBeUndefined();
  });

  test('at most a thousand results are written, and the rest is counted', () => {
    const { runs } = sarifOf(Array.from({ length: 1003 }, () => FINDING));
    expect(runs[0]?.results).toHaveLength(1000);
    expect(runs[0]?.properties).toEqual({ leftOut: 3 });
  });
});

test('texts of any length and content are rendered, bounded, each annotation on one line', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('y'.repeat(20_000)), fc.constant(HOSTILE));
  fc.assert(
    fc.property(text, text, text, (what, why, mend) => {
      const finding: Finding = { ...FINDING, what, why, mend, rule: what, place: { file: `a${mend}` } };
      expect(toGithub([finding]).match(/\n/g)).toHaveLength(1);
      for (const render of [toGithub, toMarkdown]) expect(render([finding]).length).toBeLessThan(100_000);
      expect(sarifOf([finding]).runs[0]?.results).toHaveLength(1);
    }),
    { numRuns: 50 },
  );
});
