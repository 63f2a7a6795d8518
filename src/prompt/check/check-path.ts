import { helpWithMembers, memberNamesOf } from '../../expression/types/known-members.ts';
import type { Fix, Report } from '../../diagnostics/diagnostic.ts';
import { describeType } from '../../expression/types/describe-type.ts';
import type { Expression } from '../../expression/cel/expression.ts';
import { absentMark, ownMark, type TypeEnvironment } from '../../expression/check/type-environment.ts';
import { helpWithOwn } from '../../expression/check/reported-findings.ts';
import type { ValueType } from '../../expression/types/value.ts';
import type { Span } from '../../text/source.ts';
import { closest } from '../../util/closest.ts';
import type { Place, Types } from './check-place.ts';
import { memberAt } from './path-types.ts';
import type { Path } from '../parse/template-part.ts';

/** Whether a value is needed, or it is only asked whether there is one. */
export type Use = 'read' | 'asked';

export interface Reading {
  readonly place: Place;
  readonly use: Use;
}

export interface PathOperand {
  readonly path: Path;
  readonly span: Span;
}

interface NameReading extends PathOperand {
  readonly reading: Reading;
  /** Names that a typo may stand for. */
  readonly known: () => Iterable<string>;
}
const HELP =
  'Declare it as an input of the map, as a parameter of the task or in the front matter. In a prompt, "\\{{" stands for a literal "{{".';

const LOOP_NAMES: Types = new Map([
  ['index', 'number'],
  ['key', 'any'],
  ['first', 'boolean'],
  ['last', 'boolean'],
]);

/** Checks the paths of blocks and values, and says what names hold where they stand. */
export class PathChecker {
  readonly #types: Types;
  readonly #unbound: ReadonlySet<string>;
  readonly #report: Report;
  readonly #alsoMeant: () => Iterable<string>;

  constructor({ types, unbound }: TypeEnvironment, report: Report, alsoMeant: () => Iterable<string>) {
    this.#types = types;
    this.#unbound = unbound;
    this.#report = report;
    this.#alsoMeant = alsoMeant;
  }

  /** The keys of a path that reads a name of the prompt; none of any other. */
  keysOfPrompt({ isData, isOwn, depth, keys }: Path, place: Place): readonly string[] {
    const [head = ''] = keys;
    if (isData) return head === 'root' ? keys.slice(1) : [];
    if (!isOwn && place.blockParams.has(head)) return [];
    const context = contextAt(place, depth);
    return context?.isRoot === true && !context.extra.has(head) ? keys : [];
  }

  check({ path, span }: PathOperand, { place, use }: Reading): ValueType {
    const { isData, isOwn, depth, keys } = path;
    if (isData) {
      const isRoot = keys[0] === 'root';
      return isRoot ? this.#rootName({ path, span }, { place, use }) : this.#loopName(path, span, place);
    }
    const [head] = keys;
    if (head !== undefined && !isOwn && place.blockParams.has(head)) {
      return this.#member(place.bound.get(head) ?? 'any', { path, span });
    }
    const context = contextAt(place, depth);
    if (!context) return this.#undeclared(span, textOf(span), []);
    if (head !== undefined) return this.#nameIn(context, { path, span }, { place, use });
    if (context.isRoot) return this.#undeclared(span, textOf(span), []);
    return context.bound.get('this') ?? 'any';
  }

  /** A path whose first key is a member of the context. */
  #nameIn(context: Place, { path, span }: PathOperand, reading: Reading): ValueType {
    const { isOwn, keys, head: at } = path;
    const [head = ''] = keys;
    const given = context.extra.get(head);
    if (given !== undefined) return this.#member(given, { path, span });
    if (context.isRoot)
      return this.#nameOfPrompt(head, at, { path, span, reading, known: () => this.known(context) });
    const type = context.bound.get('this') ?? 'any';
    if (!isOwn && this.#types.has(head) && !memberNamesOf(type).includes(head)) {
      this.#report('ambiguous-name', at, { name: head });
      return 'any';
    }
    return this.#member(type, { path, span }, 0);
  }

  #nameOfPrompt(name: string, at: Span, { path, span, reading, known }: NameReading): ValueType {
    const { place, use } = reading;
    const type = this.typeOf(name, place);
    if (type === undefined) return this.#undeclared(at, name, known());
    const isOwn = this.#unbound.has(ownMark(name));
    if (use === 'read' && this.isUnbound(name, place))
      this.#report('unbound-name', at, { name }, { help: isOwn ? helpWithOwn : helpToAsk(name) });
    else if (use !== 'read' && isOwn) this.#report('empty-own-name', at, { name });
    return this.#member(type, { path, span });
  }

  /** What a name of the prompt holds at a place; undefined where nobody declares it. */
  typeOf(name: string, { facts }: Place): ValueType | undefined {
    return facts.types.get(name) ?? this.#types.get(name);
  }

  isUnbound(name: string, { facts }: Place): boolean {
    return this.#unbound.has(name) && !facts.set.has(name);
  }

  /** `@root.name`. */
  #rootName({ path, span }: PathOperand, reading: Reading): ValueType {
    const [, key] = path.keys;
    if (key === undefined) return this.#undeclared(span, textOf(span), []);
    const inside = { ...path, keys: path.keys.slice(1), head: afterRoot(span, key) };
    return this.#nameOfPrompt(key, inside.head, {
      path: inside,
      span,
      reading,
      known: () => this.#types.keys(),
    });
  }

  /** `@index` and the like. */
  #loopName({ keys, depth, head }: Path, span: Span, place: Place): ValueType {
    const [name = '', second] = keys;
    const type = LOOP_NAMES.get(name);
    if (type !== undefined && second === undefined && place.loops > depth) return type;
    if (depth > 0) return this.#undeclared(span, textOf(span), []);
    return this.#undeclared(head, name, place.loops > 0 ? LOOP_NAMES.keys() : [], '@');
  }

  /** Follows a path from the type that stands before its key `from`. */
  #member(type: ValueType, { path, span }: PathOperand, from = 1): ValueType {
    let known = type;
    let at = from === 0 ? path.head : { ...path.head, start: path.head.end };
    for (const [index, key] of path.keys.entries()) {
      if (index < from) continue;
      const { type: next, presence } = memberAt(known, key);
      if (index > 0) at = keySpan(key, at.end, span);
      if (presence === 'unfit') {
        const problem = `"${key}" asks for a member of ${describeType(known)}`;
        this.#report('type-clash', at, { problem });
        return 'any';
      }
      if (presence === 'never') {
        const owner = index === 0 ? 'this' : path.keys.slice(0, index).join('.');
        const near = closest(key, memberNamesOf(known));
        const fix = near === undefined ? undefined : fixOf(at, near);
        this.#report('unknown-member', at, { owner, member: key }, { ...helpWithMembers(known), fix });
        return 'any';
      }
      known = next;
    }
    return known;
  }

  environmentOf(expression: Expression, place: Place): TypeEnvironment {
    const types = new Map<string, ValueType>();
    const unbound = new Set<string>();
    for (const { name } of expression.names) {
      const own = place.bound.get(name);
      const type = own ?? this.typeOf(name, place);
      if (type !== undefined) types.set(name, type);
      for (const each of own === undefined ? [name, absentMark(name)] : [])
        if (this.isUnbound(each, place)) unbound.add(each);
      if (own === undefined && this.#unbound.has(ownMark(name))) unbound.add(ownMark(name));
    }
    return { types, unbound };
  }

  *known(place: Place): Iterable<string> {
    yield* this.#types.keys();
    yield* place.bound.keys();
    yield* this.#alsoMeant();
  }

  #undeclared(span: Span, name: string, known: Iterable<string>, sign = ''): ValueType {
    const near = closest(name, new Set(known));
    const fix = near === undefined ? undefined : fixOf(span, near, sign);
    this.#report('undeclared-name', span, { name: sign + name }, { fix, help: HELP });
    return 'any';
  }
}

/** The place whose context so many `../` lead to; undefined above the outermost. */
function contextAt(place: Place, depth: number): Place | undefined {
  let context: Place | undefined = place;
  for (let up = 0; up < depth; up += 1) context = context?.outer;
  return context;
}

function helpToAsk(name: string): string {
  return `Ask for it first with {{#if ${spell(name)}}} … {{/if}}, or let every path set it.`;
}

/** How a path names something. */
function spell(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : `[${name}]`;
}

function fixOf(span: Span, near: string, sign = ''): Fix {
  const newText = spell(near);
  return { title: `Write ${sign}${newText}.`, safe: false, edits: [{ span, newText }] };
}

/** Where a further key of a path stands; the whole path where it is written in another way. */
function keySpan(key: string, from: number, span: Span): Span {
  const start = span.source.text.indexOf(key, from);
  return start < 0 || start + key.length > span.end ? span : { ...span, start, end: start + key.length };
}

function textOf({ source, start, end }: Span): string {
  return source.text.slice(start, end);
}

/** Where the name after `@root.` stands. */
function afterRoot(span: Span, name: string): Span {
  const at = span.source.text.indexOf(name, span.start + '@root'.length);
  return at < 0 || at + name.length > span.end ? span : { ...span, start: at, end: at + name.length };
}
