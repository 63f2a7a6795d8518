import type { Visits } from '../agent/scripted/scenario.ts';
import type { Value } from '../model/value.ts';
import type { Source, Span } from '../text/source.ts';

/** A file of scenarios, as it is played: what holds for all is in each. */
export interface ScenarioFile {
  readonly source: Source;
  /** As it is written, from the folder of the file. */
  readonly map: string;
  readonly mapSpan: Span;
  /** A small project, its texts by path, which edits are played in; undefined for none. */
  readonly files: Readonly<Record<string, string>> | undefined;
  /** Answers for all scenarios; they are in each, too. */
  readonly answers: ReadonlyMap<string, PlacedAnswers>;
  readonly scenarios: readonly Scenario[];
}

/** One play of a map. */
export interface Scenario {
  readonly name: string;
  /** The name, where it is written. */
  readonly span: Span;
  readonly fields: Values;
  readonly project: Values;
  readonly branch: string;
  /** By place, as it is written. */
  readonly answers: ReadonlyMap<string, PlacedAnswers>;
  readonly covers: readonly string[];
  readonly expect: Expectation;
}

export type Values = Readonly<Record<string, Value>>;

/** The answers to one place. Shape: `isCommon` where they are written for all scenarios of the file. */
export interface PlacedAnswers {
  readonly visits: Visits;
  readonly isCommon: boolean;
  /** The place, where it is written. */
  readonly span: Span;
}

/** What is to come of a scenario; what is undefined is not looked at. */
export interface Expectation {
  readonly path?: readonly string[];
  readonly includes?: readonly string[];
  readonly visits?: Readonly<Record<string, number>>;
  readonly asks?: Readonly<Record<string, readonly (string | readonly string[])[]>>;
  readonly outcome?: string;
  readonly failed?: boolean;
  /** Words of the reason that the end tells. */
  readonly because?: string;
  readonly result?: Value;
  readonly bound?: Values;
  readonly paused?: { readonly reason: 'human' | 'failed' | 'limit' | 'interrupted'; readonly at?: string };
  /** Every name of a task or place in it, with where it is written. */
  readonly named: readonly { readonly place: string; readonly span: Span }[];
}
