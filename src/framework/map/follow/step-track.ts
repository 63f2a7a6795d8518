import type { StepTrack } from './map-run.ts';

/** A step begins: what came after it, and itself, is to be done again. */
export function beginStep(track: StepTrack, step: string): void {
  track.done = track.done.filter((each) => Number(each) < Number(step));
  track.open.set(step, (track.open.get(step) ?? 0) + 1);
  if (track.furthest === undefined || Number(step) > Number(track.furthest)) track.furthest = step;
}

/** A step of a track is over; `isDone` false for one that failed or was cut off. */
export function endStep(track: StepTrack, step: string, isDone: boolean): void {
  const open = (track.open.get(step) ?? 1) - 1;
  if (open > 0) {
    track.open.set(step, open);
    return;
  }
  track.open.delete(step);
  if (isDone && !track.done.includes(step)) {
    track.done = [...track.done, step].toSorted((a, b) => Number(a) - Number(b));
  }
}

/** The step under way: of several the furthest. */
export function currentStepOf({ open }: StepTrack): string | undefined {
  return [...open.keys()].toSorted((a, b) => Number(a) - Number(b)).at(-1);
}
