import { ExpressionError } from '../../expression/cel/expression-error.ts';
import type { ValueType } from '../../expression/types/value.ts';
import type { Value } from '../../model/value.ts';
import type { PromptedTask } from '../../model/tasks.ts';
import { expectedAnswer } from '../../prompt/render/expected-answer.ts';
import { renderPrompt } from '../../prompt/render/render-prompt.ts';
import { templatesOf } from '../../validate/names/declarations.ts';
import { environmentsOf } from '../../validate/types/environments.ts';
import { onEntry } from '../../validate/blocks/program-point.ts';
import type { PromptSubject } from '../../validate/blocks/rule.ts';
import type { BlockNode } from '../../validate/blocks/blocks.ts';
import { declaredType } from '../../expression/types/declared-type.ts';
import { placeholderValue } from './placeholder-value.ts';

/**
 * The prompt of a task as an agent would read it, with placeholders where values would be.
 *
 * Shape: undefined where the template could not be read. Where the placeholders make no sense to an expression, the `problem`.
 */
export function previewPrompt(
  task: PromptedTask,
  blockNode: BlockNode,
  subject: PromptSubject,
): { readonly text: string } | { readonly problem: string } | undefined {
  const template = subject.templates.get(task.prompt);
  if (!template && task.prompt.kind !== 'verbatim') return undefined;
  const types = new Map<string, ValueType>();
  for (const sent of templatesOf(task, subject)) {
    for (const each of sent.parameters)
      types.set(
        each.name,
        declaredType(each, () => undefined),
      );
    const env = environmentsOf(subject).environmentOf(sent.names, onEntry(blockNode, task));
    for (const [name, type] of env.types) types.set(name, type);
  }
  const values = new Map<string, Value>(
    Array.from(types, ([name, type]) => [name, placeholderValue(type, name)]),
  );
  try {
    return {
      text: renderPrompt({
        prompt: task.prompt,
        template,
        scope: { types, values },
        channel: 'structured',
        ...expectedAnswer(task, subject),
      }),
    };
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return { problem: thrown.message };
    throw thrown;
  }
}
