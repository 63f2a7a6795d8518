import type { Json } from './map-json.ts';

/** What somebody does in one turn: as the answers of a scenario; undefined knows nothing to say. */
export interface Answer {
  readonly action?: string;
  /** A text that is no answer. */
  readonly reply?: string;
  readonly text?: string;
  readonly fail?: 'transport' | 'permanent';
  readonly output?: Json;
  readonly costUsd?: number;
  readonly tokens?: number;
  readonly exitCode?: number;
  readonly stdout?: string;
  readonly fields?: Readonly<Record<string, Json>>;
}

/** By task, visit and turn of the visit; `inside` are the blocks around as the course writes them: "Review/a: ". */
export type Answers = (task: string, visit: number, turn: number, inside?: string) => Answer | undefined;

/** Says which of the answers that are due arrives next, by their places in the order in which they were asked for. */
export type Arrivals = (places: readonly string[]) => number;

/** The script of a fixture: by task (or place) the visits, by visit the turns, the last of either repeating. */
export function answersOf(script: Readonly<Record<string, readonly unknown[]>>): Answers {
  const tasks = new Map(Object.entries(script));
  return (task, visit, turn, inside = '') => {
    const visits = tasks.get(`${inside}${task}`) ?? tasks.get(task) ?? [];
    const here = visits[Math.min(visit, visits.length) - 1];
    const turns: readonly unknown[] = Array.isArray(here) ? here : [here];
    const answer = turns[Math.min(turn, turns.length) - 1];
    return typeof answer === 'string' ? { action: answer } : (answer as Answer | undefined);
  };
}

/** In the order in which they were asked for, but for the places that are late: the later in the list, the later. */
export function arrivals(late: readonly string[] = []): Arrivals {
  return (places) => {
    const ranks = places.map((place) => late.indexOf(place));
    return ranks.indexOf(Math.min(...ranks));
  };
}
