import type { Extra, Fix } from '../../../diagnostics/diagnostic.ts';
import type { ActiveTask } from '../../../model/block.ts';
import { isPrompted } from '../../../model/tasks.ts';
import type { Span } from '../../../text/source.ts';
import { blockNodesOf } from '../../blocks/blocks.ts';
import { onEntry, type ProgramPoint } from '../../blocks/program-point.ts';
import type { PromptRule } from '../../blocks/rule.ts';
import { templatesOf } from '../../names/declarations.ts';
import { environmentsOf } from '../../types/environments.ts';
import { expressionPlacesOf } from '../../types/expression-places.ts';
import { passedArgumentsOf } from '../../types/passed-arguments.ts';

/** Texts that nothing is filled into do not name a value in the way of those that something is filled into. */
export const uninterpolatedText: PromptRule = (subject, report) => {
  const { document } = subject;
  const environments = environmentsOf(subject);
  const isKnown = (inside: string, point: ProgramPoint): boolean =>
    environments.environmentOf(FIRST_NAME.exec(inside)?.slice(1) ?? [], point).types.size > 0;
  const tell = (span: Span, text: string, owner: string, extra: Extra = {}) =>
    report('uninterpolated-text', span, { text, owner }, extra);

  for (const blockNode of blockNodesOf(document.map)) {
    for (const task of blockNode.block.tasks) {
      if (task.type === 'end') continue;
      const point = onEntry(blockNode, task);
      for (const { field, text, node = task } of plainTextsOf(task)) {
        const found = placeholdersIn(text).find(({ inside }) => isKnown(inside, point));
        if (found) tell(document.spanOf(node, field), found.whole, `"${field}" of task "${task.name}"`);
      }
      for (const template of isPrompted(task) ? templatesOf(task, subject) : []) {
        const { source } = template;
        for (const part of template.parts) {
          if (part.kind !== 'text' || !part.text.includes('{{')) continue;
          for (const [whole, name = ''] of part.text.matchAll(HANDLEBARS)) {
            if (!isKnown(name, point)) continue;
            const start = source.text.indexOf(whole);
            const span = { source, start, end: start + whole.length };
            if (start >= 0)
              tell(span, whole, 'a template without "syntax: handlebars"', {
                fix: fixOf(span, name),
                help: HANDLEBARS_HELP,
              });
          }
        }
      }
    }
  }
  const ofArguments = new Set(
    passedArgumentsOf(subject).flatMap(({ argument }) =>
      argument.kind === 'expression' ? [subject.sourceOf(argument.expression)] : [],
    ),
  );
  for (const { expression, point } of expressionPlacesOf(subject)) {
    const { source, start } = expression.span;
    for (const literal of expression.text.matchAll(LITERALS)) {
      const found = placeholdersIn(literal[0]).find(({ inside }) => isKnown(inside, point));
      if (!found) continue;
      const at = start + literal.index + found.index;
      const owner = ofArguments.has(source) ? 'an argument' : 'a text of an expression';
      tell({ source, start: at, end: at + found.whole.length }, found.whole, owner);
    }
  }
};

/** What a shell or another language writes there begins otherwise, or with a name of its own. */
const FIRST_NAME = /^[\s!(]*(?:(?:has|size|string)\()?([A-Za-z_]\w*)(?!\w|\()/;
const LITERALS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs;
const HANDLEBARS_HELP =
  'Write "${name}" or "${flag ? … : …}". A template file whose front matter says "syntax: handlebars" reads {{…}}.';
/** GitHub writes `${{ … }}`. */
const HANDLEBARS = /(?<![$\\])\{\{(?:#(?:if|each|unless|with)\s+)?\s*([A-Za-z_]\w*)[\w.]*\s*\}\}/g;

interface Placeholder {
  readonly whole: string;
  readonly inside: string;
  readonly index: number;
}

function placeholdersIn(text: string): readonly Placeholder[] {
  return Array.from(text.matchAll(/(?<!\\)\$\{([^{}]*)\}/g), ({ 0: whole, 1: inside = '', index }) => ({
    whole,
    inside,
    index,
  }));
}

function fixOf(span: Span, name: string): Fix | undefined {
  const text = span.source.text.slice(span.start, span.end);
  if (!/^\{\{\s*\w+\s*\}\}$/.test(text)) return undefined;
  return { title: `Write \${${name}}.`, safe: false, edits: [{ span, newText: `\${${name}}` }] };
}

interface PlainText {
  readonly field: string;
  readonly text: string;
  readonly node?: object;
}

/** The texts of a task that are taken as they stand. */
function plainTextsOf(task: ActiveTask): readonly PlainText[] {
  const texts: PlainText[] = [];
  if (isPrompted(task) && task.prompt.kind === 'verbatim')
    texts.push({ field: 'prompt', text: task.prompt.text });
  if (task.type !== 'claude') return texts;
  if (task.model !== undefined) texts.push({ field: 'model', text: task.model });
  for (const field of ['allowedTools', 'disallowedTools'] as const)
    for (const text of task[field] ?? []) texts.push({ field, text });
  return texts;
}
