import { ExpressionError } from '../../expression/cel/expression-error.ts';
import type { Scope } from '../../expression/types/value.ts';
import type { ClaudeTask, HumanTask, PromptSource } from '../../model/block.ts';
import type { Scalar } from '../../model/field.ts';
import { renderPrompt } from '../../prompt/render/render-prompt.ts';
import { digestOf } from '../../journal/source-store.ts';
import type { Program } from '../program/program.ts';
import type { OpenTask } from '../state/run-state.ts';
import { taskScope, type TaskContext } from './task-scope.ts';

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
  open: Pick<OpenTask, 'address' | 'args'>,
  task: ClaudeTask | HumanTask,
): RenderedTask | { readonly problem: string } {
  const { program, settings } = context;
  const { scope, problems } = taskScope(context, open, task);
  if (problems.length > 0) return { problem: problems.map(({ message }) => message).join(' ') };
  try {
    const text = renderPrompt({
      prompt: task.prompt,
      template: program.templates.get(task.prompt),
      scope,
      channel: settings.channel,
      ...answerOf(program, task),
    });
    return {
      text,
      template: templateDigestOf(program, task),
      params: scalarsOf(scope),
      digest: digestOf(text),
      sizeBytes: Buffer.byteLength(text),
    };
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return { problem: thrown.message };
    throw thrown;
  }
}

/** What a prompt says of the answer. A person sees the choices elsewhere, and guards choose by themselves. */
function answerOf(program: Program, task: ClaudeTask | HumanTask) {
  if (task.type === 'human') {
    return { role: undefined, actions: [], output: undefined, appendActions: false };
  }
  return {
    role: task.agent === undefined ? undefined : program.roles.get(task.agent.name),
    actions: isGuarded(task) ? [] : task.actions,
    output: task.output === undefined ? undefined : program.schemas.get(task.output),
    appendActions: task.appendActions,
  };
}

/** Whether the engine chooses after the task, by its guards. */
export function isGuarded({ actions }: Pick<ClaudeTask, 'actions'>): boolean {
  return actions.some(({ when }) => when !== undefined);
}

function templateDigestOf(program: Program, { prompt }: ClaudeTask | HumanTask): string | null {
  if (prompt.kind === 'verbatim') return null;
  if (prompt.kind === 'file') return program.templateSources[prompt.path]?.digest ?? null;
  const digest = inlineDigests.get(prompt) ?? digestOf(prompt.text);
  inlineDigests.set(prompt, digest);
  return digest;
}

/** A prompt that a run comes back to keeps its digest. */
const inlineDigests = new WeakMap<PromptSource, string>();

function scalarsOf({ values }: Scope): Record<string, Scalar> {
  const scalars: [string, Scalar][] = [];
  for (const [name, value] of values) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      scalars.push([name, value]);
    }
  }
  return Object.fromEntries(scalars);
}
