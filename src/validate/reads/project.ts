import type { WorkflowTask } from '../../model/block.ts';
import type { Source, Span } from '../../text/source.ts';
import type { PromptSubject } from '../blocks/rule.ts';

/**
 * Maps that are looked at together.
 *
 * Shape: `isWhole` where they are all maps of the project: what none of them uses is used by none. `mapOf` gives the map that a
 * task runs; undefined where it is not among them. `isStarted` says whether a person can start a map by itself; `isOwn` whether a
 * file is the project's, and used by no maps but these. `placeIn` finds a part of a JSON file by its keys.
 */
export interface Project {
  readonly subjects: readonly PromptSubject[];
  readonly isWhole: boolean;
  readonly mapOf: (subject: PromptSubject, task: WorkflowTask) => PromptSubject | undefined;
  readonly isStarted: (subject: PromptSubject) => boolean;
  readonly isOwn: (source: Source) => boolean;
  readonly placeIn: (source: Source, keys: readonly string[]) => Span | undefined;
}

/** A map alone: nothing is known of the maps that it runs, nor of those that run it. */
export function projectOf(subject: PromptSubject): Project {
  return {
    subjects: [subject],
    isWhole: false,
    mapOf: () => undefined,
    isStarted: () => true,
    isOwn: () => true,
    placeIn: () => undefined,
  };
}
