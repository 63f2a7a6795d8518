import type { Related } from '../../../diagnostics/diagnostic.ts';
import type { Action } from '../../../model/action.ts';
import type { Block, Task } from '../../../model/block.ts';
import { SHADOWABLE_NAMES } from '../../../model/shadowable-names.ts';
import { type PromptedTask, isPrompted, itemNameOf, reminderOf } from '../../../model/tasks.ts';
import type { Source, Span } from '../../../text/source.ts';
import { waysOf } from '../../blocks/block-edges.ts';
import { blocksOf, foreachAround, blockNodesOf, tasksOf, type BlockNode } from '../../blocks/blocks.ts';
import type { PromptRule, PromptSubject } from '../../blocks/rule.ts';
import { taskGraphOf } from '../../blocks/task-graph.ts';
import { bindingsOf } from '../../names/bindings.ts';
import { BUILT_INS } from '../../names/built-ins.ts';
import { templatesOf } from '../../names/declarations.ts';
import { passedNamesOf } from '../../types/passed-arguments.ts';

/**
 * What a task requires can be supplied: by a field, a bound name, a value or default of its own, or by each action that leads to it.
 *
 * Nothing leads to the start when a run begins, so actions do not help there.
 */
export const unsuppliedParam: PromptRule = (subject, report) => {
  const { map, spanOf } = subject.document;
  // Whether a name is bound by then is told where it is used.
  const bound = blocksOf(map).flatMap(bindingsOf);
  const items = tasksOf(map).flatMap((task) => itemNameOf(task) ?? []);
  const known = new Set([...[...map.fields, ...bound].map(({ name }) => name), ...items]);
  const passed = passedNamesOf(map);
  for (const blockNode of blockNodesOf(map)) {
    const { start } = taskGraphOf(blockNode.block);
    for (const task of blockNode.block.tasks.filter(isPrompted)) {
      const supplied = suppliedBy(task);
      for (const requirement of requirementsOf(task, blockNode, subject)) {
        const { name, span, related } = requirement;
        if (known.has(name) || supplied.has(name)) continue;
        const params = { param: name, task: task.name };
        if (task === start || passed.get(task)?.has(name) !== true) {
          report('unsupplied-param', span, params, { related });
          continue;
        }
        const message = 'It is required here.';
        const seen = { related: related.length > 0 ? related : [{ message, span }] };
        for (const { action, byLimit } of waysWithout(name, task, { block: blockNode.block, subject })) {
          const extra = byLimit ? { ...seen, help: HELP_WITH_LIMIT } : seen;
          const way = { ...params, action: action.name, byLimit };
          report('missing-argument', spanOf(action, 'name'), way, extra);
        }
      }
    }
  }
};

interface Requirement {
  readonly name: string;
  readonly span: Span;
  readonly related: readonly Related[];
}

/** What a task requires of others, each name once: a parameter of its own, or one of a template that it uses. */
function requirementsOf(
  task: PromptedTask,
  blockNode: BlockNode,
  subject: PromptSubject,
): readonly Requirement[] {
  const { spanOf } = subject.document;
  const required = new Map<string, Requirement>();
  for (const param of task.params) {
    if (param.kind !== 'definition' || !param.required) continue;
    required.set(param.name, { name: param.name, span: spanOf(param, 'name'), related: [] });
  }
  for (const parameter of templatesOf(task, subject).flatMap(({ parameters }) => parameters)) {
    const { name } = parameter;
    if (!parameter.required || parameter.default !== undefined || required.has(name)) continue;
    const isBuiltIn = SHADOWABLE_NAMES.get(name) === parameter.type;
    if (isBuiltIn && (BUILT_INS.has(name) || foreachAround(blockNode))) continue;
    const related = [{ message: 'The template requires it here.', span: parameter.span }];
    required.set(name, { name, span: spanOf(task, fieldOf(task, subject, parameter.span.source)), related });
  }
  return [...required.values()];
}

const HELP_WITH_LIMIT =
  'Give the parameter a default, or read a name that is bound by then: "as" names a result, a decide task sets names.';

interface Way {
  readonly action: Action;
  /** Whether it leads there only where its limit is reached: then it passes no arguments. */
  readonly byLimit: boolean;
}

/** The actions that lead to a task and do not pass a name. */
function waysWithout(
  name: string,
  task: Task,
  { block, subject }: { readonly block: Block; readonly subject: PromptSubject },
): readonly Way[] {
  const active = block.tasks.filter((each) => each.type !== 'end');
  const actions = active.flatMap((each) => waysOf(each, subject.expressionOf)).map(({ action }) => action);
  return actions.flatMap((action): readonly Way[] => {
    if (action.target !== task.name) {
      return action.limit?.then === task.name ? [{ action, byLimit: true }] : [];
    }
    return action.args.some((each) => each.name === name) ? [] : [{ action, byLimit: false }];
  });
}

/** Names that a task gives a value itself. */
function suppliedBy(task: PromptedTask): ReadonlySet<string> {
  const own = task.params.filter((param) => param.kind === 'literal' || param.default !== undefined);
  return new Set(own.map((param) => param.name));
}

/** Where a task names the template that requires something. */
function fieldOf(task: PromptedTask, { templates }: PromptSubject, source: Source): string {
  const { prompt } = task;
  const reminder = reminderOf(task);
  if (reminder && templates.get(reminder.text)?.source === source) return 'reminder';
  if (templates.get(prompt)?.source !== source) return 'agent';
  return prompt.kind === 'file' ? 'promptTemplatePath' : 'promptTemplate';
}
