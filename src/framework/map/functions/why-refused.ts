import type { Value } from '../../../model/value.ts';
import { memberIn, textIn, toRecord, toRecords, toTexts, type Record } from './read-record.ts';

/** Categories that no accepted change may fail. */
const DECISIVE = ['correctness', 'security'];
const PASSING = ['proceed', 'approve'];

/**
 * Why the report of a monitor does not let its change pass; empty where it does.
 *
 * Shape: a sentence a reason, each once, in the order of the table: a critical issue, several high ones, a failed decisive
 * category, a criterion or contract that does not hold, then what the monitor itself concluded. What it concluded is never
 * enough to pass, and always enough to refuse.
 * Source: the MAP framework's decision table for the monitor
 */
export function whyRefused(report: Value): readonly string[] {
  const record = toRecord(report);
  if (record === undefined) return ['There is no report of a review.'];
  return [
    ...new Set([
      ...ofIssues(record),
      ...ofCategories(record),
      ...ofContract(record),
      ...ofConclusion(record),
    ]),
  ];
}

function ofIssues(report: Record): readonly string[] {
  const critical = issuesOf(report, 'critical').map((issue) => `A critical issue: ${placed(issue)}.`);
  const high = issuesOf(report, 'high');
  const several = high.length < 2 ? [] : [`${high.length} high issues: ${high.map(placed).join('; ')}.`];
  return [...critical, ...several];
}

/** A category fails where the report says so, and by a high or critical issue, whatever it says. */
function ofCategories(report: Record): readonly string[] {
  const named = toTexts(memberIn(report, 'failed_checks'));
  const shown = [...issuesOf(report, 'critical'), ...issuesOf(report, 'high')].map((issue) =>
    textIn(issue, 'category'),
  );
  const failed = new Set([...named, ...shown]);
  return DECISIVE.filter((category) => failed.has(category)).map(
    (category) => `The check of ${category} failed.`,
  );
}

function ofContract(report: Record): readonly string[] {
  const compliance = toRecord(memberIn(report, 'contract_compliance'));
  const details = toRecords(memberIn(compliance, 'details'));
  const unmet = details.flatMap((each) => {
    const status = textIn(each, 'status');
    if (status !== 'FAIL' && status !== 'PARTIAL') return [];
    const evidence = textIn(each, 'evidence');
    const how = status === 'FAIL' ? 'does not hold' : 'holds only in part';
    return [`${textIn(each, 'criterion')} ${how}${evidence === '' ? '' : `: ${evidence}`}.`];
  });
  if (unmet.length > 0) return unmet;
  const count = memberIn(compliance, 'failed');
  if (typeof count === 'number' && count > 0) return [`Criteria that do not hold: ${count}.`];
  const isBroken = ['contract_compliant', 'spec_contract_compliant'].some(
    (key) => memberIn(report, key) === false,
  );
  return isBroken ? ['The contract does not hold.'] : [];
}

function ofConclusion(report: Record): readonly string[] {
  const recommendation = textIn(report, 'recommendation');
  return [
    ...(memberIn(report, 'valid') === true ? [] : ['The review calls the change not valid.']),
    ...(PASSING.includes(recommendation) ? [] : [`The review recommends: ${recommendation || 'nothing'}.`]),
  ];
}

function issuesOf(report: Record, severity: string): readonly Record[] {
  return toRecords(memberIn(report, 'issues')).filter((each) => memberIn(each, 'severity') === severity);
}

function placed(issue: Record): string {
  const location = textIn(issue, 'location');
  return `${textIn(issue, 'title')}${location === '' ? '' : ` (${location})`}`;
}
