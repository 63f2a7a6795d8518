import type { Budget } from '../budget.ts';
import { compilePattern, type CompiledPattern } from './compile-pattern.ts';
import { matchPattern } from './match-pattern.ts';
import { readPattern } from './read-pattern.ts';

/** A pattern that texts can be tried against. Errors: throws what the budget throws. */
export interface Pattern {
  readonly isIn: (text: string, budget: Budget) => boolean;
}

const known = new Map<string, CompiledPattern | { readonly fault: string }>();
const MAX_KNOWN = 200;

/** Makes a pattern of JSON Schema ready. Shape of `fault`: a clause with the pattern as its subject. */
export function toPattern(source: string): Pattern | { readonly fault: string } {
  const compiled = known.get(source) ?? learn(source);
  return 'fault' in compiled ? compiled : { isIn: (text, budget) => matchPattern(compiled, text, budget) };
}

function learn(source: string): CompiledPattern | { readonly fault: string } {
  const tree = readPattern(source);
  const compiled = 'fault' in tree ? tree : compilePattern(tree);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(source, compiled);
  return compiled;
}
