import { absentValue } from '../../expression/types/absent-value.ts';
import { ExpressionError } from '../../expression/cel/expression-error.ts';
import type { Expression } from '../../expression/cel/expression.ts';
import type { Scope, ValueType } from '../../expression/types/value.ts';
import { isListValue, type Value } from '../../model/value.ts';
import type { Template } from '../parse/template.ts';
import type { Operand, PartialPart, Path, ScopePart, TemplatePart } from '../parse/template-part.ts';
import { valueText } from '../values/value-text.ts';

/** Units: one for each part that is rendered, and one more for so many characters of it. */
const MAX_UNITS = 1_000_000;
const CHARACTERS_PER_UNIT = 16;
/** What all expressions of a prompt may spend together: as much as a few of the longest. */
const MAX_EXPRESSION_UNITS = 3_000_000;

/**
 * Renders the parts of a template with its partials.
 *
 * Each value is put in once, as text, and never read again. Only what an object has itself is a member of it.
 * Errors: throws {@link ExpressionError} when an expression has no value, and when the text grows too long.
 */
export function renderTemplate(template: Template, scope: Scope): string {
  return new Renderer(scope).render(template.parts, {
    context: { value: ROOT, extra: NOTHING },
    outer: undefined,
    bound: NOTHING,
    params: NOTHING,
    loop: undefined,
    partials: template.partials,
  });
}

/** The context of the prompt itself: its names are the members. */
const ROOT = Symbol('root');
const NOTHING: ReadonlyMap<string, Value | undefined> = new Map();

type Names = ReadonlyMap<string, Value | undefined>;

/** What a name is a member of. `extra` is what a partial is given beside. */
interface Context {
  readonly value: Value | undefined | typeof ROOT;
  readonly extra: Names;
}

/** Where a part stands. `bound` are names for expressions, `params` those of them that paths see too. */
interface Place {
  readonly context: Context;
  readonly outer: Place | undefined;
  readonly bound: Names;
  readonly params: Names;
  readonly loop: Loop | undefined;
  readonly partials: ReadonlyMap<string, Template>;
}

interface Loop {
  readonly names: Names;
  readonly outer: Loop | undefined;
}

class Renderer {
  readonly #scope: Scope;
  #left = MAX_UNITS;

  constructor(scope: Scope) {
    this.#scope = { ...scope, units: { left: MAX_EXPRESSION_UNITS } };
  }

  render(parts: readonly TemplatePart[], place: Place): string {
    let text = '';
    for (const part of parts) text += this.#part(part, place);
    return text;
  }

  #part(part: TemplatePart, place: Place): string {
    if (part.kind === 'text') return this.#charged(part.text);
    if (part.kind === 'expression') return this.#charged(valueText(this.#evaluate(part.expression, place)));
    if (part.kind === 'value') return this.#charged(valueText(this.#plain(part.operand, place)));
    if (part.kind === 'partial') return this.#partial(part, place);
    this.#charged('');
    if (part.kind === 'choice') {
      const holds = !isEmpty(this.#plain(part.condition, place), 'zero too') !== part.isNegated;
      return this.render(holds ? part.body : part.otherwise, place);
    }
    return part.kind === 'each' ? this.#each(part, place) : this.#with(part, place);
  }

  #each(part: ScopePart, place: Place): string {
    const list = this.#plain(part.operand, place);
    const entries: readonly [string | number, Value][] =
      typeof list !== 'object' || list === null
        ? []
        : isListValue(list)
          ? list.map((each, index) => [index, each])
          : Object.entries(list);
    if (entries.length === 0) return this.render(part.otherwise, place);
    let text = '';
    for (const [index, [key, value]] of entries.entries()) {
      this.#charged('');
      const names = new Map<string, Value>([
        ['index', index],
        ['key', key],
        ['first', index === 0],
        ['last', index === entries.length - 1],
      ]);
      const inside = placeInside(place, { value, extra: NOTHING }, namesOf(part.params, [value, key]));
      text += this.render(part.body, { ...inside, loop: { names, outer: place.loop } });
    }
    return text;
  }

  #with(part: ScopePart, place: Place): string {
    const context = this.#context(part.operand, place);
    if (context.value !== ROOT && isEmpty(context.value)) return this.render(part.otherwise, place);
    const value = context.value === ROOT ? undefined : context.value;
    return this.render(part.body, placeInside(place, context, namesOf(part.params, [value])));
  }

  #partial({ inclusion, context, args, indent }: PartialPart, place: Place): string {
    const partial = place.partials.get(inclusion.path);
    if (!partial) return '';
    const own = context ? this.#context(context, place) : place.context;
    const extra = new Map(own.extra);
    for (const { name, operand } of args) extra.set(name, this.#plain(operand, place));
    const bound = new Map(extra);
    if (own.value !== ROOT) bound.set('this', own.value);
    const text = this.render(partial.parts, {
      context: { value: own.value, extra },
      outer: own === place.context ? place.outer : place,
      bound,
      params: NOTHING,
      loop: place.loop,
      partials: partial.partials,
    });
    return indent === '' ? text : this.#charged(indented(text, indent));
  }

  /** The context that an operand gives: that of the place for `this`, so that it may be the prompt's. */
  #context(operand: Operand, place: Place): Context {
    if (operand.kind === 'path') {
      const { isData, depth, keys } = operand.path;
      if (keys.length === 0 && depth === 0 && !isData) return place.context;
    }
    return { value: this.#plain(operand, place), extra: NOTHING };
  }

  #plain(operand: Operand, place: Place): Value | undefined {
    if (operand.kind === 'literal') return operand.value;
    if (operand.kind === 'path') return this.#follow(operand.path, place);
    if (operand.kind === 'text') return this.render(operand.parts, place);
    return this.#evaluate(operand.expression, place);
  }

  #follow({ isData, isOwn, depth, keys }: Path, place: Place): Value | undefined {
    const [head, ...rest] = keys;
    if (isData) return this.#followData(keys, depth, place);
    let from: Place | undefined = place;
    for (let up = 0; up < depth; up += 1) from = from?.outer;
    if (!from) return undefined;
    const { value, extra } = from.context;
    if (head === undefined) return value === ROOT ? undefined : value;
    if (!isOwn && place.params.has(head)) return membersOf(place.params.get(head), rest);
    if (extra.has(head)) return membersOf(extra.get(head), rest);
    return membersOf(value === ROOT ? this.#named(head) : memberOf(value, head), rest);
  }

  #followData([name = '', key, ...rest]: readonly string[], depth: number, place: Place): Value | undefined {
    if (name === 'root') return key === undefined ? undefined : membersOf(this.#named(key), rest);
    let { loop } = place;
    for (let up = 0; up < depth; up += 1) loop = loop?.outer;
    return loop?.names.get(name);
  }

  /** What a name of the prompt holds. */
  #named(name: string): Value | undefined {
    const { types, values } = this.#scope;
    const type = types.get(name);
    return values.get(name) ?? (type === undefined ? undefined : absentValue(type));
  }

  #evaluate(expression: Expression, place: Place): Value {
    this.#charged('');
    if (place.bound.size === 0) return expression.evaluate(this.#scope);
    const types = new Map<string, ValueType>();
    const values = new Map<string, Value | undefined>();
    for (const { name } of expression.names) {
      if (place.bound.has(name)) {
        types.set(name, 'any');
        values.set(name, place.bound.get(name));
        continue;
      }
      const type = this.#scope.types.get(name);
      if (type !== undefined) types.set(name, type);
      if (this.#scope.values.has(name)) values.set(name, this.#scope.values.get(name));
    }
    return expression.evaluate({ types, values, units: this.#scope.units });
  }

  #charged(text: string): string {
    this.#left -= 1 + Math.floor(text.length / CHARACTERS_PER_UNIT);
    if (this.#left < 0) throw new ExpressionError('{{…}}', 'the prompt takes too long, or becomes too large');
    return text;
  }
}

function placeInside(place: Place, context: Context, params: Names): Place {
  const bound = new Map([...place.bound, ...params]);
  if (context.value !== ROOT) bound.set('this', context.value);
  return { ...place, context, outer: place, bound, params: new Map([...place.params, ...params]) };
}

function namesOf(params: readonly string[], values: readonly (Value | undefined)[]): Names {
  return new Map(params.map((name, index) => [name, values[index]]));
}

function membersOf(value: Value | undefined, keys: readonly string[]): Value | undefined {
  return keys.reduce(memberOf, value);
}

/** A member of an object, an element or the length of a list, the length of a text. */
function memberOf(value: Value | undefined, key: string): Value | undefined {
  if (typeof value === 'string') return key === 'length' ? value.length : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (!isListValue(value)) return Object.hasOwn(value, key) ? value[key] : undefined;
  if (key === 'length') return value.length;
  return /^(?:0|[1-9][0-9]{0,15})$/.test(key) ? value[Number(key)] : undefined;
}

/** What Handlebars takes for nothing. Zero is nothing to if and unless, and something to with. */
function isEmpty(value: Value | undefined, zero?: 'zero too'): boolean {
  if (value === 0) return zero !== undefined;
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && isListValue(value) && value.length === 0;
}

/** Puts white space before each line; none after a last line break. */
function indented(text: string, indent: string): string {
  const lines = text.split('\n');
  return lines
    .map((line, index) => (line === '' && index + 1 === lines.length ? '' : indent + line))
    .join('\n');
}
