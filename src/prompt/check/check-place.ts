import type { ValueType } from '../../expression/types/value.ts';
import type { Template } from '../parse/template.ts';

export type Types = ReadonlyMap<string, ValueType>;

/**
 * What is known of the place where a part stands.
 *
 * Shape: `isRoot` where `this` is the prompt itself, `extra` what a partial is given beside; `bound` are the names that
 * expressions see first, and block parameters those of them that paths see. `loops` counts the each around it.
 */
export interface Place {
  readonly isRoot: boolean;
  readonly extra: Types;
  readonly outer: Place | undefined;
  readonly bound: Types;
  readonly blockParams: ReadonlySet<string>;
  readonly loops: number;
  readonly partials: ReadonlyMap<string, Template>;
  readonly facts: Facts;
}

/** What the blocks around a place have asked about names of the prompt: narrower types, and which are surely set. */
export interface Facts {
  readonly types: Types;
  readonly set: ReadonlySet<string>;
}

export const NO_TYPES: Types = new Map();
const NO_FACTS: Facts = { types: NO_TYPES, set: new Set() };

/** The place of a template's own parts. */
export function outermostPlace(partials: Place['partials']): Place {
  return {
    isRoot: true,
    extra: NO_TYPES,
    outer: undefined,
    bound: NO_TYPES,
    blockParams: new Set(),
    loops: 0,
    partials,
    facts: NO_FACTS,
  };
}

/** Two places with the same key know the same. */
export function placeKeyOf(place: Place | undefined): string {
  if (!place) return '';
  const { isRoot, extra, loops, outer, bound, facts } = place;
  const known = [isRoot, [...extra], [...bound], loops, [...facts.types], [...facts.set]];
  return JSON.stringify([...known, placeKeyOf(outer)], (_, value: unknown) =>
    value instanceof Map ? Array.from(value) : value,
  );
}
