import type { Answer } from './answers.ts';
import type { Bench } from './bench.ts';

/** Something that holds for wfmap with the real program, and what the scripted API answers while it is checked. */
export interface Law {
  readonly title: string;
  readonly answers: readonly Answer[];
  /** Errors: throws what `assert` throws. */
  readonly check: (bench: Bench) => Promise<void>;
}
