import { CompletionItemKind } from 'vscode-languageserver/node';
import { WORDS } from '../../expression/cel/words.ts';
import { builtInNames, findBuiltIn } from '../../expression/functions/functions.ts';
import { memberOf } from '../../expression/types/member-of.ts';
import { membersOf } from '../../expression/types/union-of.ts';
import type { ValueType } from '../../expression/types/value.ts';
import { memberNamesOf } from '../../expression/types/known-members.ts';
import { environmentsOf } from '../../validate/types/environments.ts';
import type { ProgramPoint } from '../../validate/blocks/program-point.ts';
import type { PromptSubject } from '../../validate/blocks/rule.ts';
import { tailOf, typeOfText } from '../symbols/receiver-type.ts';
import { spellType } from '../symbols/spell-type.ts';
import type { Candidate } from './candidate.ts';
import { CEL_FUNCTIONS, methodsOf } from './cel-words.ts';

/** What may follow the text of an expression. Shape: `partial` is what of it is written already. */
export interface Continuation {
  readonly candidates: readonly Candidate[];
  readonly partial: string;
}

const WORD = /^[A-Za-z_][A-Za-z0-9_]*$/;
const NOTHING: Continuation = { candidates: [], partial: '' };

/** What may be written at the end of an expression: names in scope with their types, members, methods, functions. */
export function continueExpression(text: string, point: ProgramPoint, subject: PromptSubject): Continuation {
  const tail = tailOf(text);
  if (!tail) return NOTHING;
  const { receiver, partial, compared } = tail;
  if (compared !== undefined) {
    return { candidates: literalsOf(typeOfText(compared, point, subject)), partial };
  }
  if (receiver === undefined) {
    return { candidates: [...namesAt(point, subject), ...functions()], partial };
  }
  const type = typeOfText(receiver, point, subject);
  return { candidates: type === undefined ? [] : membersAndMethods(type), partial };
}

/** The names that can be read at a point, nearest first, with their types. */
export function namesAt(point: ProgramPoint, subject: PromptSubject): readonly Candidate[] {
  const environments = environmentsOf(subject);
  const names = [...new Set(environments.namesAt(point))].filter(
    (name) => WORD.test(name) && !WORDS.has(name),
  );
  const { types, unbound } = environments.environmentOf(names, point);
  return names.map((label) => ({
    label,
    kind: CompletionItemKind.Variable,
    detail: `${spellType(types.get(label) ?? 'any')}${unbound.has(label) ? ' (not always bound)' : ''}`,
  }));
}

/** The members that a value may have. */
export function membersIn(type: ValueType): readonly Candidate[] {
  return memberNamesOf(type)
    .filter((name) => WORD.test(name))
    .map((label) => ({
      label,
      kind: CompletionItemKind.Field,
      detail: spellType(memberOf(type, label).type),
    }));
}

function membersAndMethods(type: ValueType): readonly Candidate[] {
  const methods = methodsOf(type).map(([label, detail]) => ({
    label,
    detail,
    kind: CompletionItemKind.Method,
  }));
  return [...membersIn(type), ...methods];
}

function functions(): readonly Candidate[] {
  const own = builtInNames().map((label) => {
    const parameters =
      findBuiltIn(label)?.parameters.map(({ name, type }) => `${name}: ${spellType(type)}`) ?? [];
    return { label, kind: CompletionItemKind.Function, detail: `${label}(${parameters.join(', ')})` };
  });
  const common = CEL_FUNCTIONS.map(([label, detail]) => ({
    label,
    detail,
    kind: CompletionItemKind.Function,
  }));
  const words = ['true', 'false', 'null'].map((label) => ({ label, kind: CompletionItemKind.Keyword }));
  return [...common, ...own, ...words];
}

function literalsOf(type: ValueType | undefined): readonly Candidate[] {
  if (type === undefined) return [];
  return membersOf([type]).flatMap((each) =>
    typeof each !== 'string' && each.kind === 'literals'
      ? each.values.flatMap((value) =>
          typeof value === 'string' ? [{ label: value, kind: CompletionItemKind.EnumMember }] : [],
        )
      : [],
  );
}
