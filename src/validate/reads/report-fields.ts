import { joined, ofElement, ofMember, UNREAD, type Demand } from '../../expression/reads/demand.ts';
import type { Value } from '../../model/value.ts';
import { isObjectValue, isListValue } from '../../model/value.ts';

/**
 * A field of a schema of reports.
 *
 * Shape: `path` is how expressions name it, as in `issues[].title`; `keys` lead to it in the schema. `isForPeople` where the schema
 * says that only people read it: `"x-for": "people"`.
 */
export interface ReportField {
  readonly path: string;
  readonly keys: readonly string[];
  readonly isForPeople: boolean;
  readonly isRead: boolean;
}

/** The fields of a schema, by what is read of its values. What lies in a field that is unread or for people is left out. */
export function reportFieldsOf(schema: Value, demand: Demand): readonly ReportField[] {
  const walk = new Walk(schema);
  walk.visit(schema, demand, { path: '', keys: [] });
  return walk.fields();
}

interface Place {
  readonly path: string;
  readonly keys: readonly string[];
}

/** Units: parts of a schema that are looked at. */
const MAX_VISITS = 20_000;
const UNIONS = ['allOf', 'anyOf', 'oneOf'] as const;
const CONDITIONS = ['then', 'else'] as const;

/** A part of a schema may describe several values: a field of it is read where it is read in any of them. */
class Walk {
  readonly #root: Value;
  readonly #seen = new Map<object, { demand: Demand; readonly place: Place }>();
  #left = MAX_VISITS;

  constructor(root: Value) {
    this.#root = root;
  }

  visit(part: Value | undefined, demand: Demand, place: Place): void {
    if (!isObjectValue(part)) return;
    const before = this.#seen.get(part);
    const now = joined(before?.demand ?? UNREAD, demand);
    if (before && now === before.demand) return;
    this.#left -= 1;
    if (this.#left < 0) return;
    this.#seen.set(part, { demand: now, place: before?.place ?? place });
    const { $ref: ref, properties, items, prefixItems, additionalProperties } = part;
    if (typeof ref === 'string') this.#follow(ref, now, place);
    for (const [name, inner] of membersOf(properties)) {
      if (isForPeople(inner)) continue;
      const member = ofMember(now, name);
      if (!member.isRead) continue;
      this.visit(inner, member, within(place, name, ['properties', name]));
    }
    const each = { path: `${place.path}[]`, keys: [...place.keys, 'items'] };
    this.visit(items, ofElement(now), each);
    for (const [index, inner] of (isListValue(prefixItems) ? prefixItems : []).entries()) {
      this.visit(inner, ofElement(now), { ...each, keys: [...place.keys, 'prefixItems', `${index}`] });
    }
    this.visit(additionalProperties, ofElement(now), {
      path: `${place.path}.*`,
      keys: [...place.keys, 'additionalProperties'],
    });
    for (const key of UNIONS) {
      const parts = part[key];
      for (const [index, inner] of (isListValue(parts) ? parts : []).entries()) {
        this.visit(inner, now, { ...place, keys: [...place.keys, key, `${index}`] });
      }
    }
    for (const key of CONDITIONS) this.visit(part[key], now, { ...place, keys: [...place.keys, key] });
  }

  #follow(ref: string, demand: Demand, place: Place): void {
    if (!ref.startsWith('#')) return;
    const keys = ref.slice(1).split('/').slice(1).map(unescaped);
    let part: Value | undefined = this.#root;
    for (const key of keys) part = isObjectValue(part) ? part[key] : undefined;
    this.visit(part, demand, { path: place.path, keys });
  }

  fields(): readonly ReportField[] {
    if (this.#left < 0) return [];
    return [...this.#seen].flatMap(([part, { demand, place }]) =>
      // A map of keys to parts of a schema, as it was visited.
      membersOf((part as { readonly properties?: Value }).properties).map(([name, inner]) => ({
        ...within(place, name, ['properties', name]),
        isForPeople: isForPeople(inner),
        isRead: ofMember(demand, name).isRead,
      })),
    );
  }
}

function within({ path, keys }: Place, name: string, way: readonly string[]): Place {
  return { path: path === '' ? name : `${path}.${name}`, keys: [...keys, ...way] };
}

function isForPeople(part: Value): boolean {
  return isObjectValue(part) && part['x-for'] === 'people';
}

function membersOf(value: Value | undefined): readonly (readonly [string, Value])[] {
  return isObjectValue(value) ? Object.entries(value) : [];
}

function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
