import type { Address } from '../../model/address.ts';
import type { QuestionEvidence } from '../../model/event-records.ts';
import type { Field } from '../../model/field.ts';
import type { FieldUses } from '../../model/field-uses.ts';
import type { Value } from '../../model/value.ts';

/** Somebody who can be asked while a run is live: a person at its terminal, or a scripted stand-in. */
export interface Asker {
  /** Whether it is a program that embeds the run: a question whose answer must be seen is not put to it. Default: false. */
  readonly isProgram?: boolean;
  /**
   * Puts a question; several may be open at once. Gives the answer, or undefined where none is to be had here.
   * Ends early, with undefined, once the signal is aborted: the answer came from elsewhere, or the run stops.
   */
  readonly ask: (question: Question, signal: AbortSignal) => Promise<Answer | undefined>;
}

/**
 * What a person is asked. Shape: `start` is the number of the execution that waits; `deadline` is ISO 8601; `uses` says which
 * fields belong to which choices, undefined where all belong to all.
 */
export interface Question {
  readonly start: number;
  readonly address: Address;
  readonly task: string;
  readonly text: string;
  readonly choices: readonly { readonly name: string; readonly choose: string | null }[];
  readonly fields: readonly Field[];
  readonly uses?: FieldUses;
  readonly deadline: string | null;
  /** What it is decided by; undefined for nothing. */
  readonly evidence?: QuestionEvidence | undefined;
}

/**
 * A choice, with the fields that go with it; those are checked, and have their declared types. The answer of a `program` is checked
 * by the run, and is claimed: nobody has seen a person give it.
 */
export interface Answer {
  readonly action: string;
  readonly fields: Readonly<Record<string, Value>>;
  readonly via: 'terminal' | 'scripted' | 'program';
}
