import type { Address } from '../../model/address.ts';
import type { RunEvent, RunEventData, RunEventOf, RunEventType } from '../../model/run-event.ts';
import type { Clock } from '../host/clock.ts';
import { fold } from '../state/fold.ts';
import type { Mask } from '../host/mask.ts';
import type { Program } from '../program/program.ts';
import type { RunState } from '../state/run-state.ts';

/** Watches whether a run keeps the properties of its maps. */
export interface ClaimsWatch {
  /** Takes an event that was just folded into the state; gives what it breaks, to be recorded next. */
  readonly take: (event: RunEvent) => readonly Violation[];
}

/** A property that an event breaks. Shape: the address is that of the event. */
export interface Violation {
  readonly address: Address;
  readonly data: RunEventData['property.violated'];
}

/**
 * The records of one transition, collected to be written behind one barrier.
 *
 * Each event is folded into the state as it is added, so that the next can be decided from it; nothing may act
 * on the state before `commit` has returned (J1).
 */
export interface Batch {
  /** The records so far are complete without the rest: what was paid for, and what it means. The rest follows from them. */
  readonly settle: () => void;
  readonly add: <T extends RunEventType>(
    type: T,
    address: Address,
    data: RunEventData[T],
    causedBy?: number,
  ) => RunEventOf<T>;
  readonly commit: () => void;
  /** Makes durable what was settled, where what follows from it could not be prepared or written. */
  readonly commitSettled: () => void;
}

export interface BatchTarget {
  readonly state: RunState;
  readonly program: Program;
  readonly runId: string;
  readonly clock: Clock;
  readonly mask: Mask;
  /** Makes a batch durable. Errors: throws; the run must then stop, because its state is ahead of the disk. */
  readonly append: (events: readonly RunEvent[]) => void;
  /** Watches properties; undefined where the maps have none. */
  readonly claims?: ClaimsWatch | undefined;
  /** Told of each event once it is durable. */
  readonly onEvent: (event: RunEvent) => void;
}

export function beginBatch(target: BatchTarget): Batch {
  const { state, program, runId, clock } = target;
  const at = clock.now().toISOString();
  const events: RunEvent[] = [];
  const outerCause = state.lastSeq === 0 ? null : state.lastSeq;
  let settled = 0;
  const put = (records: readonly RunEvent[]): void => {
    if (records.length === 0) return;
    target.append(records);
    for (const event of records) target.onEvent(event);
  };
  const add: Batch['add'] = (type, address, data, causedBy) => {
    const seq = state.lastSeq + 1;
    // Within a batch each record follows from the one before it, unless it names another.
    const cause = causedBy ?? events.at(-1)?.seq ?? outerCause;
    const event = {
      seq,
      id: `${runId}:${seq}`,
      at,
      type,
      address,
      causedBy: cause,
      data: target.mask.value(data),
    };
    // The type of `data` is tied to `type` by the signature; an object literal cannot say so.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    events.push(event as unknown as RunEvent);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    fold(state, event as unknown as RunEvent, program);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    for (const found of target.claims?.take(event as unknown as RunEvent) ?? [])
      add('property.violated', found.address, found.data, seq);
    return event;
  };
  return {
    add,
    settle: () => {
      settled = events.length;
    },
    commit: () => put(events),
    commitSettled: () => put(events.slice(0, settled)),
  };
}
