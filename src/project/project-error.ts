import { WfmapError } from '../util/error.ts';

export type ProjectFault =
  | 'map-not-found'
  | 'unreadable-file'
  | 'unwritable-file'
  | 'excessive-file'
  | 'invalid-encoding'
  | 'invalid-config'
  | 'ambiguous-story';

/** A file of a project that could not be found or read. */
export class ProjectError extends WfmapError {
  readonly code: ProjectFault;
  readonly retryable = false;

  constructor(code: ProjectFault, message: string, options: ErrorOptions & { readonly help?: string } = {}) {
    super(message, options);
    this.code = code;
  }
}
