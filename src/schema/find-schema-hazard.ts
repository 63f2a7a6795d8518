import type { Value } from '../model/value.ts';
import { toPattern } from './pattern/pattern.ts';
import { isSchemaObject, memberOf, schemasIn, schemasInPlace, type SchemaObject } from './subschemas.ts';
import { valueSize } from './value-size.ts';

const MAX_DEPTH = 100;
const MAX_SCHEMAS = 5000;
/** How many parts of a schema may have a say in one value, each counted as often as it is referred to. */
const MAX_WORK = 10_000;

/**
 * Says why a schema must not be compiled: a clause; undefined where it may.
 *
 * Looks for what would make compiling or checking take without bound, and for patterns that cannot be matched: size,
 * depth, references that lead back to where they are without going into the value, and references to references
 * that double each time.
 */
export function findSchemaHazard(schema: Value): string | undefined {
  if (valueSize(schema, MAX_DEPTH).depth > MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} deep`;
  if (!isSchemaObject(schema)) return undefined;
  const all = new Set([schema]);
  // A set grows while it is walked.
  for (const each of all) {
    if (all.size > MAX_SCHEMAS) return `it has more than ${MAX_SCHEMAS} parts`;
    const fault = faultOf(each, schema);
    if (fault !== undefined) return fault;
    for (const inner of schemasIn(each)) all.add(inner);
    // A reference may lead to where no schema is looked for.
    const target = pointedAt(each, schema);
    if (target) all.add(target);
  }
  const work = new Work(schema, all);
  for (const each of all) {
    const cost = work.of(each);
    if (cost === 'endless') return 'a part of it refers to itself without going into the value';
    if (cost > MAX_WORK) return 'its references multiply beyond all bounds';
  }
  return undefined;
}

function faultOf(schema: SchemaObject, root: SchemaObject): string | undefined {
  if (memberOf(schema, '$async') !== undefined) return 'it has "$async", which is no part of JSON Schema';
  if (memberOf(schema, '$dynamicRef') !== undefined)
    return 'it has "$dynamicRef", which wfmap does not follow';
  if (schema !== root && typeof memberOf(schema, '$id') === 'string')
    return 'a part of it has an "$id" of its own';
  const reference = memberOf(schema, '$ref');
  if (typeof reference === 'string' && !isInside(reference, root)) {
    return `it refers to ${JSON.stringify(reference)}, which it does not have`;
  }
  for (const pattern of patternsOf(schema)) {
    const made = toPattern(pattern);
    if ('fault' in made) return `the pattern ${JSON.stringify(pattern.slice(0, 60))} ${made.fault}`;
  }
  return undefined;
}

function isInside(reference: string, root: SchemaObject): boolean {
  const at = reference.indexOf('#');
  const base = at < 0 ? reference : reference.slice(0, at);
  const id = memberOf(root, '$id');
  return base === '' || (typeof id === 'string' && base === id.replace(/#$/, ''));
}

function patternsOf(schema: SchemaObject): readonly string[] {
  const pattern = memberOf(schema, 'pattern');
  const named = memberOf(schema, 'patternProperties');
  return [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...(isSchemaObject(named) ? Object.keys(named) : []),
  ];
}

/** How much each part of a schema has to do for one value, without what lies below that value. */
class Work {
  readonly #root: SchemaObject;
  readonly #anchors: ReadonlyMap<string, SchemaObject>;
  readonly #known = new Map<SchemaObject, number | 'endless' | 'open'>();

  constructor(root: SchemaObject, all: ReadonlySet<SchemaObject>) {
    this.#root = root;
    this.#anchors = new Map(
      [...all].flatMap((each) => {
        const names = [memberOf(each, '$anchor'), memberOf(each, '$dynamicAnchor')];
        return names.flatMap((name) => (typeof name === 'string' ? [[name, each] as const] : []));
      }),
    );
  }

  /** Chains of references may be as long as the schema is large; that is bounded. */
  of(schema: SchemaObject): number | 'endless' {
    const known = this.#known.get(schema);
    if (known === 'open') return 'endless';
    if (known !== undefined) return known;
    this.#known.set(schema, 'open');
    const target = this.#targetOf(schema);
    let cost: number | 'endless' = 1;
    for (const each of [...schemasInPlace(schema), ...(target ? [target] : [])]) {
      const more = this.of(each);
      if (more === 'endless' || cost === 'endless') cost = 'endless';
      else cost = Math.min(cost + more, MAX_WORK + 1);
    }
    this.#known.set(schema, cost);
    return cost;
  }

  #targetOf(schema: SchemaObject): SchemaObject | undefined {
    const fragment = fragmentOf(schema);
    if (fragment === undefined || fragment === '' || fragment.startsWith('/'))
      return pointedAt(schema, this.#root);
    return this.#anchors.get(fragment);
  }
}

/** What the `$ref` of a schema names by its place; undefined where that is nothing here, which the compiler tells. */
function pointedAt(schema: SchemaObject, root: SchemaObject): SchemaObject | undefined {
  const fragment = fragmentOf(schema);
  if (fragment === undefined || (fragment !== '' && !fragment.startsWith('/'))) return undefined;
  let place: Value | undefined = root;
  for (const step of fragment.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(place)) place = place[Number(name)];
    else place = isSchemaObject(place) ? memberOf(place, name) : undefined;
  }
  return isSchemaObject(place) ? place : undefined;
}

/** What stands after `#`. Before it stands nothing, or the name of the whole: {@link faultOf} refuses the rest. */
function fragmentOf(schema: SchemaObject): string | undefined {
  const reference = memberOf(schema, '$ref');
  if (typeof reference !== 'string') return undefined;
  const at = reference.indexOf('#');
  return at < 0 ? '' : decoded(reference.slice(at + 1));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The compiler refuses such a reference in words of its own.
    return text;
  }
}
