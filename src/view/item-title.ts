import type { Value } from '../model/value.ts';
import { isObject } from '../util/is-object.ts';
import { toOneLine } from '../util/to-one-line.ts';

/** The members that say what something is, the best first. */
const NAMES = ['title', 'name', 'summary', 'description'];
/** Units: characters. */
const MAX_TITLE = 120;

/** What an item of a list is about: its title, or itself where it is a text; "" where neither says it. */
export function titleOf(item: Value): string {
  const said = isObject(item) ? NAMES.map((name) => item[name]).find(isText) : item;
  return isText(said) ? toOneLine(said, MAX_TITLE) : '';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
