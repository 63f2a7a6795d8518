import type { Report } from '../../../diagnostics/diagnostic.ts';
import { parseExpression } from '../../../expression/cel/parse-expression.ts';
import type { Source } from '../../../text/source.ts';
import { findPlaceholders, type Placeholder } from '../find-placeholders.ts';
import { openingOf } from '../opening-of.ts';
import type { TextPart } from '../template-part.ts';

/** Of the private use area, whose characters mean what two people agree on; here they are ours. */
const RESERVED = /[\uE000-\uF8FF]/;
const FIRST = '\uE000';
const FILL = '\uE001';
const ZERO_DIGIT = 0xe002;
/** Two digits number every placeholder that the longest template has room for. */
const BASE = 4096;
/** Handlebars reads no text with this in it. */
const NUL = '\uF8FF';

const MASK = /\uE000([\uE002-\uF001])([\uE002-\uF001])\uE001*|\uF8FF/g;

/** What stands behind a mask: nothing for an expression that cannot be read. */
type Hidden = TextPart | undefined;

/**
 * A body whose `${…}` are hidden from Handlebars behind characters that mean nothing to it, as many as they are long,
 * so that every offset stays. Each mask says which one it is, because Handlebars moves and cuts texts.
 */
export interface Masked {
  readonly text: string;
  readonly hidden: readonly Hidden[];
}

/**
 * Hides what Handlebars must not read: expressions, `\${` and `${{`.
 *
 * Errors: reports `reserved-character` and gives undefined; `unclosed-expression` and what expressions report.
 */
export function maskBody(source: Source, start: number, report: Report): Masked | undefined {
  const found = RESERVED.exec(source.text.slice(start));
  if (found) {
    const at = start + found.index;
    const character = `U+${found[0].charCodeAt(0).toString(16).toUpperCase()}`;
    report('reserved-character', { source, start: at, end: at + 1 }, { character });
    return undefined;
  }
  const hidden: Hidden[] = [];
  let text = '';
  let done = start;
  for (const placeholder of findPlaceholders(source, start)) {
    const part = hiddenOf(placeholder, source, report);
    if (part === 'nothing') continue;
    text += source.text.slice(done, placeholder.start) + maskOf(hidden.length, placeholder);
    hidden.push(part);
    done = placeholder.end;
  }
  return { text: (text + source.text.slice(done)).replaceAll('\0', NUL), hidden };
}

function hiddenOf(placeholder: Placeholder, { text }: Source, report: Report): Hidden | 'nothing' {
  if (placeholder.kind === 'literal') return { kind: 'text', text: placeholder.text };
  if (placeholder.kind === 'unclosed') {
    report('unclosed-expression', placeholder.span, { opening: openingOf(text, placeholder.span) });
    return 'nothing';
  }
  const expression = parseExpression(placeholder.span, report);
  return expression && { kind: 'expression', expression };
}

/** The shortest placeholder, `${}`, is as long as a mask without filling. */
function maskOf(index: number, { start, end }: Placeholder): string {
  const digits = String.fromCharCode(ZERO_DIGIT + Math.floor(index / BASE), ZERO_DIGIT + (index % BASE));
  return FIRST + digits + FILL.repeat(end - start - 3);
}

/** Whether a word of Handlebars holds something hidden. */
export function holdsMask(text: string): boolean {
  return RESERVED.test(text);
}

/** Puts back what was hidden: a text in parts, none of them empty. */
export function unmask(text: string, { hidden }: Masked): readonly TextPart[] {
  const parts: TextPart[] = [];
  let literal = '';
  let done = 0;
  for (const match of text.matchAll(MASK)) {
    literal += text.slice(done, match.index);
    done = match.index + match[0].length;
    const part = match[0] === NUL ? NUL_PART : hidden[indexOf(match)];
    if (part?.kind === 'text') literal += part.text;
    if (part?.kind !== 'expression') continue;
    if (literal !== '') parts.push({ kind: 'text', text: literal });
    parts.push(part);
    literal = '';
  }
  literal += text.slice(done);
  if (literal !== '') parts.push({ kind: 'text', text: literal });
  return parts;
}

const NUL_PART: TextPart = { kind: 'text', text: '\0' };

function indexOf([, high = '', low = '']: RegExpExecArray): number {
  return (high.charCodeAt(0) - ZERO_DIGIT) * BASE + (low.charCodeAt(0) - ZERO_DIGIT);
}

/** What a word hides, where it is one mask and nothing else. */
export function wholeMask(text: string, masked: Masked): { readonly part: Hidden } | undefined {
  const match = new RegExp(MASK.source).exec(text);
  if (!match || match[0] !== text || text === NUL) return undefined;
  return { part: masked.hidden[indexOf(match)] };
}
