import { checkExpression } from '../../expression/check/check-expression.ts';
import type { Report } from '../../diagnostics/diagnostic.ts';
import { isBareName } from '../../expression/cel/bare-name.ts';
import { absentMark } from '../../expression/check/type-environment.ts';
import { environmentsOf } from '../types/environments.ts';
import { expressionPlacesOf, type ExpressionPlace } from '../types/expression-places.ts';
import type { PromptRule, PromptSubject } from '../blocks/rule.ts';
import { problemOf } from '../types/wanted.ts';

/** Every expression uses only names that are declared and bound where it stands, and uses them by their types. */
export const checkExpressions: PromptRule = (subject, report) => {
  for (const place of expressionPlacesOf(subject)) checkPlace(place, subject, report);
};

function checkPlace(
  { expression, point, wanted }: ExpressionPlace,
  subject: PromptSubject,
  report: Report,
): void {
  const environments = environmentsOf(subject);
  const names = expression.names.map(({ name }) => name);
  const env = environments.environmentOf(names, point);
  let faults = 0;
  const own = point.task && 'as' in point.task ? point.task.as : undefined;
  const counting: Report = (code, span, params, extra) => {
    faults += 1;
    const isOwn =
      code === 'unbound-name' && point.hasResult && span.source.text.slice(span.start, span.end) === own;
    const help = `In the guards and arguments of the task itself it is "result"; "${own}" is bound after them.`;
    report(code, span, params, isOwn ? { ...extra, help } : extra);
  };
  const type = checkExpression(expression, env, counting, () => environments.namesAt(point));
  if (!wanted || type === undefined || faults > 0) return;
  const problem = problemOf(wanted, type);
  if (problem !== undefined) report('type-clash', expression.span, { problem });
  const [name = ''] = names;
  if (wanted.kind !== 'list' || !isBareName(expression) || !env.unbound.has(absentMark(name))) return;
  const help = `Give it a default, or write has(${name}) ? ${name} : [].`;
  report('unguarded-member', expression.span, { path: name }, { help });
}
