import type { Task } from '../../../model/block.ts';
import { isPrompted } from '../../../model/tasks.ts';
import { isKnown } from '../../names/declarations.ts';
import { expressionPlacesOf } from '../../types/expression-places.ts';
import { passedArgumentsOf } from '../../types/passed-arguments.ts';
import type { PromptRule, PromptSubject } from '../../blocks/rule.ts';

/** An action passes only what its target declares; to one that has no prompt, what its expressions read. */
export const undeclaredArgument: PromptRule = (subject, report) => {
  let read: ReturnType<typeof namesReadBy> | undefined;
  for (const { argument, target, declaration } of passedArgumentsOf(subject)) {
    if (declaration || !isKnown(target, subject)) continue;
    if (!isPrompted(target)) {
      read ??= namesReadBy(subject);
      if (read.get(target)?.has(argument.name) === true) continue;
    }
    report('undeclared-argument', subject.document.spanOf(argument), {
      argument: argument.name,
      target: target.name,
    });
  }
};

/** The names that the expressions of each task read. */
function namesReadBy(subject: PromptSubject): ReadonlyMap<Task, ReadonlySet<string>> {
  const read = new Map<Task, Set<string>>();
  for (const { expression, point } of expressionPlacesOf(subject)) {
    if (point.task === undefined) continue;
    const names = read.get(point.task) ?? new Set();
    for (const { name } of expression.names) names.add(name);
    read.set(point.task, names);
  }
  return read;
}
