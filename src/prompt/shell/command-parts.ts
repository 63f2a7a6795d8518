import type { ExpressionText } from '../../model/action.ts';
import { findPlaceholders } from '../parse/find-placeholders.ts';

/**
 * A stretch of the text of a command.
 *
 * Units: offsets in that text; of an expression those of its inside, of a `${` that is never closed the rest of
 * its line. `text` is what the command gets of it: of `\${` only `${`.
 */
export type CommandPart = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly expression: ExpressionText }
  | { readonly kind: 'unclosed' }
);

/** Cuts the text of a command at its placeholders, as templates are cut. The same node gives the same parts. */
export function commandPartsOf(node: ExpressionText): readonly CommandPart[] {
  const known = cut.get(node);
  if (known !== undefined) return known;
  const parts = cutParts(node.text);
  cut.set(node, parts);
  return parts;
}

/** Expressions are parsed once a node, so their nodes must stay. */
const cut = new WeakMap<ExpressionText, readonly CommandPart[]>();

function cutParts(text: string): readonly CommandPart[] {
  const parts: CommandPart[] = [];
  let done = 0;
  const pass = (end: number): void => {
    if (end > done) parts.push({ kind: 'text', start: done, end, text: text.slice(done, end) });
    done = end;
  };
  for (const placeholder of findPlaceholders({ name: 'command', text }, 0)) {
    const { start, end } = placeholder;
    pass(start);
    done = end;
    if (placeholder.kind === 'literal') parts.push({ kind: 'text', start, end, text: placeholder.text });
    else if (placeholder.kind === 'unclosed') {
      parts.push({ kind: 'unclosed', start, end: placeholder.span.end });
      // It stays in the text.
      done = start;
    } else {
      const inside = { start: placeholder.span.start, end: placeholder.span.end };
      const expression = { text: text.slice(inside.start, inside.end) };
      parts.push({ kind: 'expression', ...inside, expression });
    }
  }
  pass(text.length);
  return parts;
}
