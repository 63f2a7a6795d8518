import { WfmapError } from '../util/error.ts';

/** `git-refused`: git was asked for a change and did not make it; `git-missing`: there is no program to ask. */
export type GitFault = 'git-refused' | 'git-missing';

/** Git could not make a change that was asked for. */
export class GitError extends WfmapError {
  readonly code: GitFault;
  readonly retryable = false;

  constructor(code: GitFault, message: string, options: { readonly help?: string } = {}) {
    super(message, options);
    this.code = code;
  }
}
