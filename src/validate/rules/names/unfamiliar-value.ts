import type { ClaudeTask } from '../../../model/block.ts';
import type { MapDocument } from '../../../model/map-document.ts';
import { toPermissionRule } from '../../../model/permission-rule.ts';
import type { Span } from '../../../text/source.ts';
import { closest } from '../../../util/closest.ts';
import { blockNodesOf, isReadonly, tasksOf, type BlockNode } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';

/** What Claude Code knows under these fields. It may learn more, so only what is nearly one of them is doubted. */
const KNOWN = {
  permissionMode: ['acceptEdits', 'auto', 'bypassPermissions', 'default', 'dontAsk', 'plan'],
  model: ['opus', 'sonnet', 'haiku', 'opusplan', 'default', 'best', 'inherit'],
  tool: (
    'Agent AskUserQuestion Bash BashOutput Edit EnterPlanMode ExitPlanMode Glob Grep KillShell LS LSP MultiEdit NotebookEdit ' +
    'NotebookRead Read Skill SlashCommand Task TaskOutput TaskStop TodoWrite ToolSearch WebFetch WebSearch Write'
  ).split(' '),
};
const EDITING: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'NotebookEdit', 'Write']);

/** Settings of agents are words that Claude Code knows, as far as a near miss shows. */
export const unfamiliarValue: Rule = ({ document }, report) => {
  const seen = new Set<number>();
  for (const task of tasksOf(document.map)) {
    if (task.type !== 'claude') continue;
    for (const { field, value, known, span } of valuesOf(task, document)) {
      if (known.includes(value) || seen.has(span.start)) continue;
      const near = closest(value, known);
      if (near === undefined) continue;
      // All tasks have what `defaults` says.
      seen.add(span.start);
      const at = placeOf(span, value);
      const fix = at && { title: `Write ${near}.`, safe: false, edits: [{ span: at, newText: near }] };
      report('unfamiliar-value', at ?? span, { field, value, near }, { fix, evidence: 'heuristic' });
    }
  }
};

interface Setting {
  readonly field: string;
  readonly value: string;
  readonly known: readonly string[];
  readonly span: Span;
}

function valuesOf(task: ClaudeTask, document: MapDocument): readonly Setting[] {
  const settings: Setting[] = [];
  for (const field of ['permissionMode', 'model'] as const) {
    const value = task[field];
    if (value !== undefined)
      settings.push({ field, value, known: KNOWN[field], span: document.spanOf(task, field) });
  }
  for (const field of ['allowedTools', 'disallowedTools'] as const) {
    for (const rule of task[field] ?? []) {
      const { tool } = toPermissionRule(rule);
      if (/^[A-Za-z]+$/.test(tool))
        settings.push({ field, value: tool, known: KNOWN.tool, span: document.spanOf(task, field) });
    }
  }
  return settings;
}

/** Where a word stands in the text of a field, and is no part of another. A word is any text: a map may write anything as a tool. */
function placeOf({ source, start, end }: Span, word: string): Span | undefined {
  const { text } = source;
  const isPart = (character: string | undefined): boolean => character !== undefined && /\w/.test(character);
  if (word === '') return undefined;
  for (
    let at = text.indexOf(word, start);
    at >= 0 && at + word.length <= end;
    at = text.indexOf(word, at + 1)
  ) {
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length]))
      return { source, start: at, end: at + word.length };
  }
  return undefined;
}

/** A tool is not both allowed and denied, nor an edit allowed to who writes nothing. */
export const contradictoryTools: Rule = ({ document }, report) => {
  const seen = new Set<number>();
  for (const node of blockNodesOf(document.map)) {
    for (const task of node.block.tasks) {
      if (task.type !== 'claude') continue;
      for (const rule of task.allowedTools ?? []) {
        const beside = contradictionOf(rule, task, node);
        const span = document.spanOf(task, 'allowedTools');
        const at = placeOf(span, toPermissionRule(rule).tool) ?? span;
        if (beside === undefined || seen.has(at.start)) continue;
        seen.add(at.start);
        report('contradictory-tools', at, { task: task.name, rule, beside });
      }
    }
  }
};

/** What a permission rule contradicts, as a part of a sentence. */
function contradictionOf(rule: string, task: ClaudeTask, node: BlockNode): string | undefined {
  const { tool, about } = toPermissionRule(rule);
  const denied = task.disallowedTools ?? [];
  if (denied.includes(rule) || (about !== undefined && denied.includes(tool)))
    return 'disallowedTools has it, too';
  if (!EDITING.has(tool) || about !== undefined) return undefined;
  if (task.writes?.[0] === 'nothing') return 'the task writes nothing';
  if (task.permissionMode === 'plan') return 'its permission mode is "plan"';
  return isReadonly(node) ? 'the workspace around it is "readonly"' : undefined;
}
