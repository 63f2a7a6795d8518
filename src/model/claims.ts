import type { Claim, Situation } from './map.ts';

/** The situations that a claim is about, as written. */
export function situationsOf(claim: Claim): readonly Situation[] {
  return 'of' in claim ? [claim.of] : [claim.first, claim.second];
}
