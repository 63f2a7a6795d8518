import { isListValue, isObjectValue, type ObjectValue, type Value } from '../model/value.ts';
import { isSeverity, type Finding } from './finding.ts';
import { readPlace } from './read-place.ts';

/** Units: entries of a result that are looked at. */
const MAX_READ = 5000;

/**
 * The findings that a result has under `findings`, with what people decided under `decisions`; none where there is no such list.
 *
 * Shape: a finding has a `title`, and may have `id`, `severity`, `category`, `location`, `description`, `suggestion` and
 * `found_by`; a decision the `id` of its finding, `decision` and `note`. An entry of another shape is left out.
 */
export function readFindings(result: Value): readonly Finding[] {
  if (!isObjectValue(result)) return [];
  const decisions = new Map(entriesOf(result, 'decisions').map((each) => [textIn(each, 'id'), each]));
  return entriesOf(result, 'findings').flatMap((each) => {
    const finding = toFinding(each);
    const decided = decisions.get(textIn(each, 'id'));
    if (finding === undefined) return [];
    if (decided === undefined || textIn(each, 'id') === '') return [finding];
    return [{ ...finding, decision: textIn(decided, 'decision'), note: textIn(decided, 'note') }];
  });
}

/** A finding as reports have it; undefined for anything else. */
export function toFinding(each: ObjectValue): Finding | undefined {
  const what = textIn(each, 'title');
  if (what.trim() === '') return undefined;
  const severity = textIn(each, 'severity');
  return {
    // A word that nobody knows must not hide what was found.
    severity: isSeverity(severity) ? severity : 'medium',
    rule: textIn(each, 'category'),
    place: readPlace(textIn(each, 'location')),
    what,
    why: textIn(each, 'description'),
    mend: textIn(each, 'suggestion'),
    foundBy: textIn(each, 'found_by'),
  };
}

/** The objects of a list that is a member. */
export function entriesOf(result: ObjectValue, name: string): readonly ObjectValue[] {
  const list = Object.hasOwn(result, name) ? result[name] : undefined;
  return isListValue(list) ? list.slice(0, MAX_READ).filter(isObjectValue) : [];
}

/** A member that is a text; else "". */
export function textIn(value: ObjectValue, name: string): string {
  const text = Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof text === 'string' ? text : '';
}
