import type { Report } from '../../diagnostics/diagnostic.ts';
import { isBareName } from '../../expression/cel/bare-name.ts';
import { checkExpression } from '../../expression/check/check-expression.ts';
import { describeType } from '../../expression/types/describe-type.ts';
import type { Expression } from '../../expression/cel/expression.ts';
import { absentMark, type TypeEnvironment } from '../../expression/check/type-environment.ts';
import type { ValueType } from '../../expression/types/value.ts';
import type { Span } from '../../text/source.ts';
import { factsAfter, factsOfPresent } from './asked-facts.ts';
import { NO_TYPES, outermostPlace, placeKeyOf, type Facts, type Place, type Types } from './check-place.ts';
import { PathChecker, type Use } from './check-path.ts';
import { stepsOf, typeOfLiteral } from './path-types.ts';
import type { Template } from '../parse/template.ts';
import type { Operand, PartialPart, ScopePart, TemplatePart } from '../parse/template-part.ts';

/** What a file shows of its first faults is enough; the rest is not looked for. */
const MAX_REPORTS = 200;
/** Checks the names and types of a template's parts and of its partials, each wherever it is taken in. */
export class PartsChecker {
  readonly #report: Report;
  readonly #paths: PathChecker;
  readonly #seen = new Map<Template, Set<string>>();
  /** Where the partial that is being checked is taken in, innermost first; nothing in the template itself. */
  #takenIn: readonly Span[] = [];
  #reports = 0;

  constructor(env: TypeEnvironment, report: Report, alsoMeant: () => Iterable<string>) {
    this.#report = (code, span, params, extra) => {
      this.#reports += 1;
      const related = this.#takenIn.map((each) => ({ message: 'The partial is taken in here.', span: each }));
      report(code, span, params, { ...extra, related });
    };
    this.#paths = new PathChecker(env, this.#report, alsoMeant);
  }

  check({ parts, partials }: Template): void {
    this.#parts(parts, outermostPlace(partials));
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
        this.#operand(part.condition, place, 'asked');
        this.#parts(part.body, this.#after(part.condition, place, !part.isNegated));
        this.#parts(part.otherwise, this.#after(part.condition, place, part.isNegated));
        return;
      case 'each':
      case 'with':
        this.#parts(part.body, this.#placeInside(part, place));
        this.#parts(part.otherwise, place);
        return;
      case 'partial':
        this.#partial(part, place);
        return;
    }
  }

  /** A place behind a condition that held, or did not: what was asked there is known. */
  #after(condition: Operand, place: Place, truth: boolean): Place {
    return { ...place, facts: this.#factsAfter(condition, place, truth) };
  }

  #factsAfter(condition: Operand, place: Place, truth: boolean): Facts {
    const { facts } = place;
    if (condition.kind === 'expression' && !isBareName(condition.expression)) {
      const { expression } = condition;
      const env = this.#paths.environmentOf(expression, place);
      if (expression.names.some(({ name }) => !env.types.has(name))) return facts;
      return factsAfter({ facts, env, isFree: (name) => !place.bound.has(name) }, expression, truth);
    }
    const [name, ...rest] = truth ? this.#keysOfPrompt(condition, place) : [];
    const type = name === undefined ? undefined : this.#paths.typeOf(name, place);
    if (name === undefined || type === undefined) return facts;
    const unbound = new Set([name, absentMark(name)].filter((each) => this.#paths.isUnbound(each, place)));
    return factsOfPresent(facts, { types: new Map([[name, type]]), unbound }, [name, ...rest]);
  }

  /** The keys of what reads a name of the prompt; none of anything else. */
  #keysOfPrompt(operand: Operand, place: Place): readonly string[] {
    if (operand.kind === 'path') return this.#paths.keysOfPrompt(operand.path, place);
    const [name] = operand.kind === 'expression' ? operand.expression.names.map((each) => each.name) : [];
    return name === undefined || place.bound.has(name) ? [] : [name];
  }

  #placeInside(part: ScopePart, place: Place): Place {
    const { operand, params, kind } = part;
    const isSame = kind === 'with' && isThis(operand) && place.isRoot;
    // What is there without it has its own words, so that its absence is thought of.
    const type = isSame ? 'any' : this.#operand(operand, place, part.otherwise.length > 0 ? 'asked' : 'read');
    const inner = kind === 'with' ? type : this.#stepsOf(type, operand.span);
    const bound = new Map(place.bound);
    if (!isSame) bound.set('this', inner);
    for (const [index, name] of params.entries()) bound.set(name, index === 0 ? inner : 'any');
    return {
      ...place,
      isRoot: isSame,
      extra: isSame ? place.extra : NO_TYPES,
      outer: place,
      bound,
      blockParams: new Set([...place.blockParams, ...params]),
      loops: place.loops + (kind === 'each' ? 1 : 0),
      facts: isSame ? place.facts : this.#factsAfter(operand, place, true),
    };
  }

  #stepsOf(type: ValueType, span: Span): ValueType {
    const steps = stepsOf(type);
    if (steps !== undefined) return steps;
    const problem = `"{{#each}}" goes through a list or an object, and this is ${describeType(type)}`;
    this.#report('type-clash', span, { problem });
    return 'any';
  }

  #partial({ inclusion, context, args }: PartialPart, place: Place): void {
    const isSame = context === undefined || isThis(context);
    if (!isSame) this.#operand(context, place);
    const extra = new Map(isSame ? place.extra : NO_TYPES);
    for (const { name, operand } of args) extra.set(name, this.#operand(operand, place));
    const partial = place.partials.get(inclusion.path);
    if (!partial) return;
    const isRoot = isSame && place.isRoot;
    const bound: Types = isRoot ? extra : new Map(extra).set('this', 'any');
    const { outer, loops, facts } = place;
    const { partials } = partial;
    const inside = {
      isRoot,
      extra,
      outer: isSame ? outer : place,
      bound,
      blockParams: new Set<string>(),
      loops,
      partials,
      facts,
    };
    const key = placeKeyOf(inside);
    const seen = this.#seen.get(partial) ?? new Set();
    this.#seen.set(partial, seen);
    if (seen.has(key)) return;
    seen.add(key);
    const outside = this.#takenIn;
    this.#takenIn = [inclusion.span, ...outside];
    this.#parts(partial.parts, inside);
    this.#takenIn = outside;
  }

  /** Shape: the type, as far as it is known. What is only asked for need not be set. */
  #operand(operand: Operand, place: Place, use: Use = 'read'): ValueType {
    if (operand.kind === 'literal') return typeOfLiteral(operand.value);
    if (operand.kind === 'path') return this.#paths.check(operand, { place, use });
    if (operand.kind === 'text') {
      this.#parts(operand.parts, place);
      return 'string';
    }
    return this.#expression(operand.expression, place, use);
  }

  #expression(expression: Expression, place: Place, use: Use = 'read'): ValueType {
    const env = this.#paths.environmentOf(expression, place);
    // A name alone that a block asks for is asked as by has().
    const isAsked = use === 'asked' && isBareName(expression);
    const asked = isAsked ? { ...env, unbound: new Set<string>() } : env;
    return checkExpression(expression, asked, this.#report, () => this.#paths.known(place)) ?? 'any';
  }
}

function isThis(operand: Operand): boolean {
  if (operand.kind !== 'path') return false;
  const { keys, depth, isData } = operand.path;
  return keys.length === 0 && depth === 0 && !isData;
}
