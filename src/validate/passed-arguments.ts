import type { Argument } from '../model/action.ts';
import type { Task } from '../model/block.ts';
import type { WorkflowMap } from '../model/map.ts';
import { claudeTasksOf, declarationOf, type Declaration } from './declarations.ts';
import type { PromptSubject } from './rule.ts';

/** An argument on its way to a task, and what that task declares under its name. */
export interface PassedArgument {
  readonly argument: Argument;
  readonly target: Task;
  readonly declaration: Declaration | undefined;
}

/** Every argument that an action passes to its own target. What a limit leads to gets it too, and owes it nothing. */
export function passedArgumentsOf(subject: PromptSubject): readonly PassedArgument[] {
  const { map } = subject.document;
  const byName = new Map(map.block.tasks.map((task) => [task.name, task]));
  const passed: PassedArgument[] = [];
  for (const task of claudeTasksOf(map)) {
    for (const { args, target: name } of task.actions) {
      const target = byName.get(name);
      if (!target) continue;
      for (const argument of args) {
        passed.push({ argument, target, declaration: declarationOf(argument.name, target, subject) });
      }
    }
  }
  return passed;
}

/** Names of the arguments that may arrive at a task, by the task's name. */
export function passedNamesOf(map: WorkflowMap): ReadonlyMap<string, ReadonlySet<string>> {
  const passed = new Map<string, Set<string>>();
  for (const task of claudeTasksOf(map)) {
    for (const { args, target, limit } of task.actions) {
      for (const name of args.length > 0 ? [target, ...(limit ? [limit.then] : [])] : []) {
        const names = passed.get(name) ?? new Set();
        for (const argument of args) names.add(argument.name);
        passed.set(name, names);
      }
    }
  }
  return passed;
}
