import type { Report } from '../../diagnostics/diagnostic.ts';
import { declaredType } from '../../expression/types/declared-type.ts';
import type { TypeEnvironment } from '../../expression/check/type-environment.ts';
import type { ValueType } from '../../expression/types/value.ts';
import { PartsChecker } from './check-parts.ts';
import type { Template } from '../parse/template.ts';

/** Names that every prompt can use without declaring them. */
const BUILT_INS: ReadonlyMap<string, ValueType> = new Map([
  ['visits', 'integer'],
  ['run', 'any'],
  ['actions', 'string'],
]);

/**
 * Checks every expression and every path of a template and its partials against the names it may use.
 *
 * Shape: `declared` holds what the map declares for the task (fields, its own parameters, arguments of actions
 * that lead to it, names that are bound around it); it wins over a type in the front matter, as it does in a run.
 * `alsoMeant` gives further names that a typo may stand for, where `declared` holds only those in use.
 * A block that asks for a name, `{{#if name}}`, is a guard for what stands in it.
 * Errors: reports `undeclared-name`, `unbound-name`, `unknown-member`, `ambiguous-name` and what expressions report.
 */
export function checkTemplate(
  template: Template,
  declared: TypeEnvironment,
  report: Report,
  alsoMeant: () => Iterable<string> = () => [],
): void {
  const types = new Map([
    ...template.parameters.map((each): [string, ValueType] => [
      each.name,
      declaredType(each, () => undefined),
    ]),
    ...declared.types,
    ...BUILT_INS,
  ]);
  new PartsChecker({ types, unbound: declared.unbound }, report, alsoMeant).check(template);
}
