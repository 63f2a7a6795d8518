import type { Fix, Report } from '../../../diagnostics/diagnostic.ts';
import type { ActiveTask } from '../../../model/block.ts';
import { isPrompted } from '../../../model/tasks.ts';
import type { Template } from '../../../prompt/parse/template.ts';
import type { Span } from '../../../text/source.ts';
import { blockNodesOf } from '../../blocks/blocks.ts';
import { onEntry, type ProgramPoint } from '../../blocks/program-point.ts';
import type { PromptRule, PromptSubject } from '../../blocks/rule.ts';
import { templatesOf } from '../../names/declarations.ts';
import { environmentsOf } from '../../types/environments.ts';
import { expressionPlacesOf } from '../../types/expression-places.ts';
import { passedArgumentsOf } from '../../types/passed-arguments.ts';

/** Texts that nothing is filled into do not name a value in the way of those that something is filled into. */
export const uninterpolatedText: PromptRule = (subject, report) => {
  for (const blockNode of blockNodesOf(subject.document.map)) {
    for (const task of blockNode.block.tasks) {
      if (task.type === 'end') continue;
      const reader: Reader = { point: onEntry(blockNode, task), subject, report };
      reportSettings(task, reader);
      if (isPrompted(task)) reportHandlebars(templatesOf(task, subject), reader);
    }
  }
  reportLiterals(subject, report);
};

interface Reader {
  readonly point: ProgramPoint;
  readonly subject: PromptSubject;
  readonly report: Report;
}

function reportSettings(task: ActiveTask, { point, subject, report }: Reader): void {
  for (const { field, text } of plainTextsOf(task)) {
    const found = placeholdersIn(text).find(({ inside }) => isKnown(inside, point, subject));
    if (!found) continue;
    const owner = `"${field}" of task "${task.name}"`;
    report('uninterpolated-text', subject.document.spanOf(task, field), { text: found.whole, owner });
  }
}

function reportHandlebars(templates: Iterable<Template>, { point, subject, report }: Reader): void {
  const owner = 'a template without "syntax: handlebars"';
  for (const { source, parts } of templates) {
    const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
    for (const [text, name = ''] of texts.flatMap((each) => [...each.matchAll(HANDLEBARS)])) {
      const start = source.text.indexOf(text);
      if (start < 0 || !isKnown(name, point, subject)) continue;
      const span = { source, start, end: start + text.length };
      report('uninterpolated-text', span, { text, owner }, { fix: fixOf(span, name), help: HANDLEBARS_HELP });
    }
  }
}

function reportLiterals(subject: PromptSubject, report: Report): void {
  const passed = passedArgumentsOf(subject).map(({ argument }) => argument);
  const ofArguments = new Set(
    passed.flatMap((each) => (each.kind === 'expression' ? [subject.sourceOf(each.expression)] : [])),
  );
  for (const { expression, point } of expressionPlacesOf(subject)) {
    const { source, start } = expression.span;
    for (const literal of expression.text.matchAll(LITERALS)) {
      const found = placeholdersIn(literal[0]).find(({ inside }) => isKnown(inside, point, subject));
      if (!found) continue;
      const at = start + literal.index + found.index;
      const owner = ofArguments.has(source) ? 'an argument' : 'a text of an expression';
      const span = { source, start: at, end: at + found.whole.length };
      report('uninterpolated-text', span, { text: found.whole, owner });
    }
  }
}

/** Whether what stands in a placeholder begins with a name that can be read there. */
function isKnown(inside: string, point: ProgramPoint, subject: PromptSubject): boolean {
  const names = FIRST_NAME.exec(inside)?.slice(1) ?? [];
  return environmentsOf(subject).environmentOf(names, point).types.size > 0;
}

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
