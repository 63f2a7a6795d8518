import type { Extra } from '../../diagnostics/diagnostic.ts';
import { membersOf } from './union-of.ts';
import type { ValueType } from './value.ts';

const MAX_SHOWN = 12;

/** The members that values of a type have. */
export function memberNamesOf(type: ValueType): readonly string[] {
  return membersOf([type]).flatMap((each) =>
    typeof each !== 'string' && each.kind === 'object' ? [...each.members.keys()] : [],
  );
}

/** Which members there are, for whoever asked for another. */
export function helpWithMembers(type: ValueType): Extra {
  const names = [...new Set(memberNamesOf(type))];
  if (names.length === 0) return {};
  const shown = names.slice(0, MAX_SHOWN).map((each) => JSON.stringify(each));
  const more = names.length > MAX_SHOWN ? ' and others' : '';
  return { help: `It has ${shown.join(', ')}${more}. Where it has a schema, that can declare more.` };
}
