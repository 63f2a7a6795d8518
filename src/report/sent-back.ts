/** What is asked of an execution and the next one of its block. */
interface Step {
  readonly visit: number;
  readonly resumes: boolean;
  readonly task: string;
}

/**
 * Whether an execution led back to a task that was done before: the next one of its block is a later visit than its own was.
 *
 * Without the map a loop is known by that alone: of a loop that is entered in its middle, the step before the entry.
 */
export function isSentBack(step: Step, next: Step | undefined): boolean {
  return next !== undefined && !next.resumes && next.task !== step.task && next.visit > step.visit;
}
