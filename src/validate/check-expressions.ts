import { checkExpression } from '../expression/check-expression.ts';
import { typeOfExpression } from '../expression/type-of-expression.ts';
import { membersOf } from '../expression/union-of.ts';
import type { ValueType } from '../expression/value.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { environmentsOf } from './environments.ts';
import { expressionPlacesOf, type ExpressionPlace } from './expression-places.ts';
import type { PromptRule, PromptSubject } from './rule.ts';

/** Every expression uses only names that are declared and bound where it stands, and uses them by their types. */
export const checkExpressions: PromptRule = (subject, report) => {
  for (const place of expressionPlacesOf(subject)) checkPlace(place, subject, report);
};

function checkPlace(
  { expression, moment, isCondition }: ExpressionPlace,
  subject: PromptSubject,
  report: Report,
): void {
  const environments = environmentsOf(subject);
  const names = expression.names.map(({ name }) => name);
  const env = environments.environmentOf(names, moment);
  let faults = 0;
  const own = moment.task && 'as' in moment.task ? moment.task.as : undefined;
  const counting: Report = (code, span, params, extra) => {
    faults += 1;
    const isOwn =
      code === 'unbound-name' && moment.hasResult && span.source.text.slice(span.start, span.end) === own;
    const help = `In the guards and arguments of the task itself it is "result"; "${own}" is bound after them.`;
    report(code, span, params, isOwn ? { ...extra, help } : extra);
  };
  checkExpression(expression, env, counting, () => environments.namesAt(moment));
  if (!isCondition || faults > 0) return;
  const kind = describeKind(typeOfExpression(expression, env));
  if (kind === undefined) return;
  report('type-clash', expression.span, { problem: `a condition is true or false, and this is ${kind}` });
}

/** What a value is that can never be true or false, nor nothing. */
function describeKind(type: ValueType): string | undefined {
  const kinds = membersOf([type]).map((each) => {
    if (typeof each === 'string') return WORDS.get(each);
    if (each.kind === 'list') return 'a list';
    if (each.kind === 'object') return 'an object';
    return each.kind === 'literals' &&
      each.values.every((value) => typeof value === 'string' || typeof value === 'number')
      ? WORDS.get(typeof each.values[0])
      : undefined;
  });
  return kinds.includes(undefined) ? undefined : kinds[0];
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['integer', 'a number'],
]);
