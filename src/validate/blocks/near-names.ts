import type { Fix } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../text/source.ts';
import { closest } from '../../util/closest.ts';

/** How many names are compared for one rule: ten thousand mistakes among ten thousand names must not take minutes. */
const MAX_COMPARISONS = 200_000;

/** Finds what mistyped names of a map most likely meant, as long as that is cheap. */
export class NearNames {
  readonly #names: ReadonlySet<string>;
  #left = MAX_COMPARISONS;

  constructor(nodes: readonly { readonly name: string }[]) {
    this.#names = new Set(nodes.map((node) => node.name));
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  nearest(name: string): string | undefined {
    this.#left -= this.#names.size;
    return this.#left < 0 ? undefined : closest(name, this.#names);
  }

  /** The fix that writes the nearest name. Not safe, since only its author knows what was meant. */
  fixFor(name: string, span: Span, verb = 'Go to'): Fix | undefined {
    const near = this.nearest(name);
    if (near === undefined) return undefined;
    return { title: `${verb} "${near}".`, safe: false, edits: [{ span, newText: writtenLike(span, near) }] };
  }
}

/** In quotes, but where the map language left them out and both names are a word. */
function writtenLike({ source, start, end }: Span, name: string): string {
  const isPlain = [source.text.slice(start, end), name].every((each) =>
    /^[\p{L}_][\p{L}\p{N}_]*$/u.test(each),
  );
  return isPlain ? name : JSON.stringify(name);
}
