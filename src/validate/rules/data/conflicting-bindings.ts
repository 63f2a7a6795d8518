import { membersOf } from '../../../expression/types/union-of.ts';
import type { ValueType } from '../../../expression/types/value.ts';
import type { Span } from '../../../text/source.ts';
import type { MapDocument } from '../../../model/map-document.ts';
import { bindingsOf, type BindingPlace } from '../../names/bindings.ts';
import { blockNodesOf } from '../../blocks/blocks.ts';
import { environmentsOf } from '../../types/environments.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** The values that one name is bound to are of one kind. */
export const conflictingBindings: PromptRule = (subject, report) => {
  const { document } = subject;
  for (const blockNode of blockNodesOf(document.map)) {
    const firsts = new Map<string, { readonly binding: BindingPlace; readonly kind: string }>();
    for (const binding of bindingsOf(blockNode.block)) {
      const { name } = binding;
      const kind = kindOf(environmentsOf(subject).bindingTypeOf(blockNode, binding));
      const first = firsts.get(name);
      if (kind === undefined) continue;
      if (!first) firsts.set(name, { binding, kind });
      if (!first || first.kind === kind) continue;
      const related = [{ message: 'The other one.', span: spanOf(first.binding, document) }];
      const params = { name, first: first.kind, second: kind };
      report('conflicting-bindings', spanOf(binding, document), params, { related });
    }
  }
};

function spanOf({ task, assignment }: BindingPlace, document: MapDocument): Span {
  return assignment ? document.spanOf(assignment, 'name') : document.spanOf(task, 'as');
}

/** What every value of a type is; undefined where that differs or is not known. */
function kindOf(type: ValueType): string | undefined {
  const kinds = new Set(membersOf([type]).map(kindOfOne));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

function kindOfOne(type: ValueType): string | undefined {
  if (typeof type === 'string') return KINDS.get(type);
  if (type.kind === 'literals') {
    const kinds = new Set(type.values.map((value) => KINDS.get(typeof value)));
    return kinds.size === 1 ? [...kinds][0] : undefined;
  }
  return type.kind === 'union' ? undefined : KINDS.get(type.kind);
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['integer', 'a number'],
  ['boolean', 'true or false'],
  ['list', 'a list'],
  ['object', 'an object'],
]);
