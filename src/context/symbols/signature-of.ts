import type { Node } from 'web-tree-sitter';
import type { SymbolKind } from '../languages/language.ts';

/** Units: UTF-16. What of a definition is looked at, and shown. */
export const MAX_HEAD = 600;
const MAX_SIGNATURE = 120;

/**
 * The head of a definition in one line: what stands before its body, without comments and the content of strings.
 *
 * Of a constant, a macro and a type the value is left out: it may be long, or a secret.
 */
export function signatureOf(text: string, node: Node, kind: SymbolKind): string {
  const body = node.childForFieldName('body')?.startIndex ?? node.endIndex;
  const head = text.slice(node.startIndex, Math.min(body, node.startIndex + MAX_HEAD));
  const line = withoutValue(withoutText(head), kind)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([([]) | (?=[)\],;])/g, '$1')
    .replaceAll(/,(?=[)\]])/g, '')
    .replace(/^(?:@[\w.]+(?:\([^()]*\))? )+/, '')
    .replace(/; end$/, '')
    .replace(/[\s{:=;]+$/, '')
    .trim();
  return line.length <= MAX_SIGNATURE ? line : `${line.slice(0, MAX_SIGNATURE - 1)}…`;
}

function withoutText(head: string): string {
  return head
    .replaceAll(/(["'`])(?:\\.|(?!\1)[^\\])*(?:\1|$)/gs, '"…"')
    .replaceAll(/\/\*.*?(?:\*\/|$)|\/\/[^\n]*/gs, ' ');
}

/** Where the value or the body of a definition begins. */
const VALUE: Readonly<Record<SymbolKind, RegExp | undefined>> = {
  constant: /=|\n|\{/,
  type: /=|\n|\{/,
  macro: /[{(]|(?<=^#\s*define\s+\w+)\s/,
  class: /\{/,
  struct: /\{/,
  interface: /\{/,
  enum: /\{/,
  // One that a constant holds has its body in the value.
  function: /=>|(?<==[^{]*\bfunction\b[^{]*)\{/,
  method: /=>|(?<==[^{]*\bfunction\b[^{]*)\{/,
  module: undefined,
  scope: undefined,
};

function withoutValue(head: string, kind: SymbolKind): string {
  const parameters = kind === 'macro' ? /^#\s*define\s+\w+\([^)]*\)/.exec(head)?.[0] : undefined;
  const end = VALUE[kind];
  return parameters ?? (end === undefined ? head : (head.split(end, 1)[0] ?? ''));
}
