import { checkShellLine } from '../../../prompt/shell/shell-command.ts';
import { tasksOf } from '../../blocks/blocks.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** Values in the line of a shell command stand where they stay values. */
export const unplaceableValue: PromptRule = ({ document, sourceOf }, report) => {
  for (const task of tasksOf(document.map)) {
    if (task.type !== 'shell' || task.command.kind !== 'line') continue;
    const { line } = task.command;
    const fault = line.text.includes('${') ? checkShellLine(line) : undefined;
    if (!fault) continue;
    const { start, end, reason } = fault;
    report('unplaceable-value', { source: sourceOf(line), start, end }, { task: task.name, reason });
  }
};
