import type { Report } from '../../../diagnostics/diagnostic.ts';
import type { Source } from '../../../text/source.ts';
import type { Inclusion, TemplatePart } from '../template-part.ts';
import { Converter } from './converter.ts';
import { describeParseFault } from './describe-parse-fault.ts';
import { controlSpace, parseHandlebars, tokensOf, type Token } from './handlebars-library.ts';
import { maskBody } from './masked.ts';

/** Units: UTF-16 units. Handlebars looks for white space by patterns that take the square of what stands together. */
export const MAX_HANDLEBARS_LENGTH = 512 * 1024;
export const MAX_BLANKS = 500;
const BLANKS = new RegExp(`(?<!\\s)\\s{${MAX_BLANKS + 1},}`);
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
  const deep = findDeep(masked.text);
  if (deep) {
    const params = { what: 'Blocks or brackets stand in each other', max: MAX_BLOCK_DEPTH };
    report('excessive-nesting', place(deep.start, deep.start + 2), params);
    return NOTHING;
  }
  const program = parseHandlebars(masked.text);
  if ('got' in program) {
    const fault = describeParseFault(program, source.text.slice(start), masked.text);
    report('malformed-handlebars', place(fault.start, fault.end), { problem: fault.problem });
    return NOTHING;
  }
  const converter = new Converter(masked, place, report);
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
  const blanks = BLANKS.exec(source.text.slice(start));
  if (!blanks) return false;
  const at = start + blanks.index;
  const params = { part: 'white space', size: blanks[0].length, max: MAX_BLANKS };
  report('excessive-template', { source, start: at, end: at }, params);
  return true;
}

/**
 * Finds the first token that stands too deep in blocks or brackets.
 *
 * Looked for before the text is parsed: the parser copies its stack at every step.
 */
function findDeep(text: string): Token | undefined {
  if (!hasMany(OPENINGS, text)) return undefined;
  // Of each open block how many levels it takes: one, and one more for each else-if.
  const open: number[] = [];
  let depth = 0;
  for (const token of tokensOf(text)) {
    if (OPENING.has(token.name)) open.push(1);
    else if (token.name === 'OPEN_INVERSE_CHAIN') open.push((open.pop() ?? 0) + 1);
    else if (!CLOSING.has(token.name)) continue;
    depth += CLOSING.has(token.name) ? -(open.pop() ?? 0) : 1;
    if (depth > MAX_BLOCK_DEPTH) return token;
  }
  return undefined;
}

/** Every token that opens something has one of these in it: most templates have fewer of them than may be open at once. */
const OPENINGS = /\{\{|\(/g;

function hasMany(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  for (let count = 0; count <= MAX_BLOCK_DEPTH; count += 1) if (!pattern.test(text)) return false;
  return true;
}

const OPENING: ReadonlySet<string> = new Set([
  'OPEN_BLOCK',
  'OPEN_INVERSE',
  'OPEN_PARTIAL_BLOCK',
  'OPEN_RAW_BLOCK',
  'OPEN_SEXPR',
]);
const CLOSING: ReadonlySet<string> = new Set(['OPEN_ENDBLOCK', 'END_RAW_BLOCK', 'CLOSE_SEXPR']);
