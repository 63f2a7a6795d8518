import type { Report } from '../../diagnostics/diagnostic.ts';
import { parseExpression } from '../../expression/cel/parse-expression.ts';
import type { Source } from '../../text/source.ts';
import { splitFrontMatter, type Split } from './front-matter.ts';
import { parseBody, type Body } from './handlebars/parse-body.ts';
import { openingOf } from './opening-of.ts';
import { NO_FRONT_MATTER, readFrontMatter, type FrontMatter } from './read-front-matter.ts';
import { scanBody } from './scan-body.ts';
import type { TemplatePart } from './template-part.ts';
import type { Template } from './template.ts';
import { usedNames } from './used-names.ts';

/** Units: UTF-16 units. */
export const MAX_TEMPLATE_LENGTH = 4 * 1024 * 1024;
export const MAX_FRONT_MATTER_LENGTH = 64 * 1024;

/**
 * Parses a prompt template: front matter with parameters, if there is any, and a body with `${…}` in it, and with
 * `{{…}}` where the front matter says `syntax: handlebars`.
 *
 * Shape: parts are in order; text keeps its bytes, line breaks included, but for the backslash of `\${` and the white
 * space that Handlebars takes. Where something was reported the template is what could be read of it. Partials are
 * not read: see `link-partials.ts`.
 * Errors: reports `excessive-template`, `unclosed-front-matter`, `invalid-front-matter`, `invalid-parameter`,
 * `unknown-parameter-key`, `unsupported-syntax`, `unclosed-expression` and what expressions and `parse-body.ts` report.
 */
export function parseTemplate(source: Source, report: Report): Template {
  return parseParts(source, report, (frontMatter) => frontMatter.isHandlebars);
}

/**
 * Parses a partial: a body in Handlebars, whatever its front matter says.
 *
 * Errors: reports what {@link parseTemplate} does, and `invalid-front-matter` for parameters: a partial gets its own where it is
 * taken in.
 */
export function parsePartial(source: Source, report: Report): Template {
  const partial = parseParts(source, report, () => true);
  const [parameter] = partial.parameters;
  if (parameter) {
    const problem =
      'a partial declares no parameters; it sees those of the prompt, and gets others where it is taken in';
    report('invalid-front-matter', parameter.span, { problem });
  }
  return { ...partial, parameters: [] };
}

function parseParts(
  source: Source,
  report: Report,
  isHandlebars: (frontMatter: FrontMatter) => boolean,
): Template {
  const { text } = source;
  if (text.length > MAX_TEMPLATE_LENGTH) {
    const params = { part: 'template', size: text.length, max: MAX_TEMPLATE_LENGTH };
    report('excessive-template', { source, start: 0, end: 0 }, params);
    return templateOf(source, NO_FRONT_MATTER, NO_BODY);
  }
  const split = splitFrontMatter(source);
  if (!split.isClosed) {
    const start = text.indexOf('---');
    report('unclosed-front-matter', { source, start, end: start + 3 }, { opening: '---' });
    return templateOf(source, NO_FRONT_MATTER, NO_BODY);
  }
  const frontMatter = frontMatterOf(source, split, report);
  // Handlebars is not loaded for a text that has none.
  const hasHandlebars = isHandlebars(frontMatter) && text.includes('{{', split.bodyStart);
  const body = hasHandlebars
    ? parseBody(source, split.bodyStart, report)
    : { parts: partsOf(source, split.bodyStart, report), inclusions: [] };
  return templateOf(source, frontMatter, body);
}

const NO_BODY: Body = { parts: [], inclusions: [] };

function templateOf(source: Source, frontMatter: FrontMatter, { parts, inclusions }: Body): Template {
  const { parameters, settings, settingFaults, head } = frontMatter;
  const { all, free } = usedNames(parts);
  const placesActions = free.has('actions');
  return {
    source,
    parameters,
    settings,
    settingFaults,
    head,
    parts,
    names: all,
    placesActions,
    inclusions,
    partials: new Map(),
  };
}

function frontMatterOf(source: Source, { frontMatter }: Split, report: Report): FrontMatter {
  if (!frontMatter) return NO_FRONT_MATTER;
  const span = { source, ...frontMatter };
  const size = span.end - span.start;
  if (size <= MAX_FRONT_MATTER_LENGTH) return readFrontMatter(span, report);
  const params = { part: 'front matter', size, max: MAX_FRONT_MATTER_LENGTH };
  report('excessive-template', { source, start: span.start, end: span.start }, params);
  return NO_FRONT_MATTER;
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
