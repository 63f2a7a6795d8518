import { isBareName } from '../../expression/cel/bare-name.ts';
import type { Expression } from '../../expression/cel/expression.ts';
import {
  ASKED,
  inElement,
  inMember,
  joined,
  UNREAD,
  WHOLE,
  type Demand,
} from '../../expression/reads/demand.ts';
import { readExpression, type Reader } from '../../expression/reads/read-expression.ts';
import type { Operand, PartialPart, Path, ScopePart, TemplatePart } from '../parse/template-part.ts';
import type { Template } from '../parse/template.ts';

/** Works out what a template and its partials read of the names of the prompt. `readerOf` gives whom to tell of each. */
export function readTemplate(template: Template, readerOf: (name: string) => Reader): void {
  new TemplateReads(readerOf).read(template);
}

/**
 * Where a part stands.
 *
 * Shape: `self` is told what is read of `this`; undefined where that is the prompt itself. `own` are names that paths and expressions
 * see first: block parameters, and what a partial is given.
 */
interface Place {
  readonly self: Reader | undefined;
  readonly own: ReadonlyMap<string, Reader>;
  readonly outer: Place | undefined;
  readonly partials: ReadonlyMap<string, Template>;
}

class TemplateReads {
  readonly #readerOf: (name: string) => Reader;

  constructor(readerOf: (name: string) => Reader) {
    this.#readerOf = readerOf;
  }

  read({ parts, partials }: Template): void {
    this.#parts(parts, { self: undefined, own: new Map(), outer: undefined, partials });
  }

  #parts(parts: readonly TemplatePart[], place: Place): void {
    for (const part of parts) this.#part(part, place);
  }

  #part(part: TemplatePart, place: Place): void {
    switch (part.kind) {
      case 'text':
        return;
      case 'expression':
        return this.#expression(part.expression, WHOLE, place);
      case 'value':
        return this.#operand(part.operand, WHOLE, place);
      case 'choice':
        this.#operand(part.condition, ASKED, place);
        this.#parts(part.body, place);
        return this.#parts(part.otherwise, place);
      case 'each':
      case 'with':
        return this.#scope(part, place);
      case 'partial':
        return this.#partial(part, place);
    }
  }

  #scope({ kind, operand, params, body, otherwise }: ScopePart, place: Place): void {
    let inside: Demand = UNREAD;
    const self: Reader = (demand) => {
      inside = joined(inside, demand);
    };
    const own = new Map(params.map((name, index): [string, Reader] => [name, index === 0 ? self : IGNORED]));
    this.#parts(body, { ...place, self, own: new Map([...place.own, ...own]), outer: place });
    this.#parts(otherwise, place);
    this.#operand(operand, kind === 'each' ? inElement(inside) : joined(ASKED, inside), place);
  }

  #partial({ inclusion, context, args }: PartialPart, place: Place): void {
    const partial = place.partials.get(inclusion.path);
    const given = args.map((arg): { demand: Demand } & typeof arg => ({ ...arg, demand: UNREAD }));
    let ofContext: Demand = UNREAD;
    const self: Reader = (demand) => {
      ofContext = joined(ofContext, demand);
    };
    const own = new Map(
      given.map((each): [string, Reader] => [
        each.name,
        (demand) => {
          each.demand = joined(each.demand, demand);
        },
      ]),
    );
    if (partial) {
      this.#parts(partial.parts, {
        self: context === undefined ? place.self : self,
        own,
        outer: context === undefined ? place.outer : place,
        partials: partial.partials,
      });
    } else self(WHOLE);
    if (context) this.#operand(context, joined(ASKED, ofContext), place);
    for (const { operand, demand } of given) this.#operand(operand, partial ? demand : WHOLE, place);
  }

  #operand(operand: Operand, demand: Demand, place: Place): void {
    if (operand.kind === 'path') return this.#path(operand.path, demand, place);
    if (operand.kind === 'text') return this.#parts(operand.parts, place);
    if (operand.kind === 'literal') return;
    const { expression } = operand;
    this.#expression(expression, demand === ASKED && !isBareName(expression) ? WHOLE : demand, place);
  }

  #expression(expression: Expression, demand: Demand, place: Place): void {
    readExpression(
      expression,
      demand,
      (name) => (name === 'this' ? place.self : undefined) ?? place.own.get(name) ?? this.#readerOf(name),
    );
  }

  #path(path: Path, demand: Demand, place: Place): void {
    const { isData, isOwn, keys } = path;
    const [head, ...rest] = keys;
    if (isData) {
      const [name, ...members] = rest;
      if (head === 'root' && name !== undefined) this.#readerOf(name)(within(members, demand));
      return;
    }
    const param = head === undefined || isOwn ? undefined : place.own.get(head);
    if (param) param(within(rest, demand));
    else this.#pathInContext(path, demand, place);
  }

  #pathInContext({ depth, keys }: Path, demand: Demand, place: Place): void {
    let context: Place | undefined = place;
    for (let up = 0; up < depth; up += 1) context = context?.outer;
    if (context?.self) return context.self(within(keys, demand));
    const [head, ...rest] = keys;
    if (context && head !== undefined) {
      (context.own.get(head) ?? this.#readerOf(head))(within(rest, demand));
    }
  }
}

function within(keys: readonly string[], demand: Demand): Demand {
  return keys.reduceRight((inner, key) => inMember(key, inner), demand);
}

const IGNORED: Reader = () => undefined;
