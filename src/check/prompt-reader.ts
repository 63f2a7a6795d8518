import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { PromptSource } from '../model/block.ts';
import type { ReadTemplate, TemplateLookup } from '../model/template-lookup.ts';
import { stringOffsets } from '../parse/json/string-offsets.ts';
import { PartialLinker } from '../prompt/link-partials.ts';
import { parsePartial, parseTemplate } from '../prompt/parse-template.ts';
import type { Inclusion } from '../prompt/template-part.ts';
import type { Template } from '../prompt/template.ts';
import type { Source, Span } from '../text/source.ts';
import { promptedTasksOf } from '../validate/declarations.ts';
import type { PromptSubject } from '../validate/rule.ts';

/**
 * Reads the templates of a map and their partials: each file once, however many tasks use it, and inline templates
 * as texts of their own.
 *
 * What is found in an inline template is found in that text; {@link PromptReader.placed} finds it in the map.
 */
export class PromptReader {
  readonly lookups = new Map<string, TemplateLookup>();
  readonly templates = new Map<PromptSource, Template>();
  readonly #document: MapDocument;
  readonly #readTemplate: ReadTemplate;
  readonly #literals = new Map<Source, Span>();

  constructor(document: MapDocument, readTemplate: ReadTemplate) {
    this.#document = document;
    this.#readTemplate = readTemplate;
  }

  read(report: Report): PromptSubject {
    const files = new Map<string, Template>();
    const partials = new Map<string, Template>();
    const linker = new PartialLinker((inclusion) => this.#partial(inclusion, partials, report), report);
    const linked = new Map<Template, Template>();
    for (const { prompt } of promptedTasksOf(this.#document.map)) {
      const template =
        prompt.kind === 'file' ? this.#file(prompt.path, files, report) : this.#inline(prompt, report);
      if (!template) continue;
      const whole = linked.get(template) ?? linker.link(template);
      linked.set(template, whole);
      this.templates.set(prompt, whole);
    }
    return { document: this.#document, lookups: this.lookups, templates: this.templates };
  }

  #file(path: string, files: Map<string, Template>, report: Report): Template | undefined {
    const known = files.get(path);
    if (known) return known;
    const lookup = this.#lookUp(path);
    if (lookup.kind !== 'found') return undefined;
    const template = parseTemplate(lookup.source, report);
    files.set(path, template);
    return template;
  }

  /** A text is parsed as a partial once, also where it is a template as well. */
  #partial({ path, span }: Inclusion, partials: Map<string, Template>, report: Report): Template | undefined {
    const known = partials.get(path);
    if (known) return known;
    const lookup = this.#lookUp(path);
    if (lookup.kind === 'missing') {
      const places = lookup.lookedIn.map((place) => `"${place}"`).join(' and ');
      report('missing-partial', span, { path, places });
      return undefined;
    }
    if (lookup.kind === 'unreadable') {
      report('unreadable-partial', span, { path: lookup.place, reason: lookup.reason });
      return undefined;
    }
    const partial = parsePartial(lookup.source, report);
    partials.set(path, partial);
    return partial;
  }

  #lookUp(path: string): TemplateLookup {
    const lookup = this.lookups.get(path) ?? this.#readTemplate(path);
    this.lookups.set(path, lookup);
    return lookup;
  }

  #inline(prompt: PromptSource, report: Report): Template | undefined {
    if (prompt.kind !== 'inline') return undefined;
    const source = { name: this.#document.source.name, text: prompt.text };
    // Placed at its key, a prompt has its literal as every part of it.
    this.#literals.set(source, this.#document.spanOf(prompt, 'text'));
    return parseTemplate(source, report);
  }

  /** A diagnostic with all that it says of an inline template told of the map's own text. */
  placed(diagnostic: Diagnostic): Diagnostic {
    if (this.#literals.size === 0) return diagnostic;
    const { span, related, fix } = diagnostic;
    return {
      ...diagnostic,
      span: this.#placedSpan(span),
      related: related.map((each) => ({ ...each, span: this.#placedSpan(each.span) })),
      fix: fix && {
        ...fix,
        edits: fix.edits.map((edit) => ({
          span: this.#placedSpan(edit.span),
          newText: this.#literals.has(edit.span.source)
            ? JSON.stringify(edit.newText).slice(1, -1)
            : edit.newText,
        })),
      },
    };
  }

  #placedSpan(span: Span): Span {
    const literal = this.#literals.get(span.source);
    if (!literal) return span;
    const offsetOf = stringOffsets(literal.source.text, literal.start, literal.end);
    return { source: literal.source, start: offsetOf(span.start), end: offsetOf(span.end) };
  }
}
