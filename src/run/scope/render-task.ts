import { ExpressionError } from '../../expression/cel/expression-error.ts';
import type { Scope } from '../../expression/types/value.ts';
import type { ClaudeTask, HumanTask } from '../../model/block.ts';
import type { Scalar } from '../../model/field.ts';
import { expectedAnswer } from '../../prompt/render/expected-answer.ts';
import { renderPrompt } from '../../prompt/render/render-prompt.ts';
import { digestOf } from '../../journal/source-store.ts';
import type { Program } from '../program/program.ts';
import { signalAsked } from './signal-asked.ts';
import { AGENT_TEXTS } from '../../model/shadowable-names.ts';
import { taskScope, textFor, type ScopedTask, type TaskContext } from './task-scope.ts';

/** A prompt, and what the journal keeps of it. Units: bytes of UTF-8. */
export interface RenderedTask {
  readonly text: string;
  readonly template: string | null;
  readonly params: Readonly<Record<string, Scalar>>;
  readonly digest: string;
  readonly sizeBytes: number;
}

/**
 * Renders the prompt of an execution.
 *
 * The same state gives the same text: what was sent can be rendered again from the journal.
 * Errors: none thrown; what a value lacks is the `problem`.
 */
export function renderTask(
  context: TaskContext,
  open: ScopedTask,
  task: ClaudeTask | HumanTask,
): RenderedTask | { readonly problem: string } {
  const { program, settings } = context;
  const { scope, names, problems } = taskScope(context, open, task);
  if (problems.length > 0) return { problem: problems.map(({ message }) => message).join(' ') };
  try {
    const text = renderPrompt({
      prompt: task.prompt,
      template: program.templates.get(task.prompt),
      scope,
      channel: settings.channel,
      ...expectedAnswer(task, program),
      signal: task.type === 'claude' ? signalAsked(task, () => scope) : undefined,
    });
    return {
      text,
      template: templateDigestOf(program, task),
      params: scalarsOf(names, scope, (name) => textFor(name, context, open)),
      digest: digestOf(text),
      sizeBytes: Buffer.byteLength(text),
    };
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return { problem: thrown.message };
    throw thrown;
  }
}

function templateDigestOf(program: Program, task: ClaudeTask | HumanTask): string | null {
  if (task.prompt.kind === 'file') return program.templateSources[task.prompt.path]?.digest ?? null;
  return program.facts.tasks.get(task)?.inlineDigest ?? null;
}

/** The texts for agents are left out: the journal has them, or what they are made from. */
function scalarsOf(
  names: readonly string[],
  { values }: Scope,
  textOf: (name: string) => string,
): Record<string, Scalar> {
  const scalars: [string, Scalar][] = [];
  for (const name of names) {
    const value = values.get(name);
    if (AGENT_TEXTS.has(name) && value === textOf(name)) continue;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      scalars.push([name, value]);
    }
  }
  return Object.fromEntries(scalars);
}
