import type { MapDocument } from '../../model/map-document.ts';
import type { Source } from '../../text/source.ts';
import type { JsonMember, JsonNode } from './json-node.ts';

interface Place {
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly value: JsonNode | undefined;
}

/** Remembers where the nodes of a map were written, for {@link MapDocument.spanOf}. */
export class NodePlaces {
  readonly #source: Source;
  readonly #places = new WeakMap<object, Place>();

  constructor(source: Source) {
    this.#source = source;
  }

  /** A node that is the value of a member: the whole of it begins at its key. Gives the node back. */
  addMember<T extends object>(node: T, member: JsonMember): T {
    const { nameStart, nameEnd, value } = member;
    this.#places.set(node, { start: nameStart, end: value.end, nameStart, nameEnd, value });
    return node;
  }

  /** A node without a name of its own. */
  addValue<T extends object>(node: T, value: JsonNode): T {
    const { start, end } = value;
    this.#places.set(node, { start, end, nameStart: start, nameEnd: end, value });
    return node;
  }

  /** A node that is a stretch of a text. */
  addRange<T extends object>(node: T, start: number, end: number): T {
    this.#places.set(node, { start, end, nameStart: start, nameEnd: end, value: undefined });
    return node;
  }

  readonly spanOf: MapDocument['spanOf'] = (node, part) => {
    const source = this.#source;
    const place = this.#places.get(node);
    if (!place) return { source, start: 0, end: 0 };
    if (part === 'name') return { source, start: place.nameStart, end: place.nameEnd };
    const { value } = place;
    const found = part !== undefined && value?.kind === 'object' ? value.members.get(part)?.value : undefined;
    // A fixed value has no object around it: each of its parts is the value.
    const chosen = found ?? (part !== undefined && value?.kind === 'scalar' ? value : place);
    return { source, start: chosen.start, end: chosen.end };
  };
}
