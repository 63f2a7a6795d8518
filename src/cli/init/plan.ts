import { faultOfMode, type ProjectFile } from './project-file.ts';

/** A file that is to be written. */
export interface PlannedFile extends ProjectFile {
  /** How it is taken back where somebody has changed it since: a `section` is taken out of the rest, a `text` stays. */
  readonly kind: 'section' | 'text';
  readonly next: string;
  /** The part of `next` that is new. */
  readonly shown: string;
  /** What is done, in a few words. */
  readonly note: string;
}

/** A link that is to be made. Shape: `target` is from the folder of the link. */
export interface PlannedLink {
  readonly path: string;
  readonly target: string;
}

/** What is to be written into a project. */
export interface Plan {
  readonly files: readonly PlannedFile[];
  readonly links: readonly PlannedLink[];
  /** Files that wfmap put there and that have no use any more, from the root. */
  readonly removed: readonly string[];
  /** What stays as it is, and why; whole sentences. */
  readonly notes: readonly string[];
  /** Why nothing is to be written; whole sentences, with what to do. */
  readonly faults: readonly string[];
}

export const EMPTY_PLAN: Plan = { files: [], links: [], removed: [], notes: [], faults: [] };

export function joinPlans(plans: readonly Plan[]): Plan {
  return {
    files: plans.flatMap(({ files }) => files),
    links: plans.flatMap(({ links }) => links),
    removed: plans.flatMap(({ removed }) => removed),
    notes: plans.flatMap(({ notes }) => notes),
    faults: plans.flatMap(({ faults }) => faults),
  };
}

/** A plan of one file, or the fault that keeps it from being written. */
export function planOf(file: PlannedFile): Plan {
  const fault = faultOfMode(file);
  return fault === undefined ? { ...EMPTY_PLAN, files: [file] } : { ...EMPTY_PLAN, faults: [fault] };
}
