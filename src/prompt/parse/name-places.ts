import type { Span } from '../../text/source.ts';
import type { Operand, Path, TemplatePart } from './template-part.ts';
import type { Template } from './template.ts';
import { operandsOf } from './used-names.ts';

/** A use of a name that is read from the prompt, and not from a value that a block goes into. */
export interface NamePlace {
  readonly name: string;
  readonly span: Span;
}

/** Where a part stands: how many contexts deep, which names the blocks around it bind, and the partials it may take in. */
interface Place {
  readonly depth: number;
  readonly bound: ReadonlySet<string>;
  readonly partials: Template['partials'];
  readonly inside: ReadonlySet<Template>;
}

/**
 * Finds every use of a name of the prompt in a template and the partials that it takes in.
 *
 * Shape: a partial that is taken in twice is gone through twice; what it gets as its own value is no name of the prompt.
 */
export function* namePlacesOf(template: Template): Iterable<NamePlace> {
  yield* placesIn(template.parts, {
    depth: 0,
    bound: new Set(),
    partials: template.partials,
    inside: new Set([template]),
  });
}

function* placesIn(parts: readonly TemplatePart[], place: Place): Iterable<NamePlace> {
  for (const part of parts) {
    for (const operand of operandsOf(part)) yield* placesInOperand(operand, place);
    if (part.kind === 'choice') yield* placesIn(part.body, place);
    if (part.kind === 'each' || part.kind === 'with') {
      const bound = new Set([...place.bound, ...part.params]);
      yield* placesIn(part.body, { ...place, depth: place.depth + 1, bound });
    }
    if (part.kind !== 'text' && 'otherwise' in part) yield* placesIn(part.otherwise, place);
    if (part.kind !== 'partial') continue;
    const partial = place.partials.get(part.inclusion.path);
    if (!partial || place.inside.has(partial)) continue;
    yield* placesIn(partial.parts, {
      depth: part.context === undefined ? place.depth : place.depth + 1,
      bound: new Set([...place.bound, ...part.args.map(({ name }) => name)]),
      partials: partial.partials,
      inside: new Set([...place.inside, partial]),
    });
  }
}

function* placesInOperand(operand: Operand, place: Place): Iterable<NamePlace> {
  if (operand.kind === 'path') yield* placesInPath(operand.path, operand.span, place);
  else if (operand.kind === 'expression') {
    for (const { name, span } of operand.expression.names) if (!place.bound.has(name)) yield { name, span };
  } else if (operand.kind === 'text') {
    for (const each of operand.parts.flatMap(operandsOf)) yield* placesInOperand(each, place);
  }
}

function* placesInPath(path: Path, span: Span, place: Place): Iterable<NamePlace> {
  const { isData, isOwn, depth, keys, head } = path;
  const [first, second] = keys;
  if (isData) {
    if (first === 'root' && second !== undefined) yield { name: second, span };
  } else if (first !== undefined && depth >= place.depth && (isOwn || !place.bound.has(first))) {
    yield { name: first, span: head };
  }
}
