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

type ObjectValue = Readonly<Record<string, Value>>;

/** Units: parts of a schema that are looked at. */
const MAX_VISITS = 20_000;
const UNIONS = ['allOf', 'anyOf', 'oneOf'] as const;
const CONDITIONS = ['then', 'else'] as const;

/** A part of a schema may describe several values: a field of it is read where it is read in any of them. */
class Walk {
  readonly #root: Value;
  readonly #seen = new Map<ObjectValue, { demand: Demand; readonly place: Place }>();
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
    this.#inside(part, now, place);
  }

  #inside(part: ObjectValue, demand: Demand, place: Place): void {
    if (typeof part['$ref'] === 'string') this.#follow(part['$ref'], demand, place);
    for (const [name, inner] of membersOf(part['properties'])) {
      const member = ofMember(demand, name);
      if (member.isRead && !isForPeople(inner)) {
        this.visit(inner, member, within(place, name, ['properties', name]));
      }
    }
    this.#entries(part, ofElement(demand), place);
    for (const [keys, inner] of UNIONS.flatMap((key) => entriesOf(part, key))) {
      this.visit(inner, demand, { ...place, keys: [...place.keys, ...keys] });
    }
    for (const key of CONDITIONS) this.visit(part[key], demand, { ...place, keys: [...place.keys, key] });
  }

  #entries(part: ObjectValue, demand: Demand, { path, keys }: Place): void {
    this.visit(part['items'], demand, { path: `${path}[]`, keys: [...keys, 'items'] });
    for (const [way, inner] of entriesOf(part, 'prefixItems')) {
      this.visit(inner, demand, { path: `${path}[]`, keys: [...keys, ...way] });
    }
    const others = { path: `${path}.*`, keys: [...keys, 'additionalProperties'] };
    this.visit(part['additionalProperties'], demand, others);
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
      membersOf(part['properties']).map(([name, inner]) => ({
        ...within(place, name, ['properties', name]),
        isForPeople: isForPeople(inner),
        isRead: ofMember(demand, name).isRead,
      })),
    );
  }
}

/** The parts in a list of them, with the keys that lead there. */
function entriesOf(part: ObjectValue, key: string): readonly (readonly [readonly string[], Value])[] {
  const parts = part[key];
  return isListValue(parts) ? parts.map((inner, index) => [[key, `${index}`], inner] as const) : [];
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
