import type { Report } from '../diagnostics/diagnostic.ts';
import { checkExpression } from '../expression/check-expression.ts';
import type { ValueType } from '../expression/value.ts';
import type { Template } from './template.ts';

/** Names that every prompt can use without declaring them. */
const BUILT_INS: ReadonlyMap<string, ValueType> = new Map([
  ['visits', 'integer'],
  ['run', 'any'],
  ['actions', 'string'],
]);

/**
 * Checks every expression of a template against the names it may use.
 *
 * Shape: `declared` holds what the map declares for the task (fields, its own parameters, arguments of actions
 * that lead to it); it wins over a type in the front matter, as it does in a run.
 * `alsoMeant` gives further names that a typo may stand for, where `declared` holds only those in use.
 * Errors: reports `undeclared-name` and `type-clash`.
 */
export function checkTemplate(
  template: Template,
  declared: ReadonlyMap<string, ValueType>,
  report: Report,
  alsoMeant: () => Iterable<string> = () => [],
): void {
  const types = new Map([
    ...template.parameters.map((each): [string, ValueType] => [each.name, each.type]),
    ...declared,
    ...BUILT_INS,
  ]);
  for (const part of template.parts) {
    if (part.kind === 'expression') checkExpression(part.expression, types, report, alsoMeant);
  }
}
