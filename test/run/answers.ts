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

/** By task, visit and turn of the visit. */
export type Answers = (task: string, visit: number, turn: number) => Answer | undefined;

/** What comes of a run. */
export interface Course {
  /** As `course.ts` says. */
  readonly lines: readonly string[];
  /** What agents and persons were told first, by task, in order. */
  readonly prompts: ReadonlyMap<string, readonly string[]>;
  /** What is bound at the end, and how often each task was entered. */
  readonly bound: ReadonlyMap<string, Json>;
  readonly visits: ReadonlyMap<string, number>;
}

/** The script of a fixture: by task the visits, by visit the turns, the last of either repeating. */
export function answersOf(script: Readonly<Record<string, readonly unknown[]>>): Answers {
  const tasks = new Map(Object.entries(script));
  return (task, visit, turn) => {
    const visits = tasks.get(task) ?? [];
    const here = visits[Math.min(visit, visits.length) - 1];
    const turns: readonly unknown[] = Array.isArray(here) ? here : [here];
    const answer = turns[Math.min(turn, turns.length) - 1];
    return typeof answer === 'string' ? { action: answer } : (answer as Answer | undefined);
  };
}
