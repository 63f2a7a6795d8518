import type { Signal } from './read-signal.ts';

/** Less confidence than that needs a person. Source: STRUCTURE.md of multi-agent-flow. */
export const ESCALATE_BELOW = 5;

/** Who is next: whom the block names, but a person where it says too little confidence. */
export function effectiveNext(
  { confidence, next }: Pick<Signal, 'confidence' | 'next'>,
  escalateBelow = ESCALATE_BELOW,
): string {
  return confidence !== undefined && confidence < escalateBelow ? 'Human' : next;
}
