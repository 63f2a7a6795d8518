import { join } from 'node:path';
import { editRule } from './edit-rule.ts';
import type { Denial } from '../../model/event-records.ts';
import type { agentSettingsOf } from './agent-settings.ts';
import type { TaskEffects } from './task-effects.ts';

/** The tools of an agent that write files. */
const WRITERS = ['Edit', 'Write', 'NotebookEdit'];

/** What makes commits, in the words that an agent would use. They tell it; they do not hold it. */
const COMMITS = ['commit', 'merge', 'rebase', 'cherry-pick', 'revert', 'am', 'stash', 'push'];

type Settings = Omit<ReturnType<typeof agentSettingsOf>, 'unruledCalls'>;

/**
 * The permissions of an agent, narrowed to what its task may change: its tools for files are offered and allowed
 * accordingly, and nothing is edited unasked where not all may be.
 *
 * Shape: `deniedTools` are rules in addition to those of the run; `folder` is absolute.
 */
export function withinEffects(
  { allowedTools = [], disallowedTools = [], permissionMode, ...settings }: Settings,
  effects: TaskEffects | undefined,
  folder: string,
) {
  const as = { ...settings, allowedTools, disallowedTools, permissionMode, deniedTools: [] as string[] };
  if (effects === undefined) return as;
  const { writes, frozen, mayCommit } = effects;
  const isFree = writes === 'anything';
  const paths = typeof writes === 'string' ? [] : writes;
  return {
    ...as,
    permissionMode:
      isFree || permissionMode === 'plan' || permissionMode === 'dontAsk' ? permissionMode : 'default',
    allowedTools: [...allowedTools.filter((rule) => isFree || !isWriter(rule)), ...rulesFor(paths, folder)],
    disallowedTools: writes === 'nothing' ? [...disallowedTools, ...WRITERS] : disallowedTools,
    deniedTools: [
      ...rulesFor(frozen, folder),
      ...(mayCommit ? [] : COMMITS.map((word) => `Bash(git ${word} *)`)),
    ],
  };
}

/** Commands that are there to change files. */
const CHANGES_FILES =
  /^Bash\((?:touch|mkdir|rmdir|rm|mv|cp|ln|chmod|tee|sed -i|git (?:restore|mv|checkout|rm|add))\b/;

/** Whether a rule, or a call of a tool by its name, would let a task change what it must not. */
export function isBeyond(rule: string, writes: TaskEffects['writes']): boolean {
  if (writes === 'anything') return false;
  return isWriter(rule) || (writes === 'nothing' && CHANGES_FILES.test(rule));
}

/** Rules of a command line, without those that would let a task change what it must not. */
export function rulesWithin(
  rules: readonly string[],
  effects: Pick<TaskEffects, 'writes'> | undefined,
): readonly string[] {
  return effects === undefined ? rules : rules.filter((rule) => !isBeyond(rule, effects.writes));
}

/** Refused calls, without the rules that would allow what the task must not do. */
export function denialsWithin(
  denials: readonly Denial[],
  effects: TaskEffects | undefined,
): readonly Denial[] {
  if (effects === undefined || effects.writes === 'anything') return denials;
  return denials.map((denial) => {
    const { rule } = denial;
    if (rule === null || !(isWriter(rule) || CHANGES_FILES.test(rule))) return denial;
    return { ...denial, rule: null, why: 'effects' };
  });
}

/** A rule of a task that says what it writes must not widen that. */
function isWriter(rule: string): boolean {
  return WRITERS.includes(/^\w+/.exec(rule)?.[0] ?? '');
}

function rulesFor(paths: readonly string[], folder: string): readonly string[] {
  return paths.flatMap((path) => [editRule(join(folder, path)), editRule(join(folder, path, '**'))]);
}
