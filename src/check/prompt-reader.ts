import type { Report } from '../diagnostics/diagnostic.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { PromptSource } from '../model/block.ts';
import type { SchemaSource } from '../model/field.ts';
import type { TemplateLookup } from '../model/template-lookup.ts';
import type { Value } from '../model/value.ts';
import { PartialLinker } from '../prompt/parse/link-partials.ts';
import { parsePartial, parseTemplate } from '../prompt/parse/parse-template.ts';
import type { Inclusion } from '../prompt/parse/template-part.ts';
import type { Template } from '../prompt/parse/template.ts';
import { promptedTasksOf } from '../validate/names/declarations.ts';
import { rolePath } from '../validate/blocks/role-path.ts';
import type { PromptSubject } from '../validate/blocks/rule.ts';
import { ExpressionReader } from './expression-reader.ts';
import type { Checked } from './checked.ts';
import type { MapReader } from './map-reader.ts';
import type { PlacedTexts } from './placed-texts.ts';
import { readMaps } from './read-maps.ts';
import { readSchemas } from './read-schemas.ts';

/**
 * Reads what a map names: its schemas, templates, roles and their partials, and the maps in it, each file once, however
 * many tasks use it, and inline templates as texts of their own.
 */
export class PromptReader {
  readonly lookups = new Map<string, TemplateLookup>();
  readonly templates = new Map<PromptSource, Template>();
  readonly roles = new Map<string, Template>();
  schemas: ReadonlyMap<SchemaSource, Value> = new Map();
  checkedMaps: ReadonlyMap<string, Checked> = new Map();
  readonly #document: MapDocument;
  readonly #maps: MapReader;
  readonly #texts: PlacedTexts;

  constructor(document: MapDocument, maps: MapReader, texts: PlacedTexts) {
    this.#document = document;
    this.#maps = maps;
    this.#texts = texts;
  }

  read(report: Report): PromptSubject {
    const document = this.#document;
    this.schemas = readSchemas(document, (path) => this.#lookUp(path), report);
    this.#readPrompts(report);
    const { maps, checked } = readMaps(document, this.#maps, this.lookups);
    this.checkedMaps = checked;
    const { expressionOf, placeholdersOf, sourceOf } = new ExpressionReader(document, this.#texts, report);
    const { lookups, templates, roles, schemas } = this;
    return { document, lookups, templates, roles, schemas, maps, expressionOf, placeholdersOf, sourceOf };
  }

  #readPrompts(report: Report): void {
    const files = new Map<string, Template>();
    const partials = new Map<string, Template>();
    const linker = new PartialLinker((inclusion) => this.#partial(inclusion, partials, report), report);
    const linked = new Map<Template, Template>();
    const whole = (template: Template) => {
      const made = linked.get(template) ?? linker.link(template);
      linked.set(template, made);
      return made;
    };
    for (const task of promptedTasksOf(this.#document.map)) {
      const { prompt } = task;
      const template =
        prompt.kind === 'file' ? this.#file(prompt.path, files, report) : this.#inline(prompt, report);
      if (template) this.templates.set(prompt, whole(template));
      if (task.type === 'claude' && task.reminder) {
        const { text } = task.reminder;
        const reminder = this.#inline(text, report);
        if (reminder) this.templates.set(text, whole(reminder));
      }
      if (task.type !== 'claude' || !task.agent || this.roles.has(task.agent.name)) continue;
      const role = this.#file(rolePath(task.agent.name), files, report);
      if (!role) continue;
      this.roles.set(task.agent.name, whole(role));
      for (const { span, ...fault } of role.settingFaults) report('invalid-role-setting', span, fault);
    }
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
    const lookup = this.lookups.get(path) ?? this.#maps.lookUp(path);
    this.lookups.set(path, lookup);
    return lookup;
  }

  #inline(prompt: PromptSource, report: Report): Template | undefined {
    if (prompt.kind !== 'inline') return undefined;
    // Placed at its key, a prompt has its literal as every part of it.
    return parseTemplate(this.#texts.sourceOf(prompt.text, this.#document.spanOf(prompt, 'text')), report);
  }
}
