/** Types of tasks that this version reads and checks, and refuses to run. */
export const LATER_TASK_TYPES: ReadonlySet<string> = new Set(['parallel', 'foreach', 'workflow']);
