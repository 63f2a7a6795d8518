import type { Report } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../text/source.ts';
import type { Inclusion, TemplatePart } from '../template-part.ts';
import { Converter } from './converter.ts';
import { describeParseFault } from './describe-parse-fault.ts';
import type { Program } from './handlebars-ast.ts';
import { controlSpace, parseHandlebars } from './handlebars-library.ts';
import { maskBody } from './masked.ts';

/** Units: UTF-16 units. Handlebars looks for white space by patterns that take the square of what stands together. */
export const MAX_HANDLEBARS_LENGTH = 512 * 1024;
export const MAX_BLANKS = 500;
/** Blocks in blocks, each `{{else if}}` one more: whatever walks a template may go down by recursion. */
export const MAX_BLOCK_DEPTH = 64;

export interface Body {
  readonly parts: readonly TemplatePart[];
  readonly inclusions: readonly Inclusion[];
}

const NOTHING: Body = { parts: [], inclusions: [] };

/**
 * Parses a body in which `{{…}}` and `${…}` stand beside each other, in one pass: what one gives, the other never reads.
 *
 * Errors: reports `reserved-character`, `excessive-template`, `excessive-nesting`, `malformed-handlebars`,
 * `unsupported-handlebars`, `unknown-helper`, `escaping-template-path`, `unclosed-expression` and what expressions
 * report.
 */
export function parseBody(source: Source, start: number, report: Report): Body {
  const masked = maskBody(source, start, report);
  if (!masked || isExcessive(source, start, report)) return NOTHING;
  const place = (from: number, to: number) => ({ source, start: start + from, end: start + to });
  const program = parseHandlebars(masked.text);
  if ('got' in program) {
    const fault = describeParseFault(program, source.text.slice(start), masked.text);
    report('malformed-handlebars', place(fault.start, fault.end), { problem: fault.problem });
    return NOTHING;
  }
  const converter = new Converter(masked, place, report);
  const deep = findDeep(program);
  if (deep) {
    const params = { what: 'Blocks stand in blocks', max: MAX_BLOCK_DEPTH };
    report('excessive-nesting', converter.spanOf(deep), params);
    return NOTHING;
  }
  if (!controlSpace(program)) {
    report('malformed-handlebars', place(0, 0), { problem: 'its white space makes no sense to the parser' });
    return NOTHING;
  }
  return { parts: converter.convert(program), inclusions: converter.inclusions };
}

function isExcessive(source: Source, start: number, report: Report): boolean {
  const size = source.text.length - start;
  if (size > MAX_HANDLEBARS_LENGTH) {
    const params = { part: 'Handlebars template', size, max: MAX_HANDLEBARS_LENGTH };
    report('excessive-template', { source, start, end: start }, params);
    return true;
  }
  for (const match of source.text.slice(start).matchAll(/\s+/g)) {
    if (match[0].length <= MAX_BLANKS) continue;
    const at = start + match.index;
    const params = { part: 'white space', size: match[0].length, max: MAX_BLANKS };
    report('excessive-template', { source, start: at, end: at }, params);
    return true;
  }
  return false;
}

type Block = Extract<Program['body'][number], { readonly type: 'BlockStatement' }>;

/** The first block that stands too deep. Goes down by levels, not by recursion. */
function findDeep(root: Program): Block | undefined {
  let level: readonly Program[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    const blocks = level.flatMap(({ body }) => body.filter((each) => each.type === 'BlockStatement'));
    if (depth >= MAX_BLOCK_DEPTH && blocks[0]) return blocks[0];
    level = blocks.flatMap(({ program, inverse }) => [program, inverse].filter((each) => each !== undefined));
  }
  return undefined;
}
