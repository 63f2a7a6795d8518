import type { ValueType } from '../../expression/types/value.ts';
import { membersOf } from '../../expression/types/union-of.ts';

/** What expressions can call, with what it gives. Those of wfmap's own are in `expression/functions.ts`. */
export const CEL_FUNCTIONS: readonly (readonly [name: string, detail: string])[] = [
  ['has', 'has(a.b): whether there is a value'],
  ['size', 'size(list): how long it is'],
  ['string', 'string(value): as a text'],
  ['int', 'int(value): as a whole number'],
  ['double', 'double(value): as a number'],
  ['bool', 'bool(value): as true or false'],
];

const OF_LISTS: readonly (readonly [string, string])[] = [
  ['all', 'all(x, test): whether it holds for each'],
  ['exists', 'exists(x, test): whether it holds for one'],
  ['exists_one', 'exists_one(x, test): whether it holds for just one'],
  ['filter', 'filter(x, test): those for which it holds'],
  ['map', 'map(x, value): a value for each'],
  ['size', 'size(): how many there are'],
  ['join', 'join(between): as one text'],
];
const OF_TEXTS: readonly (readonly [string, string])[] = [
  ['contains', 'contains(text): whether it is in it'],
  ['startsWith', 'startsWith(text)'],
  ['endsWith', 'endsWith(text)'],
  ['indexOf', 'indexOf(text): where it is, or -1'],
  ['lastIndexOf', 'lastIndexOf(text)'],
  ['lowerAscii', 'lowerAscii(): in small letters'],
  ['upperAscii', 'upperAscii(): in capitals'],
  ['size', 'size(): how long it is'],
  ['split', 'split(between): as a list'],
  ['substring', 'substring(from, to)'],
  ['trim', 'trim(): without blanks around it'],
];

/** The methods that values of a type have. */
export function methodsOf(type: ValueType): readonly (readonly [name: string, detail: string])[] {
  const members = membersOf([type]);
  const isList = members.some((each) => each === 'any' || (typeof each !== 'string' && each.kind === 'list'));
  const isText = members.some(
    (each) =>
      each === 'any' ||
      each === 'string' ||
      (typeof each !== 'string' &&
        each.kind === 'literals' &&
        each.values.some((value) => typeof value === 'string')),
  );
  return [...(isText ? OF_TEXTS : []), ...(isList ? OF_LISTS : [])];
}
