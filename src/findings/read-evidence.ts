import type { QuestionEvidence, FindingRecord } from '../model/event-records.ts';
import { isListValue, isObjectValue, type ObjectValue, type Value } from '../model/value.ts';
import { placeText, worstFirst, type Finding } from './finding.ts';
import { entriesOf, textIn, toFinding } from './read-findings.ts';

/** Units: entries. A person decides by the worst and the newest; what is beyond is counted. */
const MAX_FINDINGS = 30;
const MAX_ATTEMPTS = 20;
/** Units: UTF-16. */
const MAX_TEXT = 1000;

/** What a map says that a person decides by, but for how its change is kept: `change` is the whole text. */
export type EvidenceText = Omit<QuestionEvidence, 'change'> & { readonly change: string };

/**
 * Reads the evidence of a question out of the value of its expression; undefined where there is none.
 *
 * Shape: `findings` as reports have them, a text as `change`, lists of texts as `attempts` and `options`. An entry of another
 * shape is left out: what is known must not be lost with it.
 */
export function readEvidence(value: Value): EvidenceText | undefined {
  if (!isObjectValue(value)) return undefined;
  const found = recordsOf(value);
  const attempts = textsIn(value, 'attempts');
  const evidence = {
    findings: found.slice(0, MAX_FINDINGS),
    attempts: attempts.slice(-MAX_ATTEMPTS),
    options: textsIn(value, 'options').slice(0, MAX_ATTEMPTS),
    change: textIn(value, 'change'),
    left: {
      findings: Math.max(0, found.length - MAX_FINDINGS),
      attempts: Math.max(0, attempts.length - MAX_ATTEMPTS),
    },
  };
  const { findings, options, change } = evidence;
  const isEmpty = findings.length + attempts.length + options.length === 0 && change.trim() === '';
  return isEmpty ? undefined : evidence;
}

function recordsOf(value: ObjectValue): readonly FindingRecord[] {
  const places = new Map<Finding, string>();
  for (const each of entriesOf(value, 'findings')) {
    const finding = toFinding(each);
    // What is no path within the project may still tell a person where to look.
    if (finding !== undefined) places.set(finding, placeText(finding.place) || textIn(each, 'location'));
  }
  return worstFirst([...places.keys()]).map((finding) => ({
    severity: finding.severity,
    rule: cut(finding.rule),
    place: cut(places.get(finding) ?? ''),
    what: cut(finding.what),
    why: cut(finding.why),
    mend: cut(finding.mend),
    foundBy: cut(finding.foundBy),
  }));
}

function textsIn(value: ObjectValue, name: string): readonly string[] {
  const list = Object.hasOwn(value, name) ? value[name] : undefined;
  if (!isListValue(list)) return [];
  return list.flatMap((each) => (typeof each === 'string' && each.trim() !== '' ? [cut(each)] : []));
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1).toWellFormed()}…`;
}
