import { digestOf } from '../../journal/source-store.ts';
import { ExpressionError } from '../../expression/cel/expression-error.ts';
import type { ClaudeTask } from '../../model/block.ts';
import type { ReminderRecord } from '../../model/event-records.ts';
import { choicesOf } from '../../prompt/render/expected-answer.ts';
import { renderPrompt } from '../../prompt/render/render-prompt.ts';
import { taskScope, type ScopedTask, type TaskContext } from './task-scope.ts';

/** It is read again at every use of a tool. Units: UTF-16. */
const MAX_LENGTH = 2_000;

/** What an agent is to be told again, and what the journal keeps of it. */
export interface RenderedReminder {
  readonly text: string;
  readonly record: ReminderRecord;
}

/**
 * Renders the reminder of a task; undefined where it has none.
 *
 * Errors: none thrown; what a value lacks is the `problem`.
 */
export function renderReminder(
  context: TaskContext,
  open: ScopedTask,
  task: ClaudeTask,
): RenderedReminder | { readonly problem: string } | undefined {
  const { reminder } = task;
  if (reminder === undefined) return undefined;
  const { program, settings } = context;
  const { scope, problems } = taskScope(context, open, task);
  if (problems.length > 0) return { problem: problems.map(({ message }) => message).join(' ') };
  try {
    const whole = renderPrompt({
      prompt: reminder.text,
      template: program.templates.get(reminder.text),
      scope,
      actions: choicesOf(task),
      output: task.output === undefined ? undefined : program.schemas.get(task.output),
      appendActions: false,
      channel: settings.channel,
    });
    const text = shortened(whole);
    const record = { digest: digestOf(text), sizeBytes: Buffer.byteLength(text), cut: text !== whole };
    return { text, record };
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return { problem: `The reminder: ${thrown.message}` };
    throw thrown;
  }
}

function shortened(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  // Room for the note, whatever number is in it.
  const kept = text.slice(0, MAX_LENGTH - 60).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}\n(${text.length - kept.length} more characters were left out.)`;
}
