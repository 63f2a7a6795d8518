import type { Address } from '../../model/address.ts';

/** How near a written place is to a task: how many steps of its place it names, and how many activations. */
export interface PlaceMatch {
  readonly steps: number;
  readonly activations: number;
}

/**
 * Whether a written place means a task: `Build/ST-001/Run/map/Act`, a tail of that, or the bare name. The number of
 * an activation (`Build#2/…`) may be left out, and then stands for all.
 *
 * Shape: undefined where it does not. Names may hold `/` and `#`: the place of the task is laid over the text, which is
 * never cut by itself.
 */
export function matchPlace(place: string, { block, task = '' }: Address): PlaceMatch | undefined {
  if (!place.endsWith(task)) return undefined;
  const steps = block.flatMap((step) => [
    { plain: `${step.task}/`, numbered: `${step.task}#${step.activation}/` },
    { plain: `${step.key}/`, numbered: undefined },
  ]);
  for (let first = 0; first <= steps.length; first += 1) {
    const match = matchFrom(place, steps.slice(first), task);
    if (match !== undefined) return match;
  }
  return undefined;
}

interface Step {
  readonly plain: string;
  readonly numbered: string | undefined;
}

function matchFrom(place: string, steps: readonly Step[], task: string): PlaceMatch | undefined {
  let at = 0;
  let activations = 0;
  for (const { plain, numbered } of steps) {
    if (numbered !== undefined && place.startsWith(numbered, at)) {
      at += numbered.length;
      activations += 1;
    } else if (place.startsWith(plain, at)) at += plain.length;
    else return undefined;
  }
  return place.slice(at) === task ? { steps: steps.length, activations } : undefined;
}

/** Of several written places the nearest to a task: that which names most of where it is. */
export function nearestPlace(places: Iterable<string>, address: Address): string | undefined {
  let nearest: string | undefined;
  let best = -1;
  for (const place of places) {
    const match = matchPlace(place, address);
    // A place has fewer numbers than this in it: a run is not nested as deep.
    const score = match === undefined ? -1 : match.steps * 1000 + match.activations;
    if (score > best) [nearest, best] = [place, score];
  }
  return nearest;
}
