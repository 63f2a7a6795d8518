import { GitError } from '../../src/git/git-error.ts';

/** What is told of a change: a fault, an error with its help, or what it came to. */
export async function reportOf(work: () => Promise<unknown>): Promise<string> {
  try {
    const done = await work();
    if (typeof done === 'object' && done !== null && 'fault' in done) return String(done.fault);
    return typeof done === 'string' ? done : JSON.stringify(done);
  } catch (thrown) {
    if (!(thrown instanceof GitError)) throw thrown;
    const help = thrown.help === undefined ? '' : `\n  help: ${thrown.help}`;
    return `${thrown.code}: ${thrown.message}${help}`;
  }
}
