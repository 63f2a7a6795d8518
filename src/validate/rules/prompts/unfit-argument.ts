import { TASK_TYPES } from '../../../model/task-types.ts';
import { typeOfExpression } from '../../../expression/check/type-of-expression.ts';
import type { Value } from '../../../model/value.ts';
import { isAllowed, listOf } from '../../../prompt/values/allowed-value.ts';
import { coerce, shownValue, typeOfValue } from '../../../prompt/values/coerce.ts';
import { waysOf } from '../../blocks/block-edges.ts';
import { blockNodesOf } from '../../blocks/blocks.ts';
import { declarationOf, type Declaration } from '../../names/declarations.ts';
import { environmentsOf } from '../../types/environments.ts';
import { DECLARED, mismatchOf } from '../../blocks/mismatch.ts';
import { onEntry, type ProgramPoint } from '../../blocks/program-point.ts';
import type { Argument } from '../../../model/action.ts';
import type { PromptRule, PromptSubject } from '../../blocks/rule.ts';

/** An argument of the object form is of the type that its target declares. */
export const unfitArgument: PromptRule = (subject, report) => {
  const { document } = subject;
  for (const blockNode of blockNodesOf(document.map)) {
    const byName = new Map(blockNode.block.tasks.map((task) => [task.name, task]));
    for (const task of blockNode.block.tasks) {
      for (const { action, taken } of task.type === 'end' ? [] : waysOf(task, subject.expressionOf)) {
        const { hasResult } = TASK_TYPES[task.type];
        const point = { ...onEntry(blockNode, task), alsoBound: taken, hasResult };
        for (const argument of action.args) {
          const declaration = declarationOf(argument.name, byName.get(action.target), subject);
          const problem = declaration && problemOf(argument, declaration, { subject, point });
          if (problem === undefined) continue;
          const params = { argument: argument.name, target: action.target, problem };
          report('unfit-argument', document.spanOf(argument), params);
        }
      }
    }
  }
};

function problemOf(
  argument: Argument,
  declaration: Declaration,
  { subject, point }: { readonly subject: PromptSubject; readonly point: ProgramPoint },
): string | undefined {
  if (argument.kind === 'text') return undefined;
  if (argument.kind === 'literal') return problemOfValue(argument.value, declaration);
  const expression = subject.expressionOf(argument.expression);
  if (!expression) return undefined;
  const names = expression.names.map(({ name }) => name);
  const type = typeOfExpression(expression, environmentsOf(subject).environmentOf(names, point));
  return mismatchOf(type, declaration);
}

/** A text may stand for any type, as it may on the command line; null stands for nothing. */
function problemOfValue(value: Value, { type, enum: allowed }: Declaration): string | undefined {
  if (value === null) return undefined;
  const given =
    typeof value === 'string' ? coerce(value, type) : typeOfValue(value) === type ? value : undefined;
  if (given === undefined) return `is ${shownValue(value)}, and ${DECLARED[type]} is declared`;
  return isAllowed(given, allowed)
    ? undefined
    : `is ${shownValue(value)}, and only ${listOf(allowed ?? [])} are declared`;
}
