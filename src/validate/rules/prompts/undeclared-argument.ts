import type { Fix } from '../../../diagnostics/diagnostic.ts';
import type { Task } from '../../../model/block.ts';
import { isPrompted } from '../../../model/tasks.ts';
import { NearNames } from '../../blocks/near-names.ts';
import { declaredNamesOf, isKnown } from '../../names/declarations.ts';
import { expressionPlacesOf } from '../../types/expression-places.ts';
import { type PassedArgument, passedArgumentsOf } from '../../types/passed-arguments.ts';
import type { PromptRule, PromptSubject } from '../../blocks/rule.ts';

/** An action passes only what its target declares; to one that has no prompt, what its expressions read. */
export const undeclaredArgument: PromptRule = (subject, report) => {
  let read: ReturnType<typeof namesReadBy> | undefined;
  const known = new Map<Task, NearNames>();
  for (const passed of passedArgumentsOf(subject)) {
    const { argument, target, declaration } = passed;
    if (declaration || !isKnown(target, subject)) continue;
    if (!isPrompted(target)) {
      read ??= namesReadBy(subject);
      if (read.get(target)?.has(argument.name) === true) continue;
    }
    const names =
      known.get(target) ?? nearNames([...declaredNamesOf(target, subject), ...(read?.get(target) ?? [])]);
    known.set(target, names);
    const params = { argument: argument.name, target: target.name };
    report('undeclared-argument', subject.document.spanOf(argument), params, {
      fix: fixOf(passed, names, subject),
    });
  }
};

function nearNames(names: readonly string[]): NearNames {
  return new NearNames(names.map((name) => ({ name })));
}

/** The fix that writes the nearest name that the action does not pass already. */
function fixOf(
  { argument, args }: PassedArgument,
  names: NearNames,
  { document }: PromptSubject,
): Fix | undefined {
  const passed = args.map(({ name }) => name);
  if (argument.kind !== 'text')
    return names.fixFor(argument.name, document.spanOf(argument, 'name'), 'Write', passed);
  const near = names.nearest(argument.name, passed);
  const { source, start, end } = document.spanOf(argument);
  const at = start + '--'.length;
  const written = `--${argument.name}`;
  // Quotes in a token group, and what they group is not looked at.
  const isPlain = near !== undefined && /^[\w-]+$/.test(near);
  if (!isPlain || !source.text.slice(start, end).startsWith(written)) return undefined;
  const span = { source, start: at, end: start + written.length };
  return { title: `Write "${near}".`, safe: false, edits: [{ span, newText: near }] };
}

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
