import type { Inspected } from '../../check/check.ts';
import { isPrompted } from '../../model/tasks.ts';
import type { Expression } from '../../expression/cel/expression.ts';
import type { Span } from '../../text/source.ts';
import { placedBlocksOf } from '../../validate/blocks/blocks.ts';
import { templatesOf } from '../../validate/names/declarations.ts';
import { expressionPlacesOf } from '../../validate/types/expression-places.ts';
import { onEntry, type Moment } from '../../validate/blocks/moment.ts';
import type { Template } from '../../prompt/parse/template.ts';
import { operandsOf } from '../../prompt/parse/used-names.ts';
import type { TemplatePart } from '../../prompt/parse/template-part.ts';

/** An expression, where it is written, and when it is evaluated. */
export interface PlacedExpression {
  readonly expression: Expression;
  readonly span: Span;
  readonly moment: Moment;
}

/** Finds the expression at an offset of a file, by the name of its source; of a shared template that of the first task. */
export function findExpression(
  inspected: Inspected,
  name: string,
  offset: number,
): PlacedExpression | undefined {
  for (const placed of expressionsOf(inspected, name)) {
    if (placed.span.source.name === name && placed.span.start <= offset && offset <= placed.span.end)
      return placed;
  }
  return undefined;
}

function* expressionsOf(inspected: Inspected, name: string): Iterable<PlacedExpression> {
  const { subject, placed: place } = inspected;
  for (const { expression, moment } of expressionPlacesOf(subject)) {
    yield { expression, moment, span: place(expression.span) };
  }
  for (const { template, moment } of promptMomentsOf(inspected, name)) {
    for (const expression of expressionsIn(template.parts)) {
      yield { expression, moment, span: place(expression.span) };
    }
  }
}

/** The templates and partials of a source that tasks are told, each with the moment of the first task of them. */
export function* promptMomentsOf(
  { subject }: Inspected,
  name: string,
): Iterable<{ readonly template: Template; readonly moment: Moment }> {
  const seen = new Set<Template>();
  for (const placed of placedBlocksOf(subject.document.map)) {
    for (const task of placed.block.tasks.filter(isPrompted)) {
      for (const template of templatesOf(task, subject).flatMap((each) => withPartials(each, 0))) {
        if (seen.has(template) || template.source.name !== name) continue;
        seen.add(template);
        yield { template, moment: onEntry(placed, task) };
      }
    }
  }
}

const MAX_PARTIAL_DEPTH = 20;

function withPartials(template: Template, depth: number): readonly Template[] {
  if (depth > MAX_PARTIAL_DEPTH) return [template];
  return [template, ...[...template.partials.values()].flatMap((each) => withPartials(each, depth + 1))];
}

function* expressionsIn(parts: readonly TemplatePart[]): Iterable<Expression> {
  for (const part of parts) {
    for (const operand of operandsOf(part)) {
      if (operand.kind === 'expression') yield operand.expression;
      if (operand.kind === 'text') yield* expressionsIn(operand.parts);
    }
    if ('body' in part) yield* expressionsIn(part.body);
    if ('otherwise' in part) yield* expressionsIn(part.otherwise);
  }
}
