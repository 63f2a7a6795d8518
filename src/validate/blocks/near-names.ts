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

  /** Names of `except` cannot be meant. */
  nearest(name: string, except: readonly string[] = []): string | undefined {
    this.#left -= this.#names.size;
    if (this.#left < 0) return undefined;
    return closest(name, except.length === 0 ? this.#names : without(this.#names, except));
  }

  /** The fix that writes the nearest name. Not safe, since only its author knows what was meant. */
  fixFor(name: string, span: Span, verb = 'Go to', except: readonly string[] = []): Fix | undefined {
    const near = this.nearest(name, except);
    return near === undefined ? undefined : fixTo(near, span, verb);
  }
}

/** The fix that writes another name. */
export function fixTo(name: string, span: Span, verb = 'Go to'): Fix {
  return { title: `${verb} "${name}".`, safe: false, edits: [{ span, newText: writtenLike(span, name) }] };
}

function without(names: ReadonlySet<string>, except: readonly string[]): readonly string[] {
  const left = new Set(names);
  for (const name of except) left.delete(name);
  return [...left];
}

/** In quotes, but where the map language left them out and both names are a word. */
function writtenLike({ source, start, end }: Span, name: string): string {
  const isPlain = [source.text.slice(start, end), name].every((each) =>
    /^[\p{L}_][\p{L}\p{N}_]*$/u.test(each),
  );
  return isPlain ? name : JSON.stringify(name);
}
