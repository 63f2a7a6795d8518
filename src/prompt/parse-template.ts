import type { Report } from '../diagnostics/diagnostic.ts';
import { parseExpression } from '../expression/parse-expression.ts';
import type { Source } from '../text/source.ts';
import { splitFrontMatter, type Split } from './front-matter.ts';
import { readParameters } from './read-parameters.ts';
import { scanBody } from './scan-body.ts';
import type { Template, TemplateParameter, TemplatePart } from './template.ts';

/** Units: UTF-16 units. */
export const MAX_TEMPLATE_LENGTH = 4 * 1024 * 1024;
export const MAX_FRONT_MATTER_LENGTH = 64 * 1024;

/**
 * Parses a prompt template: front matter with parameters, if there is any, and a body with `${…}` in it.
 *
 * Shape: parts are in order; text keeps its bytes, line breaks included, but for the backslash of `\${`. Where
 * something was reported the template is what could be read of it.
 * Errors: reports `excessive-template`, `unclosed-front-matter`, `invalid-front-matter`, `invalid-parameter`,
 * `unknown-parameter-key`, `unsupported-syntax`, `unclosed-expression` and what expressions report.
 */
export function parseTemplate(source: Source, report: Report): Template {
  const { text } = source;
  const empty: Template = { source, parameters: [], parts: [], placesActions: false };
  if (text.length > MAX_TEMPLATE_LENGTH) {
    const params = { part: 'template', size: text.length, max: MAX_TEMPLATE_LENGTH };
    report('excessive-template', { source, start: 0, end: 0 }, params);
    return empty;
  }
  const split = splitFrontMatter(source);
  if (!split.isClosed) {
    const start = text.indexOf('---');
    report('unclosed-front-matter', { source, start, end: start + 3 }, { opening: '---' });
    return empty;
  }
  const parameters = parametersOf(source, split, report);
  const parts = partsOf(source, split.bodyStart, report);
  return { source, parameters, parts, placesActions: parts.some(namesActions) };
}

function parametersOf(source: Source, { frontMatter }: Split, report: Report): readonly TemplateParameter[] {
  if (!frontMatter) return [];
  const span = { source, ...frontMatter };
  const size = span.end - span.start;
  if (size <= MAX_FRONT_MATTER_LENGTH) return readParameters(span, report);
  const params = { part: 'front matter', size, max: MAX_FRONT_MATTER_LENGTH };
  report('excessive-template', { source, start: span.start, end: span.start }, params);
  return [];
}

function partsOf(source: Source, start: number, report: Report): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  for (const piece of scanBody(source, start)) {
    if (piece.kind === 'text') parts.push(piece);
    else if (piece.kind === 'unclosed') {
      report('unclosed-expression', piece.span, { opening: openingOf(source.text, piece.span) });
    } else {
      const expression = parseExpression(piece.span, report);
      if (expression) parts.push({ kind: 'expression', expression });
    }
  }
  return parts;
}

function openingOf(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const line = text.slice(start, end);
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

function namesActions(part: TemplatePart): boolean {
  return part.kind === 'expression' && part.expression.names.some((use) => use.name === 'actions');
}
