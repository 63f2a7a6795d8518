import type { Stage } from './stages.ts';

/** A file as the manifest lists it. Shape: `path` begins in the folder of the branch; `at` is when it last changed. */
export interface MapFile {
  readonly path: string;
  readonly text: string;
  readonly kind: string;
  readonly stage: Stage | undefined;
  readonly at: string | null;
}
