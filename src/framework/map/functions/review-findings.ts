import { isSeverity, SEVERITIES } from '../../../findings/finding.ts';
import { readPlace } from '../../../findings/read-place.ts';
import type { Value } from '../../../model/value.ts';
import { memberIn, textIn, toList, toRecord, toTexts, type Record } from './read-record.ts';

/** Units: findings. */
const MAX_FINDINGS = 500;

/**
 * What reviewers found, in one form and one list: the worst first, what two say of one place once.
 *
 * Shape: `reports` has the report of each reviewer under its name: a monitor's, a predictor's, an evaluator's or a
 * documentation reviewer's; null for one that did not review. A finding has `id` (`F1` is the worst), `severity`, `category`,
 * `section`, `title`, `description`, `location` and the `file` in it, `suggestion`, `options` and `found_by`; texts are empty where nobody says.
 */
export function reviewFindings(reports: Value): Value {
  const found = Object.entries(toRecord(reports) ?? {}).flatMap(([reviewer, report]) =>
    foundIn(toRecord(report), reviewer),
  );
  return onceEach(found)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, MAX_FINDINGS)
    .map((each, index) => ({ id: `F${index + 1}`, ...each }));
}

type Found = ReturnType<typeof toFound>;

function foundIn(report: Record | undefined, found_by: string): readonly Found[] {
  const predicted = toRecord(memberIn(report, 'predicted_state'));
  const isRisky = ['high', 'critical'].includes(textIn(report, 'risk_assessment'));
  return [
    ...toList(memberIn(report, 'issues')).map((each) => issueOf(toRecord(each))),
    ...toTexts(memberIn(report, 'missing_requirements')).map((title) => ({
      category: 'documentation',
      title,
      description: 'No document says it.',
    })),
    ...toTexts(memberIn(predicted, 'breaking_changes')).map((text) => ({
      severity: isRisky ? 'high' : 'medium',
      category: 'breaking-change',
      ...splitPlace(text),
      description: 'What works today will not work after the change.',
    })),
    ...toList(memberIn(predicted, 'required_updates')).map((each) => updateOf(toRecord(each))),
    ...toTexts(memberIn(report, 'weaknesses')).map((text) => ({
      severity: textIn(report, 'recommendation') === 'proceed' ? 'low' : 'medium',
      category: 'weakness',
      ...splitPlace(text),
    })),
  ]
    .filter(({ title }) => title !== '')
    .map((each) => toFound({ ...each, found_by }));
}

interface Said {
  readonly severity?: string;
  readonly category: string;
  readonly section?: string;
  readonly title: string;
  readonly description?: string;
  readonly location?: string;
  readonly suggestion?: string;
  readonly options?: readonly Value[];
}

/** An issue of a monitor, or of a documentation reviewer. */
function issueOf(issue: Record | undefined): Said {
  const file = textIn(issue, 'file');
  if (file !== '') {
    const suggestion = textIn(issue, 'suggested_fix');
    return { category: 'documentation', title: textIn(issue, 'issue'), location: file, suggestion };
  }
  return {
    severity: textIn(issue, 'severity'),
    category: textIn(issue, 'category'),
    section: textIn(issue, 'section'),
    title: textIn(issue, 'title'),
    description: textIn(issue, 'description'),
    location: textIn(issue, 'location'),
    suggestion: textIn(issue, 'suggestion'),
    options: toList(memberIn(issue, 'options')),
  };
}

function updateOf(update: Record | undefined): Said {
  const kind = textIn(update, 'type').replaceAll('_', ' ') || 'part';
  return {
    severity: PRIORITIES.get(textIn(update, 'priority')) ?? 'medium',
    category: 'required-update',
    title: textIn(update, 'reason'),
    description: `A ${kind} has to change with it, and has not.`,
    location: textIn(update, 'location'),
  };
}

const PRIORITIES: ReadonlyMap<string, string> = new Map([
  ['must', 'high'],
  ['should', 'medium'],
  ['could', 'low'],
]);

/** A sentence that begins with its place, such as `src/a.ts:40: no test`. */
function splitPlace(text: string): { readonly title: string; readonly location: string } {
  const [, location = '', title = ''] = /^(\S+?\.\w+(?::\d+(?:[-–]\d+)?)?):? (.+)$/s.exec(text) ?? [];
  const isPlace = location !== '' && readPlace(location) !== undefined;
  return isPlace ? { title: title.trim(), location } : { title: text.trim(), location: '' };
}

function toFound({ found_by, ...said }: Said & { readonly found_by: string }) {
  const { severity = '', category, section = '', title, location = '' } = said;
  return {
    severity: isSeverity(severity) ? severity : 'medium',
    category,
    section: SECTIONS.get(section) ?? SECTIONS.get(category) ?? 'Quality',
    title,
    description: said.description ?? '',
    location,
    file: readPlace(location)?.file ?? '',
    suggestion: said.suggestion ?? '',
    options: said.options ?? [],
    found_by,
  };
}

/** By what a monitor says, and by what a finding is about. */
const SECTIONS: ReadonlyMap<string, string> = new Map([
  ['architecture', 'Architecture'],
  ['maintainability', 'Architecture'],
  ['integration', 'Architecture'],
  ['breaking-change', 'Architecture'],
  ['required-update', 'Architecture'],
  ['tests', 'Tests'],
  ['testability', 'Tests'],
  ['performance', 'Performance'],
]);

function rankOf({ severity }: Found): number {
  return SEVERITIES[severity].rank;
}

/** What several found is found by all of them, as the worst of them sees it. */
function onceEach(found: readonly Found[]): readonly Found[] {
  const known = new Map<string, Found>();
  for (const each of found.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const key = JSON.stringify([each.location, each.title.toLowerCase()]);
    const first = known.get(key);
    const others = first?.found_by.split(', ') ?? [];
    if (first === undefined) known.set(key, each);
    else if (!others.includes(each.found_by))
      known.set(key, { ...first, found_by: `${first.found_by}, ${each.found_by}` });
  }
  return [...known.values()];
}
