import type { Inspected } from '../../check/check.ts';
import { isPrompted } from '../../model/tasks.ts';
import type { Expression } from '../../expression/cel/expression.ts';
import type { Span } from '../../text/source.ts';
import { blockNodesOf } from '../../validate/blocks/blocks.ts';
import { templatesOf } from '../../validate/names/declarations.ts';
import { expressionPlacesOf } from '../../validate/types/expression-places.ts';
import { onEntry, type ProgramPoint } from '../../validate/blocks/program-point.ts';
import type { Template } from '../../prompt/parse/template.ts';
import { operandsOf } from '../../prompt/parse/used-names.ts';
import type { TemplatePart } from '../../prompt/parse/template-part.ts';

/** An expression, where it is written, and when it is evaluated. */
export interface PlacedExpression {
  readonly expression: Expression;
  readonly span: Span;
  readonly point: ProgramPoint;
}

/** Finds the expression at an offset of a file, by the name of its source; of a shared template that of the first task. */
export function findExpression(
  inspected: Inspected,
  name: string,
  offset: number,
): PlacedExpression | undefined {
  for (const blockNode of expressionsOf(inspected, name)) {
    if (blockNode.span.source.name === name && blockNode.span.start <= offset && offset <= blockNode.span.end)
      return blockNode;
  }
  return undefined;
}

function* expressionsOf(inspected: Inspected, name: string): Iterable<PlacedExpression> {
  const { subject, placed: place } = inspected;
  for (const { expression, point } of expressionPlacesOf(subject)) {
    yield { expression, point, span: place(expression.span) };
  }
  for (const { template, point } of promptPointsOf(inspected, name)) {
    for (const expression of expressionsIn(template.parts)) {
      yield { expression, point, span: place(expression.span) };
    }
  }
}

/** The templates and partials of a source of tasks, each with the point at which the first of them reads it. */
export function* promptPointsOf(
  { subject }: Inspected,
  name: string,
): Iterable<{ readonly template: Template; readonly point: ProgramPoint }> {
  const seen = new Set<Template>();
  for (const blockNode of blockNodesOf(subject.document.map)) {
    for (const task of blockNode.block.tasks.filter(isPrompted)) {
      for (const template of templatesOf(task, subject).flatMap((each) => withPartials(each, 0))) {
        if (seen.has(template) || template.source.name !== name) continue;
        seen.add(template);
        yield { template, point: onEntry(blockNode, task) };
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
