import { placeOfTask } from '../../model/place.ts';
import type { RunEventOf } from '../../model/run-event.ts';
import { valueText } from '../../run/program/value-text.ts';
import type { Execution } from '../../view/run-view.ts';
import { toOneLine } from '../io/format.ts';
import type { ViolationJson } from '../../report/run-summary.ts';

/** Units: characters. The whole is in the journal. */
const MAX_LINE = 300;
const MAX_VALUE = 120;

/** What was violated, where, how and with which values, for people. Shape: the first line is the head of the others. */
export function violationLines(violation: Omit<ViolationJson, 'at' | 'map'>): readonly string[] {
  const { property, place, claim, reason, action, values } = violation;
  const where = `${toOneLine(place)}${action === null ? '' : ` -> ${toOneLine(action)}`}`;
  return [
    `property "${toOneLine(property)}" is violated at ${where}`,
    ...[claim, reason].map((text) => `  ${toOneLine(text, MAX_LINE)}`),
    ...Object.entries(values).map(([name, value]) => `  ${name} = ${toOneLine(valueText(value, MAX_VALUE))}`),
  ];
}

/** The same of an event. */
export function violatedLines({ address, data }: RunEventOf<'property.violated'>): readonly string[] {
  return violationLines({ ...data, place: placeOfTask(address) });
}

/** What an execution violated, as lines of its log. */
export function violationLog({ violations }: Execution): readonly string[] {
  return violations.flatMap((each) =>
    violatedLines(each).map((line, index) => (index === 0 ? `! ${line}` : `  ${line}`)),
  );
}
