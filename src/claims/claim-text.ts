import type { Claim, Situation } from '../model/map.ts';

/** A claim as the map language writes it, for people: names stand without quotes. */
export function claimText(claim: Claim): string {
  switch (claim.kind) {
    case 'precedes':
      return `${situationText(claim.first)} precedes ${situationText(claim.second)}`;
    case 'leadsTo':
      return `${situationText(claim.first)} leads to ${situationText(claim.second)}`;
    case 'atMost':
      return `at most ${claim.times} times ${situationText(claim.of)}`;
    case 'always':
    case 'never':
    case 'eventually':
      break;
  }
  return `${claim.kind} ${situationText(claim.of)}`;
}

export function situationText({ task, action, when }: Situation): string {
  return [
    ...(task === undefined ? [] : [task]),
    ...(action === undefined ? [] : [`takes ${action}`]),
    ...(when === undefined ? [] : [`when ${when.text}`]),
  ].join(' ');
}
