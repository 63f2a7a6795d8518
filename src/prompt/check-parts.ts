import type { Report } from '../diagnostics/diagnostic.ts';
import { checkExpression } from '../expression/check-expression.ts';
import type { Expression } from '../expression/expression.ts';
import type { ValueType } from '../expression/value.ts';
import type { Span } from '../text/source.ts';
import { closest } from '../util/closest.ts';
import type { Template } from './template.ts';
import type { Operand, PartialPart, Path, ScopePart, TemplatePart } from './template-part.ts';

type Types = ReadonlyMap<string, ValueType>;

/**
 * What is known of the place where a part stands.
 *
 * Shape: `isRoot` where `this` is the prompt itself, `extra` what a partial is given beside; `bound` are the names that
 * expressions see first, and block parameters those of them that paths see. `loops` counts the each around it.
 */
interface Place {
  readonly isRoot: boolean;
  readonly extra: Types;
  readonly outer: Place | undefined;
  readonly bound: Types;
  readonly blockParams: ReadonlySet<string>;
  readonly loops: number;
  readonly partials: ReadonlyMap<string, Template>;
}

/** What a file shows of its first faults is enough; the rest is not looked for. */
const MAX_REPORTS = 200;
const LOOP_NAMES: Types = new Map([
  ['index', 'number'],
  ['key', 'any'],
  ['first', 'boolean'],
  ['last', 'boolean'],
]);
const NONE: Types = new Map();
const NO_NAMES: ReadonlySet<string> = new Set();

/** Checks the names and types of a template's parts and of its partials, each wherever it is taken in. */
export class PartsChecker {
  readonly #types: Types;
  readonly #report: Report;
  readonly #alsoMeant: () => Iterable<string>;
  readonly #seen = new Map<Template, Set<string>>();
  /** Where the partial that is being checked is taken in, innermost first; nothing in the template itself. */
  #takenIn: readonly Span[] = [];
  #reports = 0;

  constructor(types: Types, report: Report, alsoMeant: () => Iterable<string>) {
    this.#types = types;
    this.#report = (code, span, params, extra) => {
      this.#reports += 1;
      const related = this.#takenIn.map((each) => ({ message: 'The partial is taken in here.', span: each }));
      report(code, span, params, { ...extra, related });
    };
    this.#alsoMeant = alsoMeant;
  }

  check({ parts, partials }: Template): void {
    this.#parts(parts, {
      isRoot: true,
      extra: NONE,
      outer: undefined,
      bound: NONE,
      blockParams: new Set(),
      loops: 0,
      partials,
    });
  }

  #parts(parts: readonly TemplatePart[], place: Place): void {
    for (const part of parts) {
      if (this.#reports >= MAX_REPORTS) return;
      this.#part(part, place);
    }
  }

  #part(part: TemplatePart, place: Place): void {
    switch (part.kind) {
      case 'text':
        return;
      case 'expression':
        this.#expression(part.expression, place);
        return;
      case 'value':
        this.#operand(part.operand, place);
        return;
      case 'choice':
        this.#operand(part.condition, place);
        this.#parts(part.body, place);
        break;
      case 'each':
      case 'with':
        this.#parts(part.body, this.#placeInside(part, place));
        break;
      case 'partial':
        this.#partial(part, place);
        return;
    }
    this.#parts(part.otherwise, place);
  }

  #placeInside(part: ScopePart, place: Place): Place {
    const { operand, params, kind } = part;
    const isSame = kind === 'with' && isThis(operand) && place.isRoot;
    const type = isSame ? 'any' : this.#operand(operand, place);
    if (kind === 'each' && type !== 'any') {
      const problem = `"{{#each}}" goes through a list or an object, and this is a ${type}`;
      this.#report('type-clash', operand.span, { problem });
    }
    const inner = kind === 'with' ? type : 'any';
    const bound = new Map(place.bound);
    if (!isSame) bound.set('this', inner);
    for (const [index, name] of params.entries()) bound.set(name, index === 0 ? inner : 'any');
    return {
      ...place,
      isRoot: isSame,
      extra: isSame ? place.extra : NONE,
      outer: place,
      bound,
      blockParams: new Set([...place.blockParams, ...params]),
      loops: place.loops + (kind === 'each' ? 1 : 0),
    };
  }

  #partial({ inclusion, context, args }: PartialPart, place: Place): void {
    const isSame = context === undefined || isThis(context);
    if (!isSame) this.#operand(context, place);
    const extra = new Map(isSame ? place.extra : NONE);
    for (const { name, operand } of args) extra.set(name, this.#operand(operand, place));
    const partial = place.partials.get(inclusion.path);
    if (!partial) return;
    const isRoot = isSame && place.isRoot;
    const bound: Types = isRoot ? extra : new Map(extra).set('this', 'any');
    const { outer, loops } = place;
    const { partials } = partial;
    const inside = {
      isRoot,
      extra,
      outer: isSame ? outer : place,
      bound,
      blockParams: new Set<string>(),
      loops,
      partials,
    };
    const key = keyOf(inside);
    const seen = this.#seen.get(partial) ?? new Set();
    this.#seen.set(partial, seen);
    if (seen.has(key)) return;
    seen.add(key);
    const outside = this.#takenIn;
    this.#takenIn = [inclusion.span, ...outside];
    this.#parts(partial.parts, inside);
    this.#takenIn = outside;
  }

  /** Shape: the type, as far as it is known. */
  #operand(operand: Operand, place: Place): ValueType {
    if (operand.kind === 'literal') return typeOfLiteral(operand.value);
    if (operand.kind === 'path') return this.#path(operand.path, operand.span, place);
    if (operand.kind === 'text') {
      this.#parts(operand.parts, place);
      return 'string';
    }
    this.#expression(operand.expression, place);
    return 'any';
  }

  #path(path: Path, span: Span, place: Place): ValueType {
    const { isData, isOwn, depth, keys } = path;
    if (isData) return keys[0] === 'root' ? this.#rootName(path, span) : this.#loopName(path, span, place);
    const [head, ...rest] = keys;
    if (head !== undefined && !isOwn && place.blockParams.has(head)) {
      return this.#member(place.bound.get(head), rest, span);
    }
    let context: Place | undefined = place;
    for (let up = 0; up < depth; up += 1) context = context?.outer;
    if (!context) return this.#undeclared(span, textOf(span), []);
    if (head !== undefined) return this.#nameIn(context, path, span);
    if (context.isRoot) return this.#undeclared(span, textOf(span), []);
    return context.bound.get('this') ?? 'any';
  }

  /** A path whose first key is a member of the context. */
  #nameIn(context: Place, { isOwn, keys, head: at }: Path, span: Span): ValueType {
    const [head = '', ...rest] = keys;
    const given = context.extra.get(head);
    const type = this.#types.get(head);
    if (given !== undefined) return this.#member(given, rest, span);
    if (!context.isRoot) {
      if (!isOwn && type !== undefined) this.#report('ambiguous-name', at, { name: head });
      return 'any';
    }
    return type === undefined
      ? this.#undeclared(at, head, this.#known(context))
      : this.#member(type, rest, span);
  }

  /** `@root.name`. */
  #rootName({ keys }: Path, span: Span): ValueType {
    const [, key, ...rest] = keys;
    if (key === undefined) return this.#undeclared(span, textOf(span), []);
    const type = this.#types.get(key);
    if (type !== undefined) return this.#member(type, rest, span);
    return this.#undeclared(afterRoot(span, key), key, this.#types.keys());
  }

  /** `@index` and the like. */
  #loopName({ keys, depth, head }: Path, span: Span, place: Place): ValueType {
    const [name = '', second] = keys;
    const type = LOOP_NAMES.get(name);
    if (type !== undefined && second === undefined && place.loops > depth) return type;
    if (depth > 0) return this.#undeclared(span, textOf(span), []);
    return this.#undeclared(head, name, place.loops > 0 ? LOOP_NAMES.keys() : [], '@');
  }

  #member(type: ValueType | undefined, keys: readonly string[], span: Span): ValueType {
    const [key] = keys;
    if (key === undefined) return type ?? 'any';
    if (type === undefined || type === 'any') return 'any';
    if (type === 'string' && key === 'length' && keys.length === 1) return 'number';
    this.#report('type-clash', span, { problem: `a ${type} has no member "${key}"` });
    return 'any';
  }

  #expression(expression: Expression, place: Place): void {
    const types = new Map<string, ValueType>();
    for (const { name } of expression.names) {
      const type = place.bound.get(name) ?? this.#types.get(name);
      if (type !== undefined) types.set(name, type);
    }
    checkExpression(expression, { types, unbound: NO_NAMES }, this.#report, () => this.#known(place));
  }

  *#known(place: Place): Iterable<string> {
    yield* this.#types.keys();
    yield* place.bound.keys();
    yield* this.#alsoMeant();
  }

  #undeclared(span: Span, name: string, known: Iterable<string>, sign = ''): ValueType {
    const near = closest(name, new Set(known));
    const newText = near === undefined || /^[A-Za-z_][\w-]*$/.test(near) ? near : `[${near}]`;
    const edits = newText === undefined ? [] : [{ span, newText }];
    const fix = newText === undefined ? undefined : { title: `Write ${sign}${newText}.`, safe: false, edits };
    this.#report('undeclared-name', span, { name: sign + name }, { fix, help: HELP });
    return 'any';
  }
}

const HELP =
  'Declare it in workslipFields, in promptParams or in the front matter. In a prompt, "\\{{" stands for a literal "{{".';

function isThis(operand: Operand): boolean {
  if (operand.kind !== 'path') return false;
  const { keys, depth, isData } = operand.path;
  return keys.length === 0 && depth === 0 && !isData;
}

/** Two places with the same key know the same. */
function keyOf(place: Place | undefined): string {
  if (!place) return '';
  const { isRoot, extra, loops, outer, bound } = place;
  return JSON.stringify([isRoot, [...extra], [...bound], loops, keyOf(outer)]);
}

function typeOfLiteral(value: unknown): ValueType {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'boolean';
  }
  return 'any';
}

function textOf({ source, start, end }: Span): string {
  return source.text.slice(start, end);
}

/** Where the name after `@root.` stands. */
function afterRoot(span: Span, name: string): Span {
  const at = span.source.text.indexOf(name, span.start + '@root'.length);
  return at < 0 || at + name.length > span.end ? span : { ...span, start: at, end: at + name.length };
}
