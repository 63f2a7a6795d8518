import type { Operand, Path, TemplatePart } from './template-part.ts';

/**
 * Where a part stands: how many contexts deep, and which names the blocks around it bind. A partial, whose context
 * nobody knows here, counts as if it had that of the prompt.
 */
interface Place {
  readonly depth: number;
  readonly bound: ReadonlySet<string>;
}

/**
 * What parts read.
 *
 * Shape: `all` is every name that an expression uses or a path begins with; `free` those of them that are read from the prompt,
 * and not from a value that a block goes into.
 */
export interface UsedNames {
  readonly all: ReadonlySet<string>;
  readonly free: ReadonlySet<string>;
}

/** Collects the names that parts use. */
export function usedNames(parts: readonly TemplatePart[]): UsedNames {
  const names = { all: new Set<string>(), free: new Set<string>() };
  collect(parts, { depth: 0, bound: new Set() }, names);
  return names;
}

interface Found {
  readonly all: Set<string>;
  readonly free: Set<string>;
}

function collect(parts: readonly TemplatePart[], place: Place, names: Found): void {
  for (const part of parts) {
    for (const operand of operandsOf(part)) collectOperand(operand, place, names);
    if (part.kind === 'choice') collect(part.body, place, names);
    if (part.kind === 'each' || part.kind === 'with') {
      const bound = part.params.length === 0 ? place.bound : new Set([...place.bound, ...part.params]);
      collect(part.body, { depth: place.depth + 1, bound }, names);
    }
    if (part.kind !== 'text' && 'otherwise' in part) collect(part.otherwise, place, names);
  }
}

/** All that a part itself is given. */
export function operandsOf(part: TemplatePart): readonly Operand[] {
  if (part.kind === 'text') return [];
  if (part.kind === 'expression') return [{ ...part, span: part.expression.span }];
  if (part.kind === 'choice') return [part.condition];
  if (part.kind !== 'partial') return [part.operand];
  return [...(part.context ? [part.context] : []), ...part.args.map(({ operand }) => operand)];
}

function collectOperand(operand: Operand, place: Place, names: Found): void {
  if (operand.kind === 'path') collectPath(operand.path, place, names);
  else if (operand.kind === 'expression') {
    for (const { name } of operand.expression.names) add(name, !place.bound.has(name), names);
  } else if (operand.kind === 'text') {
    for (const each of operand.parts.flatMap(operandsOf)) collectOperand(each, place, names);
  }
}

function collectPath({ isData, isOwn, depth, keys }: Path, place: Place, names: Found): void {
  const [head, next] = keys;
  if (isData) {
    if (head === 'root' && next !== undefined) add(next, true, names);
  } else if (head !== undefined) {
    add(head, depth >= place.depth && (isOwn || !place.bound.has(head)), names);
  }
}

function add(name: string, isFree: boolean, { all, free }: Found): void {
  all.add(name);
  if (isFree) free.add(name);
}
