import { blockKeyOf } from '../model/address.ts';
import type { RunEvent, RunEventOf } from '../model/run-event.ts';
import type { Value } from '../model/value.ts';
import type { RunNames } from '../run/host/projection.ts';
import type { ReadRun } from '../run/scope/route.ts';
import type { Program } from '../run/program/program.ts';
import { explainRoute, type RouteAccount } from '../run/scope/explain-route.ts';
import { routeReason } from '../run/scope/reason-words.ts';
import { currentTaskOf, type BlockInstance } from '../run/state/block-instance.ts';
import { fold } from '../run/state/fold.ts';
import { createRunState, type OpenTask, type RunState } from '../run/state/run-state.ts';

/**
 * How an execution ended, and why the run went where it did then.
 *
 * Shape: `bindings` is what it `set`. `sameResults` counts the executions of its task in a row, in the same block, that came to
 * the very result of this one, itself included; 0 where a task has no result. `type` is that of its task.
 */
export interface EndedExecution {
  readonly type: OpenTask['task']['type'];
  readonly route: RouteAccount;
  readonly reason: string;
  readonly bindings: Readonly<Record<string, Value>>;
  readonly sameResults: number;
  readonly fault: RunEventOf<'task.failed'>['data']['fault'] | null;
}

/** What is explained. Shape: `starts` are the `seq` of the starts of executions; `run` is what expressions read by that name. */
interface Explained {
  readonly program: Program;
  readonly run: RunNames;
  readonly starts: ReadonlySet<number>;
}

/**
 * Folds the journal of a run again, and explains the ends of executions, by the `seq` of their starts.
 *
 * What guards saw is in no record: it is evaluated again with the state that the run had then.
 * Errors: throws RunError `journal-does-not-fit` where the program is not the one of the run.
 */
export function explainEnds(
  events: Iterable<RunEvent>,
  { program, run, starts }: Explained,
): ReadonlyMap<number, EndedExecution> {
  const ends = new Map<number, EndedExecution>();
  const take = createRouteReplay({ program, run }, (start) => starts.has(start));
  for (const event of events) {
    const ended = take(event);
    if (ended !== undefined) ends.set(ended.start, ended.end);
  }
  return ends;
}

/** Folds the journal of a run again, record by record; gives the end that a record tells of, where that is wanted. */
export function createRouteReplay(
  { program, run }: Omit<Explained, 'starts'>,
  isWanted: (start: number) => boolean,
): (event: RunEvent) => { readonly start: number; readonly end: EndedExecution } | undefined {
  const state = createRunState();
  const live = readerOf(state, run);
  return (event) => {
    const instance = state.blocks.get(blockKeyOf(event.address.block));
    const open = state.open.get(instance?.open ?? 0);
    fold(state, event, program);
    if (instance === undefined || open === undefined) return undefined;
    if (event.type !== 'task.finished' && event.type !== 'task.failed') return undefined;
    return isWanted(open.start)
      ? { start: open.start, end: endOf(live, instance, { open, event }) }
      : undefined;
  };
}

interface End {
  readonly open: OpenTask;
  readonly event: RunEventOf<'task.finished'> | RunEventOf<'task.failed'>;
}

/** What all guards of one execution may spend. */
const MAX_UNITS = 10_000_000;

function endOf(live: ReadRun, instance: BlockInstance, { open, event }: End): EndedExecution {
  const { result, action } = event.data;
  const failed = event.type === 'task.failed' ? event.data : undefined;
  const to = failed?.target === null ? null : (currentTaskOf(instance)?.name ?? null);
  live.units.left = MAX_UNITS;
  const bindings = event.type === 'task.finished' ? event.data.bindings : {};
  const departure = { open, result, bindings, action, failure: failed?.reason ?? null };
  const route = explainRoute(live, departure, to);
  return {
    type: open.task.type,
    route,
    reason: routeReason(route, open.children),
    bindings,
    sameResults: countSame(instance, open, event),
    fault: failed?.fault ?? null,
  };
}

function countSame({ same }: BlockInstance, { task }: OpenTask, { data }: End['event']): number {
  return data.result === null ? 0 : (same.get(task.name)?.count ?? 0);
}

/** What expressions read besides the state. */
function readerOf(state: RunState, run: RunNames): ReadRun {
  const { root: workRoot } = run;
  const settings = { channel: 'structured', workRoot, workFolder: workRoot, run } as const;
  return { state, settings, units: { left: MAX_UNITS } };
}
