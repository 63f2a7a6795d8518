import type { Report } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../text/source.ts';
import { MAX_TEMPLATE_LENGTH } from './parse-template.ts';
import type { Template } from './template.ts';
import type { Inclusion } from './template-part.ts';

/** Partials in partials: whatever walks a template may go down by recursion. */
export const MAX_PARTIAL_DEPTH = 16;

/** A template with its partials. Units: `size` is the characters of all, as often as they are taken in. */
interface Linked {
  readonly template: Template;
  readonly size: number;
  readonly depth: number;
}

/** Finds the text of a partial, parsed; tells where there is none and gives undefined. Asked for every use. */
export type ReadPartial = (inclusion: Inclusion) => Template | undefined;

/** Puts partials into the templates that take them in; each is linked once, however many do. */
export class PartialLinker {
  readonly #read: ReadPartial;
  readonly #report: Report;
  readonly #linked = new Map<string, Linked>();
  /** The partials being linked, outermost first, each with where it was taken in. */
  readonly #open = new Map<string, Span>();

  constructor(read: ReadPartial, report: Report) {
    this.#read = read;
    this.#report = report;
  }

  /**
   * Gives a template its partials, and those of them.
   *
   * Errors: reports `recursive-partial`, `excessive-nesting`, `excessive-template` and what reading reports; such a
   * partial is left out.
   */
  link(template: Template): Template {
    return template.inclusions.length === 0 ? template : this.#link(template).template;
  }

  #link(template: Template): Linked {
    const partials = new Map<string, Template>();
    const names = new Set(template.names);
    let { placesActions } = template;
    let size = template.source.text.length;
    let depth = 0;
    for (const inclusion of template.inclusions) {
      const linked = this.#partial(inclusion);
      if (!linked) continue;
      if (size + linked.size > MAX_TEMPLATE_LENGTH) {
        const params = {
          part: 'template with its partials',
          size: size + linked.size,
          max: MAX_TEMPLATE_LENGTH,
        };
        this.#report('excessive-template', inclusion.span, params);
        break;
      }
      size += linked.size;
      depth = Math.max(depth, linked.depth + 1);
      if (partials.has(inclusion.path)) continue;
      partials.set(inclusion.path, linked.template);
      for (const name of linked.template.names) names.add(name);
      placesActions ||= linked.template.placesActions;
    }
    return { template: { ...template, partials, names, placesActions }, size, depth };
  }

  #partial(inclusion: Inclusion): Linked | undefined {
    const { path, span } = inclusion;
    const opened = this.#open.get(path);
    if (opened) {
      const related = [...this.#open]
        .slice([...this.#open.keys()].indexOf(path) + 1)
        .map(([name, each]) => ({ message: `"${name}" is taken in here.`, span: each }));
      this.#report('recursive-partial', span, { path }, { related });
      return undefined;
    }
    const known = this.#linked.get(path);
    if (this.#open.size + 1 + (known?.depth ?? 0) > MAX_PARTIAL_DEPTH) {
      const params = { what: 'Partials stand in partials', max: MAX_PARTIAL_DEPTH };
      this.#report('excessive-nesting', span, params);
      return undefined;
    }
    const template = this.#read(inclusion);
    if (!template || known) return known;
    this.#open.set(path, span);
    const linked = this.#link(template);
    this.#open.delete(path);
    this.#linked.set(path, linked);
    return linked;
  }
}
