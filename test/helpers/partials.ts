import { collect, type Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { ValueType } from '../../src/expression/types/value.ts';
import type { Value } from '../../src/model/value.ts';
import { checkTemplate } from '../../src/prompt/check/check-template.ts';
import { PartialLinker } from '../../src/prompt/parse/link-partials.ts';
import { parsePartial, parseTemplate } from '../../src/prompt/parse/parse-template.ts';
import { renderTemplate } from '../../src/prompt/render/render-template.ts';
import type { Template } from '../../src/prompt/parse/template.ts';

/** Texts of partials by the name that a template uses. */
export type Partials = Readonly<Record<string, string>>;

const HEAD = '---\nsyntax: handlebars\n---\n';

/** A template in Handlebars with its partials, and what is told of it when these names are declared. */
export function handlebars(
  body: string,
  types: Readonly<Record<string, ValueType>> = {},
  partials: Partials = {},
  unbound: ReadonlySet<string> = new Set(),
): { readonly template: Template; readonly diagnostics: readonly Diagnostic[] } {
  const { diagnostics, report } = collect();
  const parsed = new Map<string, Template>();
  const linker = new PartialLinker(({ path }) => {
    const known = parsed.get(path);
    const text = partials[path.slice('prompts/'.length, -'.md'.length)];
    if (known || text === undefined) return known;
    const partial = parsePartial({ name: path, text }, report);
    parsed.set(path, partial);
    return partial;
  }, report);
  const template = linker.link(parseTemplate({ name: 'prompt.md', text: HEAD + body }, report));
  checkTemplate(template, { types: new Map(Object.entries(types)), unbound }, report);
  return { template, diagnostics };
}

/** What a template in Handlebars makes of values. Errors: throws where it has a fault. */
export function renderHandlebars(
  body: string,
  values: Readonly<Record<string, Value>> = {},
  partials: Partials = {},
): string {
  const types = Object.fromEntries(Object.keys(values).map((name): [string, ValueType] => [name, 'any']));
  const { template, diagnostics } = handlebars(body, types, partials);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return renderTemplate(template, {
    types: new Map(Object.entries(types)),
    values: new Map(Object.entries(values)),
  });
}
