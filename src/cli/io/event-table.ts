import type { RunEvent, RunEventOf, RunEventType } from '../../model/run-event.ts';

/** What is done with events of some types, each under its own name; the others are passed over. */
export type EventTable<Context, Result> = {
  readonly [T in RunEventType]?: (event: RunEventOf<T>, context: Context) => Result;
};

/** What a table has for an event; undefined where it has nothing. */
export function takeFrom<Context, Result>(
  table: EventTable<Context, Result>,
  event: RunEvent,
  context: Context,
): Result | undefined {
  // The table has each type of event under its own name, which the type of a lookup cannot say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const take = table[event.type] as ((event: RunEvent, context: Context) => Result) | undefined;
  return take?.(event, context);
}
