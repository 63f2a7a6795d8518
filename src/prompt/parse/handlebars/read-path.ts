import type { Span } from '../../../text/source.ts';
import type { Path } from '../template-part.ts';
import type { PathExpression } from './handlebars-ast.ts';

/** What leads to the first key: `@`, `../`, `this.`, `./`. */
const LEAD = /^@?(?:\.\.(?:\/|$)|(?:this|\.)(?:[./]|$))*/;

/** Reads a path of Handlebars; `span` is where it stands. A key in brackets, `[story-id]`, is the text in them. */
export function readPath({ data, depth, parts }: PathExpression, span: Span): Path {
  const { source, start, end } = span;
  const written = source.text.slice(start, end);
  const lead = LEAD.exec(written)?.[0].length ?? 0;
  const first = parts[0] ?? '';
  const bracket = written[lead] === '[' ? 1 : 0;
  const from = parts.length === 0 ? start : start + lead + (data && lead === 0 ? 1 : 0) + bracket;
  const to = parts.length === 0 ? end : Math.min(end, from + first.length);
  return {
    isData: data,
    depth,
    isOwn: depth > 0 || (!data && lead > 0),
    keys: parts,
    head: { source, start: Math.min(from, end), end: to },
  };
}
