import { checkExpression } from '../../expression/check/check-expression.ts';
import type { Report } from '../../diagnostics/diagnostic.ts';
import { isBareName } from '../../expression/cel/bare-name.ts';
import { narrow } from '../../expression/check/narrow.ts';
import { absentMark, type TypeEnvironment } from '../../expression/check/type-environment.ts';
import type { Span } from '../../text/source.ts';
import { environmentsOf } from '../types/environments.ts';
import { expressionPlacesOf, type ExpressionPlace } from '../types/expression-places.ts';
import type { PromptRule, PromptSubject } from '../blocks/rule.ts';
import { helpForList, problemOf } from '../types/wanted.ts';

/** Every expression uses only names that are declared and bound where it stands, and uses them by their types. */
export const checkExpressions: PromptRule = (subject, report) => {
  for (const place of expressionPlacesOf(subject)) checkPlace(place, subject, report);
};

function checkPlace(place: ExpressionPlace, subject: PromptSubject, report: Report): void {
  const { expression, point, wanted } = place;
  const environments = environmentsOf(subject);
  const names = expression.names.map(({ name }) => name);
  const env = environments.environmentOf(names, point);
  const isKnown = guardedBefore(place, subject);
  let faults = 0;
  const own = point.task && 'as' in point.task ? point.task.as : undefined;
  const counting: Report = (code, span, params, extra) => {
    if (code === 'unguarded-member' && isKnown(span)) return;
    faults += 1;
    const isOwn =
      code === 'unbound-name' && point.hasResult && span.source.text.slice(span.start, span.end) === own;
    const help = `In the guards and arguments of the task itself it is "result"; "${own}" is bound after them.`;
    report(code, span, params, isOwn ? { ...extra, help } : extra);
  };
  const type = checkExpression(expression, env, counting, () => environments.namesAt(point));
  if (!wanted || type === undefined || faults > 0) return;
  const problem = problemOf(wanted, type);
  if (problem !== undefined)
    report(
      'type-clash',
      expression.span,
      { problem },
      wanted.kind === 'list' ? helpForList(type, expression) : {},
    );
  const [name = ''] = names;
  if (wanted.kind !== 'list' || !isBareName(expression) || !env.unbound.has(absentMark(name))) return;
  const help = `Give it a default, or write has(${name}) ? ${name} : [].`;
  report('unguarded-member', expression.span, { path: name }, { help });
}

/** Says of a member that may be missing whether the guards before it rule that out. Worked out when it is asked for. */
function guardedBefore(place: ExpressionPlace, subject: PromptSubject): (span: Span) => boolean {
  let missing: ReadonlySet<number> | undefined;
  return ({ start }) => {
    if (place.known === undefined || place.known.length === 0) return false;
    missing ??= missingStill(place, subject);
    return !missing.has(start);
  };
}

/** Where members may be missing once it is known what the guards before came to. Units: offsets. */
function missingStill(
  { expression, point, known = [] }: ExpressionPlace,
  subject: PromptSubject,
): ReadonlySet<number> {
  const read = new Set(expression.names.map(({ name }) => name));
  const related = known.filter(({ guard }) => guard.names.some(({ name }) => read.has(name)));
  const names = [...read, ...related.flatMap(({ guard }) => guard.names.map(({ name }) => name))];
  let env: TypeEnvironment = environmentsOf(subject).environmentOf(names, point);
  for (const { guard, truth } of related) env = narrow(env, guard, truth);
  const starts = new Set<number>();
  checkExpression(expression, env, (code, { start }) => {
    if (code === 'unguarded-member') starts.add(start);
  });
  return starts;
}
