import type { Extra } from '../../diagnostics/diagnostic.ts';
import type { Expression } from '../../expression/cel/expression.ts';
import { kindOfType } from '../../expression/cel/kinds.ts';
import { describeType } from '../../expression/types/describe-type.ts';
import { elementOf } from '../../expression/types/member-of.ts';
import { membersOf } from '../../expression/types/union-of.ts';
import type { ValueType } from '../../expression/types/value.ts';

/** What an expression must give where it stands. Shape: `field` is what the map calls it there. */
export type Wanted =
  | { readonly kind: 'condition' | 'key' | 'text' | 'signature' }
  | { readonly kind: 'evidence' }
  | { readonly kind: 'list' | 'keys' | 'paths'; readonly field: string };

/** What is wrong with a type that no value of can be what is wanted; undefined where some may be. */
export function problemOf(wanted: Wanted, type: ValueType): string | undefined {
  if (wanted.kind === 'evidence') return evidenceProblemOf(type);
  const found = describeType(type);
  if (!('field' in wanted)) {
    const [isWanted, words] = SINGLE[wanted.kind];
    return canBe(type, isWanted) ? undefined : `${words}, and this is ${found}`;
  }
  const { field } = wanted;
  // Nothing stands for a list without entries.
  if (!canBe(type, (each) => isList(each) || each === 'null')) {
    return `"${field}" is a list, and this is ${found}`;
  }
  const element = wanted.kind === 'list' ? undefined : elementOf(type);
  const [isEntry, words] = wanted.kind === 'paths' ? [isText, 'texts'] : [isKey, 'texts or numbers'];
  if (element === undefined || canBe(element, isEntry)) return undefined;
  return `"${field}" lists ${words}, and here each entry is ${describeType(element)}`;
}

/** What to write for a list where something else stands. */
export function helpForList(type: ValueType, { text, span }: Expression): Extra {
  const written = text.trim();
  const kind = kindOfType(type);
  if (kind === 'text') return { help: `Make a list of it, as in ${written}.split("\\n").` };
  if (kind !== 'object') return {};
  const lists = membersOf([type]).flatMap((each) =>
    typeof each !== 'string' && each.kind === 'object'
      ? [...each.members].flatMap(([name, member]) =>
          isList(member.type) && /^\w+$/.test(name) ? [name] : [],
        )
      : [],
  );
  const [first] = lists;
  const isPath = /^\w+(?:\.\w+)*$/.test(written);
  if (first === undefined || !isPath)
    return {
      help: `An object has no items: go through a list in it, or through [${written}], which holds it alone.`,
    };
  const newText = `${written}.${first}`;
  const help = `Go through a list in it, such as ${newText}.`;
  if (lists.length > 1) return { help };
  return { help, fix: { title: `Write ${newText}.`, safe: false, edits: [{ span, newText }] } };
}

const SINGLE = {
  condition: [isTruth, 'a condition is true or false'],
  key: [isKey, 'a key is a text or a number'],
  text: [isText, 'a reason is a text'],
  signature: [isText, 'a signature is a text'],
} as const;

function canBe(type: ValueType, is: (each: Exclude<ValueType, 'any'>) => boolean): boolean {
  return membersOf([type]).some((each) => each === 'any' || is(each));
}

function isTruth(type: ValueType): boolean {
  if (typeof type === 'string') return type === 'boolean' || type === 'null';
  return (
    type.kind === 'literals' && type.values.some((value) => typeof value === 'boolean' || value === null)
  );
}

function isKey(type: ValueType): boolean {
  if (typeof type === 'string') return type === 'string' || type === 'number' || type === 'integer';
  return (
    type.kind === 'literals' &&
    type.values.some((value) => typeof value === 'string' || typeof value === 'number')
  );
}

function isText(type: ValueType): boolean {
  if (typeof type === 'string') return type === 'string';
  return type.kind === 'literals' && type.values.some((value) => typeof value === 'string');
}

function isList(type: ValueType): boolean {
  return typeof type !== 'string' && type.kind === 'list';
}

/** The members that evidence can have, and what each is. */
const EVIDENCE = new Map([
  ['findings', 'list'],
  ['attempts', 'list'],
  ['options', 'list'],
  ['change', 'text'],
]);

function evidenceProblemOf(type: ValueType): string | undefined {
  if (!canBe(type, (each) => typeof each !== 'string' && each.kind === 'object'))
    return `evidence is an object, and this is ${describeType(type)}`;
  if (typeof type === 'string' || type.kind !== 'object') return undefined;
  for (const [name, member] of type.members) {
    const kind = EVIDENCE.get(name);
    if (kind === undefined) return `evidence has "${[...EVIDENCE.keys()].join('", "')}", and no "${name}"`;
    const is = kind === 'list' ? isList : isText;
    if (canBe(member.type, (each) => each === 'null' || is(each))) continue;
    return `"${name}" of evidence is a ${kind}, and this is ${describeType(member.type)}`;
  }
  return undefined;
}
