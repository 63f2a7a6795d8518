import type { Report } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../text/source.ts';
import { KEYWORDS } from '../words/words.ts';
import type { JsonMember, JsonNode, JsonObject } from '../tree/json-node.ts';

/** Where something was written. Units: half-open offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What all that builds a tree shares. */
export interface Building {
  readonly source: Source;
  readonly report: Report;
  /** The text with its comments blanked out. */
  readonly bare: string;
  /** The folders of templates and schemas that are named by one word. */
  readonly templates?: string;
  readonly schemas?: string;
}

/** Collects the members of an object in written order. Errors: reports `duplicate-key`; the first one stays. */
export class ObjectBuilder {
  readonly #building: Building;
  readonly #members = new Map<string, JsonMember>();

  constructor(building: Building) {
    this.#building = building;
  }

  add(name: string, at: Range, value: JsonNode | undefined): void {
    if (!value) return;
    const member = { name, nameStart: at.start, nameEnd: at.end, value };
    const first = this.#members.get(name);
    if (!first) {
      this.#members.set(name, member);
      return;
    }
    const { source, report } = this.#building;
    const message = 'It is given here first.';
    const related = [{ message, span: { source, start: first.nameStart, end: first.nameEnd } }];
    const written = source.text.slice(at.start, at.end);
    // The word that stands there says more than the name that JSON has for it.
    const word = /^[a-z]+/.exec(written)?.[0] ?? '';
    const key = KEYWORDS.has(word) && written !== `"${name}"` && written !== name ? word : name;
    report('duplicate-key', { source, ...at }, { key }, { related });
  }

  addAll(node: JsonNode | undefined): void {
    if (node?.kind !== 'object') return;
    for (const { name, nameStart, nameEnd, value } of node.members.values())
      this.add(name, { start: nameStart, end: nameEnd }, value);
  }

  /** Gives a member its final value. */
  replace(name: string, value: JsonNode): void {
    const member = this.#members.get(name);
    if (member) this.#members.set(name, { ...member, value });
  }

  get(name: string): JsonNode | undefined {
    return this.#members.get(name)?.value;
  }

  has(name: string): boolean {
    return this.#members.has(name);
  }

  node({ start, end }: Range): JsonObject {
    return { kind: 'object', start, end, members: this.#members };
  }
}

/**
 * Named parts that come one by one, such as tasks: objects that are members of `owner`, each where its first part
 * stands.
 */
export class NamedParts {
  readonly #building: Building;
  readonly #owner: ObjectBuilder;
  readonly #groups = new Map<string, { readonly parts: ObjectBuilder; readonly at: Range; end: number }>();

  constructor(owner: ObjectBuilder, building: Building) {
    this.#owner = owner;
    this.#building = building;
  }

  add(group: string, part: { readonly name: string; readonly at: Range }, value: JsonNode | undefined): void {
    if (!value) return;
    const known = this.#groups.get(group) ?? {
      parts: new ObjectBuilder(this.#building),
      at: part.at,
      end: 0,
    };
    if (!this.#groups.has(group)) this.#owner.add(group, part.at, known.parts.node(part.at));
    this.#groups.set(group, known);
    known.parts.add(part.name, part.at, value);
    known.end = Math.max(known.end, value.end, part.at.end);
  }

  /** Gives the objects their ends, now that all parts are there. */
  close(): void {
    for (const [name, { parts, at, end }] of this.#groups)
      this.#owner.replace(name, parts.node({ start: at.start, end }));
  }
}
