import type { Budget } from '../budget.ts';
import type { CompiledPattern, Step, Walk } from './compile-pattern.ts';
import type { Edge } from './read-pattern.ts';

/**
 * Whether a pattern matches somewhere in a text, in time that grows with the text times the steps of the pattern.
 *
 * All ways to match are followed at once, so none is tried again.
 * Errors: throws what the budget throws.
 * Source: Thompson, "Regular Expression Search Algorithm" (1968); Cox, "Regular Expression Matching Can Be Simple And Fast".
 */
export function matchPattern({ main, looks }: CompiledPattern, text: string, budget: Budget): boolean {
  const holds: Uint8Array[] = [];
  for (const look of looks) {
    const places = new Uint8Array(text.length + 1);
    const walker = new Walker(look, { text, holds, budget });
    walker.walk((at) => {
      places[at] = 1;
      return false;
    });
    holds.push(places);
  }
  return new Walker(main, { text, holds, budget }).walk(() => true);
}

/** Shape: `holds` says of each look-around at which places it matches. */
interface Where {
  readonly text: string;
  readonly holds: readonly Uint8Array[];
  readonly budget: Budget;
}

/**
 * Follows the steps of one walk through a text.
 *
 * 1. Each step is taken at most once at each place.
 * 2. Each step that is taken is charged, before the place is left.
 */
class Walker {
  readonly #steps: readonly Step[];
  readonly #isBackward: boolean;
  readonly #where: Where;
  /** The place at which each step was taken last, plus 1. */
  readonly #takenAt: Int32Array;
  /** Steps that wait for the next character, and those yet to be looked at. */
  #waiting: Take[] = [];
  readonly #stack: number[] = [];

  constructor({ steps, isBackward }: Walk, where: Where) {
    this.#steps = steps;
    this.#isBackward = isBackward;
    this.#where = where;
    this.#takenAt = new Int32Array(steps.length);
  }

  /** Calls `found` with each place where a match ends, until that says it is enough; says whether it did. */
  walk(found: (at: number) => boolean): boolean {
    const { text, budget } = this.#where;
    const end = this.#isBackward ? 0 : text.length;
    let ready: readonly number[] = [];
    for (let at = text.length - end; ;) {
      this.#waiting = [];
      let isFound = this.#reach(this.#steps.length - 1, at);
      for (const next of ready) if (this.#reach(next, at)) isFound = true;
      budget.spend(ready.length + this.#waiting.length + 1);
      if (isFound && found(at)) return true;
      if (at === end) return false;
      const character = this.#isBackward ? codePointBefore(text, at) : (text.codePointAt(at) ?? 0);
      at += (this.#isBackward ? -1 : 1) * (character > 0xffff ? 2 : 1);
      ready = nextOf(this.#waiting, character);
    }
  }

  /** Takes a step and all that follow without a character; says whether a match ends here. */
  #reach(first: number, at: number): boolean {
    let isFound = false;
    const stack = this.#stack;
    stack.push(first);
    for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
      const step = this.#steps[number];
      if (step === undefined || this.#takenAt[number] === at + 1) continue;
      this.#takenAt[number] = at + 1;
      this.#where.budget.spend(1);
      if (step.do === 'found') isFound = true;
      else if (step.do === 'take') this.#waiting.push(step);
      else if (step.do === 'fork') stack.push(step.other, step.next);
      else if (this.#holds(step, at)) stack.push(step.next);
    }
    return isFound;
  }

  #holds(step: Step & { do: 'edge' | 'look' }, at: number): boolean {
    if (step.do === 'edge') return isAt(step.of, this.#where.text, at);
    return (this.#where.holds[step.at]?.[at] === 1) !== step.negated;
  }
}

type Take = Step & { readonly do: 'take' };

/** Where those go on that take a character. */
function nextOf(waiting: readonly Take[], character: number): readonly number[] {
  const next: number[] = [];
  for (const step of waiting) if (step.set.has(character)) next.push(step.next);
  return next;
}

function isAt(edge: Edge, text: string, at: number): boolean {
  if (edge === 'start') return at === 0;
  if (edge === 'end') return at === text.length;
  return (isWord(text.charCodeAt(at - 1)) !== isWord(text.charCodeAt(at))) === (edge === 'word');
}

/** Units: UTF-16; undefined is not part of a word. */
function isWord(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    unit === 0x5f
  );
}

function codePointBefore(text: string, at: number): number {
  const last = text.charCodeAt(at - 1);
  const isSecond = last >= 0xdc00 && last <= 0xdfff && at > 1;
  const whole = isSecond ? (text.codePointAt(at - 2) ?? last) : last;
  return whole > 0xffff ? whole : last;
}
