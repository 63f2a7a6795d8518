import { CharacterSet } from './character-set.ts';
import type { Edge, PatternNode } from './read-pattern.ts';

/** One instruction. `next` and `other` are the numbers of those that follow. */
export type Step =
  | { readonly do: 'take'; readonly set: CharacterSet; next: number }
  | { readonly do: 'edge'; readonly of: Edge; next: number }
  /** Goes on where the look-around of this number holds, or does not. */
  | { readonly do: 'look'; readonly at: number; readonly negated: boolean; next: number }
  | { readonly do: 'fork'; next: number; other: number }
  | { readonly do: 'found' };

/** Steps that read in one direction. The first is the last of the list. */
export interface Walk {
  readonly steps: readonly Step[];
  readonly isBackward: boolean;
}

/** Shape: `looks` stand after those that they need; `main` reads forward. */
export interface CompiledPattern {
  readonly main: Walk;
  readonly looks: readonly Walk[];
}

/** What a pattern repeats by number is written out. */
const MAX_STEPS = 5000;

/**
 * Writes a pattern as steps that a matcher takes all at once, character by character.
 *
 * A look-ahead reads backward from the end of the text, a look-behind forward from its start: so one reading tells of
 * each place whether it holds.
 * Shape of `fault`: a clause with the pattern as its subject.
 */
export function compilePattern(tree: PatternNode): CompiledPattern | { readonly fault: string } {
  if (sizeOf(tree) > MAX_STEPS) return { fault: `repeats so much that it has more than ${MAX_STEPS} parts` };
  const writer: Writer = { looks: [], sets: new Map() };
  const main = walkOf(writer, tree, false);
  return { main, looks: writer.looks };
}

function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case 'character':
    case 'edge':
      return 1;
    case 'look':
      return 2 + sizeOf(node.body);
    case 'sequence':
      return sumOf(node.parts);
    case 'choice':
      return sumOf(node.options) + node.options.length;
    case 'repeat':
      break;
  }
  return (sizeOf(node.body) + 1) * Math.max(1, node.max === Infinity ? node.min + 1 : node.max);
}

function sumOf(nodes: readonly PatternNode[]): number {
  let sum = 0;
  for (const each of nodes) sum += sizeOf(each);
  return sum;
}

interface Writer {
  readonly looks: Walk[];
  /** Sets remember what they were asked, so the same is made once. */
  readonly sets: Map<string, CharacterSet>;
}

interface Draft {
  readonly writer: Writer;
  readonly steps: Step[];
  readonly isBackward: boolean;
}

function walkOf(writer: Writer, body: PatternNode, isBackward: boolean): Walk {
  const draft: Draft = { writer, steps: [{ do: 'found' }], isBackward };
  const first = write(draft, body, 0);
  // Where it begins is always the last: an empty body has no step of its own.
  if (first !== draft.steps.length - 1) add(draft, { do: 'fork', next: first, other: first });
  return { steps: draft.steps, isBackward };
}

function add({ steps }: Draft, step: Step): number {
  return steps.push(step) - 1;
}

/** Writes a node that goes on at `next`; gives where it begins. */
function write(draft: Draft, node: PatternNode, next: number): number {
  switch (node.kind) {
    case 'character':
      return add(draft, { do: 'take', set: setOf(draft.writer, node.atom), next });
    case 'edge':
      return add(draft, { do: 'edge', of: node.of, next });
    case 'look': {
      const walk = walkOf(draft.writer, node.body, !node.behind);
      const at = draft.writer.looks.push(walk) - 1;
      return add(draft, { do: 'look', at, negated: node.negated, next });
    }
    case 'sequence': {
      // From what is read last to what is read first.
      const parts = draft.isBackward ? node.parts : node.parts.toReversed();
      return parts.reduce((after, part) => write(draft, part, after), next);
    }
    case 'choice':
      return node.options
        .map((option) => write(draft, option, next))
        .reduce((other, first) => add(draft, { do: 'fork', next: first, other }));
    case 'repeat':
      break;
  }
  return writeRepeat(draft, node, next);
}

function writeRepeat(draft: Draft, node: PatternNode & { kind: 'repeat' }, next: number): number {
  const { body, min, max } = node;
  let first = next;
  if (max === Infinity) {
    const loop: Step = { do: 'fork', next, other: next };
    first = add(draft, loop);
    loop.next = write(draft, body, first);
  } else {
    for (let left = max - min; left > 0; left -= 1) {
      first = add(draft, { do: 'fork', next: write(draft, body, first), other: next });
    }
  }
  for (let left = min; left > 0; left -= 1) first = write(draft, body, first);
  return first;
}

function setOf({ sets }: Writer, atom: string): CharacterSet {
  const known = sets.get(atom) ?? new CharacterSet(atom);
  sets.set(atom, known);
  return known;
}
