import type { ValueType } from '../../expression/types/value.ts';
import type { Argument } from '../../model/action.ts';
import type { ActiveTask, Block, Task } from '../../model/block.ts';
import type { WorkflowMap } from '../../model/map.ts';
import { blocksOf } from '../blocks/blocks.ts';
import { declarationOf, type Declaration } from '../names/declarations.ts';
import type { PromptSubject } from '../blocks/rule.ts';

/** An argument on its way to a task with those beside it, and what that task declares under its name. */
export interface PassedArgument {
  readonly argument: Argument;
  readonly args: readonly Argument[];
  readonly target: Task;
  readonly declaration: Declaration | undefined;
}

/** Every argument that an action passes. */
export function passedArgumentsOf(subject: PromptSubject): readonly PassedArgument[] {
  const passed: PassedArgument[] = [];
  for (const block of blocksOf(subject.document.map)) {
    const byName = new Map(block.tasks.map((task) => [task.name, task]));
    for (const { args, target: name } of activeTasksOf(block).flatMap(({ actions }) => actions)) {
      const target = byName.get(name);
      if (!target) continue;
      for (const argument of args) {
        passed.push({ argument, args, target, declaration: declarationOf(argument.name, target, subject) });
      }
    }
  }
  return passed;
}

/**
 * Names of the arguments that may arrive at a task, with what is known of their values where nobody declares them. They arrive at
 * the target of an action alone: where a limit leads elsewhere, it brings none.
 */
export function passedNamesOf(map: WorkflowMap): ReadonlyMap<Task, ReadonlyMap<string, ValueType>> {
  const passed = new Map<Task, Map<string, ValueType>>();
  for (const block of blocksOf(map)) {
    const byName = new Map(block.tasks.map((task) => [task.name, task]));
    for (const { args, target } of activeTasksOf(block).flatMap(({ actions }) => actions)) {
      const task = byName.get(target);
      if (args.length === 0 || task === undefined) continue;
      const names = passed.get(task) ?? new Map<string, ValueType>();
      for (const each of args) {
        const isText = each.kind === 'text' && (names.get(each.name) ?? 'string') === 'string';
        names.set(each.name, isText ? 'string' : 'any');
      }
      passed.set(task, names);
    }
  }
  return passed;
}

function activeTasksOf({ tasks }: Block): readonly ActiveTask[] {
  return tasks.filter((task) => task.type !== 'end');
}
