import type { JudgedCall } from '../view/run-view.ts';

/** A tool call that a person was asked about, without what only a run under way knows. */
export function askedCall({ id, tool, input, rule, allow, reason }: JudgedCall): Omit<JudgedCall, 'isOver'> {
  return { id, tool, input, rule, allow, reason };
}
