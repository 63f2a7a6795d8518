import { ROOT_ADDRESS, type Address } from '../../src/model/address.ts';
import type { RunEvent, RunEventType } from '../../src/model/run-event.ts';

/** An event in short: what a test cares about. The address is the first visit of the task unless it is given. */
export interface ShortEvent {
  readonly type: RunEventType;
  readonly task?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly address?: Address | undefined;
}

/** Event number `seq` happens that many seconds after midnight. */
export function timeOf(seq: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, 0, seq)).toISOString();
}

/** Events in full, numbered from 1. What is left out of `data` is not read by the projection. */
export function eventLine(reported: readonly ShortEvent[]): readonly RunEvent[] {
  return reported.map(({ type, task, data, address }, index) => {
    const visit = task === undefined ? ROOT_ADDRESS : { block: [], task, visit: 1 };
    const event = {
      seq: index + 1,
      id: `event-${index + 1}`,
      at: timeOf(index + 1),
      type,
      address: address ?? visit,
      causedBy: index === 0 ? null : index,
      data: { ...(task === undefined ? {} : { task }), ...data },
    };
    return event as unknown as RunEvent;
  });
}
