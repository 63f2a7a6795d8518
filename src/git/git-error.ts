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

/** Why git could not do it, in sentences for whoever has to see to it. */
export interface GitFaultReply {
  readonly fault: string;
}

/** What some work comes to, or git's words where it refuses. */
export async function orFault<T>(work: () => Promise<T>): Promise<T | GitFaultReply> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof GitError)) throw thrown;
    return { fault: thrown.message };
  }
}
