/**
 * The XState key of a task's state.
 *
 * Task names are free text, but XState reads `.` as a path, a leading `#` as an id and `\` as an escape in targets; all
 * are escaped, and with them `%`; `__proto__` gets a `%` because XState keeps states in plain objects. So keys stay
 * readable and no two names share one.
 */
export function stateKeyOf(task: string): string {
  if (task === '__proto__') return '%__proto__';
  return task.replaceAll(/[%.#\\]/g, (mark) => ESCAPES[mark] ?? mark);
}

const ESCAPES: Readonly<Record<string, string>> = { '%': '%25', '.': '%2E', '#': '%23', '\\': '%5C' };

/** Where a task without actions leads. No task's key can be this one: it holds a lone `%`. */
export const TERMINAL_KEY = '%terminal';
