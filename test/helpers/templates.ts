import { collect, type Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Scope } from '../../src/expression/types/value.ts';
import { parseTemplate } from '../../src/prompt/parse/parse-template.ts';
import { renderPrompt } from '../../src/prompt/render/render-prompt.ts';
import type { Template } from '../../src/prompt/parse/template.ts';
import { scopeOf, type Names } from './expressions.ts';

export function readTemplate(text: string): { template: Template; diagnostics: readonly Diagnostic[] } {
  const { diagnostics, report } = collect();
  return { template: parseTemplate({ name: 'prompt.md', text }, report), diagnostics };
}

/** The body of a template with values, without the section of actions. */
export function render(text: string, names: Names | Scope = {}): string {
  const { template, diagnostics } = readTemplate(text);
  if (diagnostics.length > 0) throw new Error(diagnostics.map((each) => each.message).join('\n'));
  return renderPrompt({
    prompt: { kind: 'inline', text },
    template,
    scope: isScope(names) ? names : scopeOf(names),
    actions: [],
    appendActions: true,
    channel: 'structured',
  });
}

function isScope(names: Names | Scope): names is Scope {
  return names['types'] instanceof Map;
}

/** What a diagnostic is about, as the text spells it. */
export function spelled({ span }: Diagnostic): string {
  return span.source.text.slice(span.start, span.end);
}
