import type { Operand, TemplatePart } from './template-part.ts';
import type { Template } from './template.ts';
import { operandsOf, usedNames } from './used-names.ts';

/**
 * Whether a name is used only where a block has asked for it: within `{{#if name}}`, or after the `{{else}}` of
 * `{{#unless name}}`, also in partials.
 */
export function isGuardedUse(
  { parts, partials }: Pick<Template, 'parts' | 'partials'>,
  name: string,
): boolean {
  return !new Looker(name).isUsed(parts, partials);
}

/** Looks for uses that nothing guards. A partial is looked into once, however often it is taken in. */
class Looker {
  readonly #name: string;
  readonly #seen = new Set<Template>();

  constructor(name: string) {
    this.#name = name;
  }

  isUsed(parts: readonly TemplatePart[], partials: Template['partials']): boolean {
    return parts.some((part) => {
      const isRead = operandsOf(part).some((each) => this.#isIn(each));
      if (part.kind === 'choice') {
        const [held, other] = part.isNegated ? [part.otherwise, part.body] : [part.body, part.otherwise];
        return (!isRead && this.isUsed(held, partials)) || this.isUsed(other, partials);
      }
      if (part.kind === 'partial') return isRead || this.#isUsedIn(partials.get(part.inclusion.path));
      return isRead || ('body' in part && this.isUsed([...part.body, ...part.otherwise], partials));
    });
  }

  #isUsedIn(partial: Template | undefined): boolean {
    if (!partial || this.#seen.has(partial)) return false;
    this.#seen.add(partial);
    return this.isUsed(partial.parts, partial.partials);
  }

  #isIn(operand: Operand): boolean {
    return usedNames([{ kind: 'value', operand }]).all.has(this.#name);
  }
}
