import { describeType } from '../../expression/describe-type.ts';
import { typeOfExpression } from '../../expression/type-of-expression.ts';
import { membersOf } from '../../expression/union-of.ts';
import type { ValueType } from '../../expression/value.ts';
import type { FieldType } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { isAllowed, listOf } from '../../prompt/allowed-value.ts';
import { coerce, shownValue, typeOfValue } from '../../prompt/coerce.ts';
import { waysOf } from '../block-edges.ts';
import { placedBlocksOf } from '../blocks.ts';
import { declarationOf, type Declaration } from '../declarations.ts';
import { environmentsOf, onEntry, type Moment } from '../environments.ts';
import type { Argument } from '../../model/action.ts';
import type { PromptRule, PromptSubject } from '../rule.ts';

/** An argument of the object form is of the type that its target declares. */
export const unfitArgument: PromptRule = (subject, report) => {
  const { document } = subject;
  for (const placed of placedBlocksOf(document.map)) {
    const byName = new Map(placed.block.tasks.map((task) => [task.name, task]));
    for (const task of placed.block.tasks) {
      for (const { action, taken } of task.type === 'end' ? [] : waysOf(task, subject.expressionOf)) {
        const moment = { ...onEntry(placed, task), alsoBound: taken, hasResult: task.type !== 'decide' };
        for (const argument of action.args) {
          const declaration = declarationOf(argument.name, byName.get(action.target), subject);
          const problem = declaration && problemOf(argument, declaration, { subject, moment });
          if (problem === undefined) continue;
          const params = { argument: argument.name, target: action.target, problem };
          report('unfit-argument', document.spanOf(argument), params);
        }
      }
    }
  }
};

const WANTED: Readonly<Record<FieldType, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function problemOf(
  argument: Argument,
  declaration: Declaration,
  { subject, moment }: { readonly subject: PromptSubject; readonly moment: Moment },
): string | undefined {
  if (argument.kind === 'text') return undefined;
  if (argument.kind === 'literal') return problemOfValue(argument.value, declaration);
  const expression = subject.expressionOf(argument.expression);
  if (!expression) return undefined;
  const names = expression.names.map(({ name }) => name);
  const type = typeOfExpression(expression, environmentsOf(subject).environmentOf(names, moment));
  if (membersOf([type]).some((each) => mayBe(each, declaration.type))) return undefined;
  return `is ${describeType(type)}, and ${WANTED[declaration.type]} is declared`;
}

/** A text may stand for any type, as it may on the command line; null stands for nothing. */
function problemOfValue(value: Value, { type, enum: allowed }: Declaration): string | undefined {
  if (value === null) return undefined;
  const given =
    typeof value === 'string' ? coerce(value, type) : typeOfValue(value) === type ? value : undefined;
  if (given === undefined) return `is ${shownValue(value)}, and ${WANTED[type]} is declared`;
  return isAllowed(given, allowed)
    ? undefined
    : `is ${shownValue(value)}, and only ${listOf(allowed ?? [])} are declared`;
}

function mayBe(type: ValueType, wanted: FieldType): boolean {
  if (type === 'any' || type === 'null' || type === 'string') return true;
  if (type === 'integer') return wanted === 'number';
  if (typeof type === 'string') return type === wanted;
  if (type.kind === 'literals') return type.values.some((value) => value === null || isOfType(value, wanted));
  if (type.kind === 'list') return wanted === 'array';
  return type.kind === 'union' || wanted === 'object';
}

function isOfType(value: string | number | boolean, wanted: FieldType): boolean {
  return typeof value === 'string' ? coerce(value, wanted) !== undefined : typeof value === wanted;
}
