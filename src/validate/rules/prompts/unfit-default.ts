import { isAllowed, listOf } from '../../../prompt/values/allowed-value.ts';
import { shownValue, typeOfValue } from '../../../prompt/values/coerce.ts';
import { compileSchema } from '../../../schema/compile-schema.ts';
import { declaredValuesOf, type DeclaredValue } from '../../names/declared-values.ts';
import type { PromptRule, PromptSubject } from '../../blocks/rule.ts';

/** A default is a value that is allowed. One of another type is told as that alone. */
export const unfitDefault: PromptRule = (subject, report) => {
  for (const each of declaredValuesOf(subject.document.map)) {
    const problem = problemOf(each, subject);
    if (problem === undefined) continue;
    report('unfit-default', subject.document.spanOf(each.node, 'default'), { owner: each.owner, problem });
  }
};

function problemOf({ node }: DeclaredValue, { schemas }: PromptSubject): string | undefined {
  const { default: value, enum: allowed } = node;
  if (value === undefined || typeOfValue(value) !== node.type) return undefined;
  if (!isAllowed(value, allowed)) return `${shownValue(value)} is not one of ${listOf(allowed ?? [])}.`;
  const schema = node.schema && schemas.get(node.schema);
  const compiled = schema === undefined ? undefined : compileSchema(schema);
  return compiled && 'check' in compiled ? compiled.check(value)[0]?.message : undefined;
}
