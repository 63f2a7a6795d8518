import type { RunEventData } from '../model/run-event.ts';

/** What was violated, where and how, in two sentences. */
export function violationText({ property, claim, reason }: RunEventData['property.violated']): string {
  return `The property "${property}" is violated: ${claim}. ${reason}`;
}
