import { lineIn, linesIn, MAX_FINDINGS } from './bounded.ts';
import { SEVERITIES, worstFirst, type Finding, type FindingPlace } from './finding.ts';

/** Which program reports. Shape: `version` is left out where nobody knows it. */
export interface SarifTool {
  readonly name: string;
  readonly version?: string;
}

/**
 * Findings as a SARIF log with one run, which code scanning reads; the worst first, at most 1,000 of them.
 *
 * Shape: a finding that a person leaves as it is has a suppression with the reason.
 * Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html
 */
export function toSarif(findings: readonly Finding[], { name, version }: SarifTool): string {
  const results = worstFirst(findings).slice(0, MAX_FINDINGS);
  const rules = [...new Set(results.map(ruleOf))];
  const driver = {
    name,
    ...(version === undefined ? {} : { version }),
    rules: rules.map((id) => ({ id })),
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver },
        columnKind: 'utf16CodeUnits',
        results: results.map((finding) => resultOf(finding, rules)),
        ...(findings.length > results.length
          ? { properties: { leftOut: findings.length - results.length } }
          : {}),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** Rules have to have a name. */
function ruleOf({ rule }: Finding): string {
  return lineIn(rule, 100) || 'finding';
}

function resultOf(finding: Finding, rules: readonly string[]): object {
  const { severity, place, what, why, mend, foundBy, decision, note } = finding;
  const ruleId = ruleOf(finding);
  return {
    ruleId,
    ruleIndex: rules.indexOf(ruleId),
    level: SEVERITIES[severity].sarif,
    message: { text: [lineIn(what), ...linesIn(why), ...linesIn(mend)].join('\n') },
    locations: place === undefined ? [] : [locationOf(place)],
    ...(decision === 'leave'
      ? { suppressions: [{ kind: 'external', justification: lineIn(note ?? '') || 'A person leaves it.' }] }
      : {}),
    properties: {
      severity,
      ...(foundBy === '' ? {} : { foundBy: lineIn(foundBy) }),
      ...(decision === undefined ? {} : { decision: lineIn(decision) }),
      ...(note === undefined || note === '' ? {} : { note: lineIn(note) }),
    },
  };
}

function locationOf({ file, line, column, endLine, endColumn }: FindingPlace): object {
  const uri = file.toWellFormed().split('/').map(encodeURIComponent).join('/');
  const region =
    line === undefined
      ? {}
      : {
          region: {
            startLine: line,
            ...(column === undefined ? {} : { startColumn: column }),
            ...(endLine === undefined ? {} : { endLine }),
            ...(endColumn === undefined ? {} : { endColumn }),
          },
        };
  return { physicalLocation: { artifactLocation: { uri, uriBaseId: '%SRCROOT%' }, ...region } };
}
