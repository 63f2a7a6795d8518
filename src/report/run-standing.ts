import type { JournalEnd } from '../journal/journal-end.ts';
import type { Address } from '../model/address.ts';
import type { WallRecord } from '../model/event-records.ts';
import type { RunEvent, RunEventData, RunEventOf, RunEventType } from '../model/run-event.ts';
import { isCostPartial } from '../view/run-totals.ts';
import type { RunView } from '../view/run-view.ts';
import { openQuestionsOf, type OpenQuestion } from './open-questions.ts';

/** How a run stands, by its records alone: what its summary is made of. Units: US dollars, ms. */
export interface RunStanding {
  readonly started: RunEventOf<'run.started'> | undefined;
  readonly paused: RunEventData['run.paused'] | undefined;
  readonly finished: RunEventOf<'run.finished'> | undefined;
  /** Where the execution is that began last. */
  readonly latest: Address | undefined;
  readonly activeMs: number;
  readonly steps: number;
  readonly costUsd: number;
  readonly costIsPartial: boolean;
  readonly tokens: number;
  readonly questions: readonly OpenQuestion[];
  readonly violations: readonly RunEventOf<'property.violated'>[];
  readonly wall: WallRecord | undefined;
  readonly unwatched: { readonly at: string; readonly count: number } | undefined;
  readonly refusedAnswers: number;
}

/** How a run stands by all of its events. */
export function standingOf(view: RunView): RunStanding {
  const { status, started, activeMs, steps, costUsd, tokens, violations, wall, unwatched } = view;
  return {
    started,
    paused: status === 'paused' ? view.paused : undefined,
    finished: status === 'finished' ? view.finished : undefined,
    latest: view.executions.at(-1)?.address,
    activeMs,
    steps,
    costUsd,
    costIsPartial: isCostPartial(view),
    tokens,
    questions: openQuestionsOf(view),
    violations,
    wall,
    unwatched: unwatched === undefined ? undefined : { at: unwatched.at, count: unwatched.count },
    refusedAnswers: view.refusals.length,
  };
}

/**
 * The same by the end of its journal, with the records that this names; undefined where one of them is not there as it was written:
 * only the whole journal shows why. `started` is its first record, where that was read. Errors: throws system errors.
 */
export function standingAt(end: JournalEnd, started?: RunEventOf<'run.started'>): RunStanding | undefined {
  const { totals } = end;
  if (totals === undefined) return undefined;
  try {
    return standingBy(
      totals,
      (seq, ...types) => {
        const event = end.find(seq);
        if (event === undefined || !isOneOf(event, types)) throw new UnfitRecord();
        return event;
      },
      started,
    );
  } catch (thrown) {
    if (thrown instanceof UnfitRecord) return undefined;
    throw thrown;
  }
}

class UnfitRecord extends Error {}

type Find = <T extends RunEventType>(seq: number, ...types: readonly T[]) => Extract<RunEvent, { type: T }>;

function standingBy(
  totals: NonNullable<JournalEnd['totals']>,
  find: Find,
  started = find(1, 'run.started'),
): RunStanding {
  const { steps, activeMs, costUsd, tokens, partial, latest, wall, asked = [], violated = [] } = totals;
  return {
    started,
    ...standAt(totals.stands, find),
    latest: latest === undefined ? undefined : find(latest, 'task.started').address,
    activeMs,
    steps,
    costUsd,
    costIsPartial: partial === true,
    tokens,
    questions: asked.map(([start, seq]) => {
      const { address, data } = find(seq, 'human.asked');
      return { start, address, asked: data };
    }),
    violations: violated.map((seq) => find(seq, 'property.violated')),
    wall: wall === undefined ? undefined : find(wall, 'run.started', 'run.resumed').data.wall,
    unwatched: unwatchedSince(totals.unwatched, find),
    refusedAnswers: totals.refused ?? 0,
  };
}

function standAt(seq: number | undefined, find: Find): Pick<RunStanding, 'paused' | 'finished'> {
  if (seq === undefined) return { paused: undefined, finished: undefined };
  const event = find(seq, 'run.paused', 'run.finished');
  return {
    paused: event.type === 'run.paused' ? event.data : undefined,
    finished: event.type === 'run.finished' ? event : undefined,
  };
}

function unwatchedSince(seq: number | undefined, find: Find): RunStanding['unwatched'] {
  if (seq === undefined) return undefined;
  const { at, data } = find(seq, 'run.resumed');
  return { at, count: data.unwatched ?? 0 };
}

function isOneOf<T extends RunEventType>(
  event: RunEvent,
  types: readonly T[],
): event is Extract<RunEvent, { type: T }> {
  return types.some((type) => type === event.type);
}
