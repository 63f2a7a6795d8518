import { ExpressionError } from '../expression/expression-error.ts';
import type { Scope, ValueType } from '../expression/value.ts';
import type { Value } from '../model/value.ts';
import type { ClaudeTask, PromptSource } from '../model/block.ts';
import { bindParameters } from '../prompt/bind-parameters.ts';
import { renderPrompt } from '../prompt/render-prompt.ts';
import { digestOf } from '../journal/source-store.ts';
import type { RunEventData } from '../model/run-event.ts';
import type { RunSettings } from './live-run.ts';
import type { Program } from './program.ts';
import type { OpenTask } from './run-state.ts';
import type { Scalar } from '../model/field.ts';

/** What of a run its prompts are made from; a prompt can be rendered without one, too. */
export interface PromptContext {
  readonly program: Program;
  readonly state: { readonly started: Pick<RunEventData['run.started'], 'fields'> | undefined };
  readonly settings: Pick<RunSettings, 'channel' | 'run'>;
}

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
  { program, state, settings }: PromptContext,
  open: Pick<OpenTask, 'address' | 'args'>,
  task: ClaudeTask,
): RenderedTask | { readonly problem: string } {
  const template = program.templates.get(task.prompt);
  const { scope, problems } = bindParameters({
    fields: program.map.fields,
    params: task.params,
    parameters: template?.parameters ?? [],
    values: state.started?.fields ?? {},
    args: open.args,
  });
  if (problems.length > 0) return { problem: problems.map(({ message }) => message).join(' ') };
  try {
    const text = renderPrompt({
      prompt: task.prompt,
      template,
      scope: withBuiltIns(scope, open, settings),
      actions: task.actions,
      appendActions: task.appendActions,
      channel: settings.channel,
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

function withBuiltIns(
  scope: Scope,
  open: Pick<OpenTask, 'address'>,
  { run }: Pick<RunSettings, 'run'>,
): Scope {
  const types: [string, ValueType][] = [
    ['visits', 'integer'],
    ['run', 'any'],
  ];
  const values: [string, Value][] = [
    ['visits', open.address.visit ?? 1],
    ['run', { ...run }],
  ];
  return { types: new Map([...scope.types, ...types]), values: new Map([...scope.values, ...values]) };
}

function templateDigestOf(program: Program, { prompt }: ClaudeTask): string | null {
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
