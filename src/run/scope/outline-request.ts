import { expressionOf } from '../../expression/cel/expression-of.ts';
import { ExpressionError } from '../../expression/cel/expression-error.ts';
import type { ClaudeTask } from '../../model/block.ts';
import { isListValue, type Value } from '../../model/value.ts';
import { isContained } from '../../util/is-contained.ts';
import type { OutlineRequest } from '../host/outliner.ts';
import { readsBuiltIn, taskScope, type ScopedTask, type TaskContext } from './task-scope.ts';

/** Where a map says nothing of it. Units: tokens. */
const DEFAULT_TOKENS = 1_000;

/** Units: files. More would be no focus. */
const MAX_FOCUS = 100;

/** The outline of a folder that the prompts of a task name; undefined where they name none. The problem is a sentence. */
export function outlineRequest(
  context: TaskContext,
  open: ScopedTask,
  task: ClaudeTask,
  folder: string,
): OutlineRequest | undefined | { readonly problem: string } {
  if (!readsBuiltIn('outline', context, open.args, task)) return undefined;
  const { outlineTokens: tokens = DEFAULT_TOKENS, outlineFocus } = task;
  if (outlineFocus === undefined) return { folder, tokens, focus: [] };
  try {
    const focus = expressionOf(outlineFocus).evaluate(taskScope(context, open, task).scope);
    return { folder, tokens, focus: pathsIn(focus) };
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return { problem: thrown.message };
    throw thrown;
  }
}

/** What is no path in the work tree does not count: agents name such files. */
function pathsIn(value: Value): readonly string[] {
  const paths = isListValue(value) ? value.filter((each) => typeof each === 'string') : [];
  return paths
    .slice(0, MAX_FOCUS)
    .filter(isContained)
    .map((path) => path.replace(/^(?:\.\/+)+/, ''));
}
