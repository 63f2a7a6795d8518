import { JournalError } from '../../src/journal/journal-error.ts';
import { systemCodeOf } from '../../src/util/error.ts';

/** What a person may meet, and what is done to meet it. */
export type FaultCase = readonly [what: string, work: () => unknown];

/** A fault that must come, with all that it carries. */
export function faultReport([what, work]: FaultCase): string {
  const fault = faultOf(work);
  const { code, message, help, path, offset, pid, candidates, retryable, cause } = fault;
  const causeText = cause instanceof Error ? (systemCodeOf(cause) ?? cause.name) : undefined;
  const members = { path, offset, pid, retryable: retryable || undefined, cause: causeText };
  const rest = Object.entries(members).filter(([, value]) => value !== undefined);
  return [
    `## ${what}`,
    `${code}: ${message}`,
    ...(help === undefined ? [] : [`help: ${help}`]),
    ...rest.map(([name, value]) => `${name}: ${value}`),
    ...(candidates.length === 0 ? [] : [`candidates: ${candidates.join(', ')}`]),
    '',
  ].join('\n');
}

/** The fault that a piece of work must end in. */
export function faultOf(work: () => unknown): JournalError {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof JournalError) return thrown;
    throw thrown;
  }
  throw new Error('Nothing was thrown.');
}
