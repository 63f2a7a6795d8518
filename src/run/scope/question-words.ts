import type { Question, Reading } from '../../expression/guards/explain-condition.ts';
import { valueText } from '../program/value-text.ts';

/** Units: characters of a value. */
const MAX_VALUE = 120;

/** What a question has seen: "size(faults) is 2", or the same of one element. */
export function questionWords({ readings, element, fault, text }: Question): readonly string[] {
  if (fault !== undefined && readings.length === 0) return [`${text} has no value`];
  if (element === undefined) return readings.map(readingWords);
  const name = keyIn(element.value) ?? `${element.list}[${element.index}]`;
  return element.questions.flatMap(questionWords).map((words) => `in ${name} ${words}`);
}

function readingWords({ text, value }: Reading): string {
  return `${text} is ${value === undefined ? 'not there' : valueText(value, MAX_VALUE)}`;
}

/** Items of a foreach, and many a value besides, have a key of their own. */
export function keyIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = 'key' in value ? value.key : 'id' in value ? value.id : undefined;
  return typeof found === 'string' && found.length <= MAX_VALUE ? `"${found}"` : undefined;
}
